/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

import com.fasterxml.jackson.databind.ObjectMapper;

import org.isotach.benchmarks.LaterJdk;
import org.isotach.benchmarks.report.Results.Machine;
import org.isotach.benchmarks.report.Results.SectionResult;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/**
 * Measures all subjects and writes the report: raw results, charts, and a text with tables and targets.
 */
@Command(
    name = "benchmarks/run",
    description = "Measures isotach and its peers, and writes a report: DIR/results.json, a chart per section in " +
        "DIR, and DIR.md beside it; or, with --users, the tables of docs/performance.md. Exit status: 0 " +
        "measured, 1 when something failed or was skipped, 2 on wrong arguments.")
public final class Report implements Callable<Integer>
{
    private static final String RESULTS = "results.json";
    private static final Path PUBLISHED = Path.of("docs", "development", "performance");
    private static final Path USERS = Path.of("docs", "performance");
    private static final Path USERS_PAGE = Path.of("docs", "performance.md");
    private static final Path UNPUBLISHED = Path.of("benchmarks", "target", "performance");
    private static final Path DRAFTS = Path.of("benchmarks", "target", "performance-unfinished");
    private static final int MEASURED = 0;
    private static final int INCOMPLETE = 1;
    private static final int WRONG_ARGUMENTS = 2;

    @Option(names = { "-h", "--help" }, usageHelp = true, description = "Show this help.")
    private boolean isHelpRequested;

