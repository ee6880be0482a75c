/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.jcstress;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.openjdk.jcstress.JCStress;
import org.openjdk.jcstress.Main;
import org.openjdk.jcstress.Options;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.TestInfo;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.runners.TestList;

import org.isotach.niu.ThreadingMode;

/**
 * Runs jcstress once for each threading mode, and reports which tests ran: jcstress leaves out tests with more actors
 * than processors, and reports success when none is left.
 * <p>
 * Options are those of jcstress; {@code -modes}, with a list of threading modes; {@code -further}, with the maximum
 * number of further runs of a weakened variant; and {@code -silent}, with the number of weakened variants that may show
 * nothing, 0 unless given. {@code -m quick} and {@code -m sanity} run one JVM configuration,
 * without affinity, and with the same compiler for all actors, unless options say otherwise. The exit code is 1 if a
 * test has failed, or has not run although there are processors for it, or if more weakened variants than may have not
 * shown what their tests forbid.
 */
public final class StressRun
{
    private static final List<ThreadingMode> MODES =
        List.of(ThreadingMode.INVOKER, ThreadingMode.SHARED, ThreadingMode.DEDICATED);
    private static final List<String> SHORT_RUNS = List.of("sanity", "quick");

    /**
     * A weakened variant that has shown nothing gets these further runs, longer than the others, before it counts as
     * silent. If two dozen processes share two processors, two actors rarely run at the same time.
     */
    private static final int FURTHER_RUNS = 6;
    private static final List<String> FURTHER_RUN_OPTIONS = List.of("-time", "1000", "-iters", "4");

    private final List<String> arguments;
    private final int furtherRuns;
    private final int maxSilent;
    private final Path directory;
    private final int processors;
    private final Set<String> selected;
    private final List<String> problems = new ArrayList<>();
    private final List<String> summary = new ArrayList<>();

    private StressRun(
        final List<String> arguments, final int furtherRuns, final int maxSilent, final Options options)
    {
        this.arguments = arguments;
        this.furtherRuns = furtherRuns;
        this.maxSilent = maxSilent;
        directory = Path.of(options.getResultDest());
        processors = options.getCPUCount();
        selected = new JCStress(options).getTests();
    }

    /**
     * Runs the tests.
     *
     * @param args options.
     * @throws Exception when jcstress cannot be run.
     */
    public static void main(final String[] args) throws Exception
    {
        final List<String> arguments = new ArrayList<>(List.of(args));
        final List<ThreadingMode> modes = take(arguments, "-modes")
            .map(list -> Stream.of(list.split(",")).map(ThreadingMode::valueOf).toList()).orElse(MODES);
        final int furtherRuns = take(arguments, "-further").map(Integer::valueOf).orElse(FURTHER_RUNS);
        final int maxSilent = take(arguments, "-silent").map(Integer::valueOf).orElse(0);
        if (Stream.of("-h", "-l", "-p").anyMatch(arguments::contains))
        {
            Main.main(arguments.toArray(new String[0]));
            return;
        }
        addDefaults(arguments);
        final Options options = new Options(arguments.toArray(new String[0]));
        System.exit(
            options.parse() && new StressRun(arguments, furtherRuns, maxSilent, options).run(modes) ? 0 : 1);
    }

    private static Optional<String> take(final List<String> arguments, final String option)
    {
        final int index = arguments.indexOf(option);
        if (index < 0)
        {
            return Optional.empty();
        }
        arguments.remove(index);
        return Optional.of(arguments.remove(index));
    }