    @Option(
        names = "--profile",
        paramLabel = "PROFILE",
        defaultValue = "quick",
        description = "quick: a quarter of an hour on two cores; medium: the same, and more, in three JVMs each, an " +
            "hour and a third; full: two hours and a half; each several times as long if the " +
            "processors of a virtual machine move away from each other during the run; smoke: seconds, shows only " +
            "whether everything works. " +
            "One of: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Profile profile;

    @Option(
        names = "--output",
        paramLabel = "DIR",
        description = "Folder for results and charts. Default: docs/development/performance, or " +
            "benchmarks/target/performance for a part of the sections and for the profile smoke.")
    private Path output;

    @Option(
        names = "--only",
        paramLabel = "REGEX",
        description = "Measure only the sections whose names contain this.")
    private String only;

    @Option(
        names = "--users",
        description = "Measure only what docs/performance.md shows, and renew its tables.")
    private boolean isForUsers;

    @Option(
        names = "--targets",
        description = "Measure only what the targets are computed from: less than half of the time. The report says " +
            "of the rest that it was not measured.")
    private boolean isForTargets;

    @Option(
        names = "--renew",
        description = "Put the sections of --only in the place of those in the report in DIR, and leave the others " +
            "there. Profile, processors, JDK and JMH have to be the same.")
    private boolean isRenewing;

    @Option(
        names = "--report-only",
        description = "Measure nothing: renew charts and text from DIR/results.json.")
    private boolean isReportOnly;

    @Option(
        names = "--root",
        hidden = true,
        paramLabel = "DIR",
        defaultValue = "",
        description = "The working copy; benchmarks/run sets it. Default: the working directory.")
    private Path root;

    @Spec
    private CommandSpec spec;

    private Report()
    {
    }

    /**
     * Runs and ends the JVM with the exit status.
     *
     * @param args see {@code --help}.
     */
    public static void main(final String[] args)
    {
        System.setProperty("java.awt.headless", "true");
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine()
    {
        return new CommandLine(new Report())
            .registerConverter(Profile.class, Report::profile)
            .setUsageHelpAutoWidth(true)
            .setParameterExceptionHandler((ex, args) ->
            {
                final CommandLine command = ex.getCommandLine();
                command.getErr().println(ex.getMessage());
                command.getErr().println("Try '" + command.getCommandName() + " --help'.");
                return WRONG_ARGUMENTS;
            })
            .setExecutionExceptionHandler((ex, command, parsed) ->
            {
                command.getErr().println(command.getCommandName() + " failed: " + ex.getMessage());
                return INCOMPLETE;
            });
    }

    private static Profile profile(final String name)
    {
        try
        {
            return Profile.of(name);
        }
        catch (final IllegalArgumentException ex)
        {
            throw new TypeConversionException(ex.getMessage());
        }
    }

    @Override
    public Integer call() throws IOException, RunnerException, InterruptedException
    {
        if (isReportOnly && (null != only || isForTargets))
        {
            throw new ParameterException(
                spec.commandLine(),
                (isForTargets ? "--targets" : "--only") + ": nothing is measured with --report-only");
        }
        if (isForUsers && (null != only || null != output))
        {
            throw new ParameterException(
                spec.commandLine(), "--users: it says what is measured, so it goes with neither --only nor --output");
        }
        if (isForUsers && Profile.SMOKE == profile)
        {
            throw new ParameterException(
                spec.commandLine(), "--users: the profile smoke does not say how fast anything is (expected: another)");
        }
        if (isForTargets && (null != only || isForUsers))
        {
            throw new ParameterException(
                spec.commandLine(), "--targets: it says what is measured, so it goes with neither --only nor --users");
        }
        if (isRenewing && (null == only || isReportOnly))
        {
            throw new ParameterException(
                spec.commandLine(), "--renew: it needs --only, which says what is measured, and no --report-only");
        }
        final List<Section> selected = selected();
        final Path folder = folder();
        final List<String> skipped = isReportOnly ? List.of() : skipped(selected);
        skipped.forEach(out()::println);
        final Results results;
        if (isReportOnly)
        {
            results = read(folder.resolve(RESULTS));
        }
        else
        {
            final List<Section> sections =
                selected.stream().filter((section) -> missing(section).isEmpty()).toList();
            final List<String> problems = Catalogue.load().problems(sections, profile);
            if (!problems.isEmpty())
            {
                problems.forEach(err()::println);
                return INCOMPLETE;
            }
            Files.createDirectories(folder);
            results = measure(sections, folder.resolve(RESULTS));
        }
        if (isForUsers)
        {
            renewUsersPage(results);
        }
        else
        {
            publish(results, folder);
        }
        // Once more: what was said first is far up by now.
        skipped.forEach(err()::println);
        return skipped.isEmpty() && results.sections().stream().allMatch((section) -> section.failures().isEmpty()) ?
            MEASURED : INCOMPLETE;
    }

    private List<Section> selected()
    {
        if (isForUsers)
        {
            return Sections.forUsers();
        }
        if (isForTargets)
        {
            return Sections.forTargets();
        }
        if (null == only)
        {
            return Sections.of(profile);
        }
        final Pattern pattern;
        try
        {
            pattern = Pattern.compile(only);
        }
        catch (final PatternSyntaxException ex)
        {
            throw new ParameterException(spec.commandLine(), "--only: " + ex.getMessage(), ex);
        }
        final List<Section> sections =
            Sections.all().stream().filter((section) -> pattern.matcher(section.id()).find()).toList();
        if (sections.isEmpty())
        {
            throw new ParameterException(
                spec.commandLine(), "--only: " + only + " (expected: some of " + Sections.all() + ')');
        }
        return sections;
    }

    private static List<String> skipped(final List<Section> sections)
    {
        return sections.stream().flatMap((section) -> missing(section)
            .map((jdk) -> section + ": skipped, because it " + jdk.requirement()).stream()).toList();
    }

    private static Optional<LaterJdk> missing(final Section section)
    {
        return section.laterJdk().filter((jdk) -> jdk.find(System.getenv()).isEmpty());
    }

    private Path folder()
    {
        if (null != output)
        {
            return output.toAbsolutePath();
        }
        if (isForUsers)
        {
            return root.toAbsolutePath().resolve(USERS);
        }
        // A published report is complete, and a part does not replace it.
        final boolean isPublished = isRenewing || null == only && Profile.SMOKE != profile;
        return root.toAbsolutePath().resolve(isPublished ? PUBLISHED : UNPUBLISHED);
    }

    private Results measure(final List<Section> sections, final Path file)
        throws IOException, RunnerException, InterruptedException
    {
        final Machine machine = Environment.machine();
        final Optional<Results> earlier = isRenewing ? Optional.of(renewable(file, machine)) : Optional.empty();
        final Plan plan = new Plan(sections, profile);
        out().println(plan.configurations() + " configurations, about " + Progress.duration(plan.plannedSeconds()));
        final Progress progress = new Progress(out(), System::nanoTime, plan.plannedSeconds(), plan.steps());
        final String date = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        final Draft draft = new Draft(root.toAbsolutePath().resolve(DRAFTS), date, RESULTS);
        out().println("results so far: " + draft.folder() +
            "; if this run does not finish: --report-only --output with that folder");
        final String commit = Environment.commit(root.toAbsolutePath());
        final List<SectionResult> measured = plan.measure(
            new Measurer(profile),
            progress,
            (soFar) -> draft.save(results(date, commit, machine, progress, soFar)),
            err());
        final Results measuredNow = results(date, commit, machine, progress, measured);
        final Results results = earlier.map((found) -> found.renewedBy(measuredNow)).orElse(measuredNow);
        draft.save(results);
        draft.publish(file);
        return results;
    }

    private Results results(
        final String date,
        final String commit,
        final Machine machine,
        final Progress progress,
        final List<SectionResult> measured)
    {
        final String command = "benchmarks/run " + profile + (isForUsers ? " --users" : "") +
            (isForTargets ? " --targets" : "") +
            (null == only ? "" : " --only '" + only + '\'');
        return new Results(date, command, profile, commit, progress.elapsedSeconds(), machine, measured);
    }

    private Results read(final Path file) throws IOException
    {
        if (!Files.isReadable(file))
        {
            throw new ParameterException(
                spec.commandLine(), (isRenewing ? "--renew: " : "--report-only: ") + file + " is not there");
        }
        return new ObjectMapper().readValue(file.toFile(), Results.class);
    }

    private Results renewable(final Path file, final Machine machine) throws IOException
    {
        final Results results = read(file);
        results.reasonAgainst(profile, machine).ifPresent((reason) ->
        {
            throw new ParameterException(spec.commandLine(), "--renew: " + reason);
        });
        return results;
    }

    private void publish(final Results results, final Path folder) throws IOException
    {
        for (final Section section : Sections.all())
        {
            final Path chart = folder.resolve(section.id() + ".svg");
            final Optional<SectionResult> result = results.section(section.id());
            if (!section.isInTurns() && result.isPresent() && !result.get().results().isEmpty())
            {
                Charts.write(section.narrowed(result.get().points()), result.get(), results.profile(), chart);
            }
            else
            {
                // An earlier run may have left one.
                Files.deleteIfExists(chart);
            }
        }
        final String name = folder.getFileName().toString();
        final Path page = folder.resolveSibling(name + ".md");
        final Page text = new Page(results, Sections.all(), name);
        Files.writeString(page, text.render(Page.template()), StandardCharsets.UTF_8);
        out().println(page);
    }

    private void renewUsersPage(final Results results) throws IOException
    {
        final Path page = root.toAbsolutePath().resolve(USERS_PAGE);
        final Page tables = new Page(results, Sections.all(), USERS.getFileName().toString());
        Files.writeString(page, tables.renewed(Files.readString(page)), StandardCharsets.UTF_8);
        out().println(page);
    }

    private PrintWriter out()
    {
        return spec.commandLine().getOut();
    }

    private PrintWriter err()
    {
        return spec.commandLine().getErr();
    }
}