    /**
     * Adds the options that were not given. An execution with isotach takes microseconds, not nanoseconds, so jcstress
     * must do fewer of them between two looks at the clock. Short runs take one configuration of each test instead of
     * dozens.
     */
    static void addDefaults(final List<String> arguments)
    {
        addDefault(arguments, "-strideSize", "32");
        addDefault(arguments, "-strideCount", "8");
        final int mode = arguments.indexOf("-m");
        if (mode < 0 || arguments.size() == mode + 1 || !SHORT_RUNS.contains(arguments.get(mode + 1)))
        {
            return;
        }
        addDefault(arguments, "-sc", "false");
        addDefault(arguments, "-af", "NONE");
        // Either option sets the JVM configurations.
        if (!arguments.contains("-jvmArgsPrepend"))
        {
            addDefault(arguments, "-jvmArgs", "-Xmx256m");
        }
        if ("quick".equals(arguments.get(mode + 1)))
        {
            addDefault(arguments, "-time", "50");
            addDefault(arguments, "-iters", "3");
        }
    }

    private static void addDefault(final List<String> arguments, final String option, final String value)
    {
        if (!arguments.contains(option))
        {
            arguments.add(option);
            arguments.add(value);
        }
    }

    private boolean run(final List<ThreadingMode> modes) throws Exception
    {
        for (final ThreadingMode mode : modes)
        {
            run(mode);
        }
        final Set<String> tooLarge = new TreeSet<>(selected);
        tooLarge.removeIf(this::isPossible);
        System.out.println();
        summary.forEach(System.out::println);
        System.out.println("Skipped, more actors than the " + processors + " processors: " + describe(tooLarge));
        System.out.println(problems.isEmpty() ? "Passed" : "FAILED");
        problems.forEach(System.out::println);
        return problems.isEmpty();
    }

    private void run(final ThreadingMode mode) throws Exception
    {
        // Plain fields do not depend on the mode, and one is enough to show that weakened variants are weak.
        final Set<String> tests = new TreeSet<>(selected);
        tests.removeIf(test -> ThreadingMode.INVOKER != mode && isWeakened(test));
        final Set<String> expected = new TreeSet<>(tests);
        expected.removeIf(test -> !isPossible(test));
        if (expected.isEmpty())
        {
            if (!tests.isEmpty() || selected.isEmpty())
            {
                problems.add(mode + ": no test has at most " + processors + " actors");
            }
            return;
        }
        final List<TestResult> results = jcstress(mode, tests, arguments, mode.name().toLowerCase(Locale.ROOT));
        final Set<String> ran = results.stream().map(TestResult::getName).collect(Collectors.toSet());
        summary.add(mode + ": " + ran.size() + " of " + tests.size() + " tests ran, " + results.size() +
            " configurations, " + results.stream().mapToLong(TestResult::getTotalCount).sum() + " executions");
        checkResults(mode, results);
        if (ThreadingMode.INVOKER == mode)
        {
            checkWeakened(mode, results, expected);
        }
        expected.removeAll(ran);
        if (!expected.isEmpty())
        {
            problems.add(mode + ": did not run: " + describe(expected));
        }
    }

    private void checkResults(final ThreadingMode mode, final List<TestResult> results)
    {
        for (final TestResult result : results)
        {
            if (Status.NORMAL != result.status() || 0 == result.getTotalCount() || !result.grading().isPassed)
            {
                problems.add(mode + ": " + result.getName() + ": status " + result.status() + ", " +
                    result.getTotalCount() + " executions, " + result.grading().failureMessages +
                    result.getMessages() + result.getVmErr());
            }
        }
    }

    /**
     * If a weakened variant shows nothing, the actors did not meet, so the test without the weakness has proved
     * nothing. In a short run, on a busy machine, that may be bad luck, so the variant gets further runs.
     */
    private void checkWeakened(final ThreadingMode mode, final List<TestResult> results, final Set<String> expected)
        throws Exception
    {
        final Set<String> silent = new TreeSet<>(expected);
        silent.removeIf(test -> !isWeakened(test));
        final int weakened = silent.size();
        if (0 == weakened)
        {
            return;
        }
        removeThoseThatShowedIt(silent, results);
        final Set<String> late = new TreeSet<>(silent);
        final List<String> longer = without(arguments, "-time", "-iters");
        longer.addAll(FURTHER_RUN_OPTIONS);
        for (int i = 0; i < furtherRuns && !silent.isEmpty(); i++)
        {
            final List<TestResult> further =
                jcstress(mode, silent, longer, mode.name().toLowerCase(Locale.ROOT) + "-weakened-" + i);
            checkResults(mode, further);
            removeThoseThatShowedIt(silent, further);
        }
        late.removeAll(silent);
        summary.add("Weakened variants that showed what is forbidden: " + (weakened - silent.size()) + " of " +
            weakened + "; in a further run only: " + describe(late));
        if (!silent.isEmpty())
        {
            (silent.size() > maxSilent ? problems : summary).add(mode + ": weakened, and showed nothing in " +
                (1 + furtherRuns) + " runs: " + describe(silent) + "; this run does not test the properties that they" +
                " weaken: try a longer -time, or a less busy machine");
        }
    }

    private static void removeThoseThatShowedIt(final Set<String> weakened, final List<TestResult> results)
    {
        results.stream().filter(result -> result.grading().hasInteresting).map(TestResult::getName)
            .forEach(weakened::remove);
    }

    private List<TestResult> jcstress(
        final ThreadingMode mode, final Collection<String> tests, final List<String> options, final String name)
        throws Exception
    {
        final Path results = directory.resolve(name);
        Files.createDirectories(results);
        for (final Path old : resultFiles(results))
        {
            Files.delete(old);
        }
        // jcstress hands the options of its own JVM on to the forked ones.
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.add("-D" + Clusters.MODE_PROPERTY + '=' + mode);
        command.add("-cp");
        command.add(Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(entry -> Path.of(entry).toAbsolutePath().toString()).collect(Collectors.joining(File.pathSeparator)));
        command.add(UnbiasedStress.class.getName());
        command.addAll(without(options, "-t", "-r"));
        command.addAll(List.of("-r", ".", "-t", tests.stream().map(Pattern::quote)
            .collect(Collectors.joining("|", "^(", ")$"))));
        System.out.println("Threading mode " + mode + ", " + tests.size() + " tests, results in " + results);
        final int exitCode = new ProcessBuilder(command).directory(results.toFile()).inheritIO().start().waitFor();

        final List<TestResult> read = new ArrayList<>();
        for (final Path file : resultFiles(results))
        {
            final DiskReadCollector reader = new DiskReadCollector(file.toString(), read::add);
            reader.dump();
            reader.close();
        }
        if (0 != exitCode)
        {
            problems.add(mode + ": exit code " + exitCode);
        }
        return read;
    }

    private boolean isPossible(final String test)
    {
        return TestList.getInfo(test).threads() <= processors;
    }

    /**
     * Only weakened variants have outcomes that are interesting: some that they name, or all that they do not name.
     */
    private static boolean isWeakened(final String test)
    {
        final TestInfo info = TestList.getInfo(test);
        return Expect.ACCEPTABLE_INTERESTING == info.unmatched().expect() || info.cases().stream()
            .anyMatch(outcome -> Expect.ACCEPTABLE_INTERESTING == outcome.expect());
    }

    private static String describe(final Set<String> tests)
    {
        return tests.isEmpty() ? "none" : tests.stream().map(TestList::getInfo)
            .map(StressRun::describe).collect(Collectors.joining(", "));
    }

    private static String describe(final TestInfo test)
    {
        // Without the package.
        return test.name().replaceFirst("^[a-z.]+", "") + " (" + test.threads() + " actors)";
    }

    private static List<String> without(final List<String> arguments, final String... options)
    {
        final List<String> rest = new ArrayList<>(arguments);
        for (final String option : options)
        {
            final int index = rest.indexOf(option);
            if (index >= 0)
            {
                rest.subList(index, index + 2).clear();
            }
        }
        return rest;
    }

    private static List<Path> resultFiles(final Path results) throws IOException
    {
        try (Stream<Path> files = Files.list(results))
        {
            return files.filter(file -> file.getFileName().toString().endsWith(".bin.gz")).toList();
        }
    }
}
