/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

import org.isotach.benchmarks.TurnKind;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * The existing benchmarks: finds wrong names in sections, before an hour has been spent on the others.
 */
final class Catalogue
{
    private final Collection<BenchmarkListEntry> entries;

    private Catalogue(final Collection<BenchmarkListEntry> entries)
    {
        this.entries = entries;
    }

    /**
     * The benchmarks on the class path.
     */
    static Catalogue load()
    {
        final OutputFormat silent = OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT);
        return new Catalogue(BenchmarkList.defaultList().getAll(silent, List.of()));
    }

    /**
     * Returns the benchmarks that sections ask for and that do not exist; empty if there are none.
     */
    List<String> problems(final Collection<Section> sections, final Profile profile)
    {
        final Set<String> problems = new TreeSet<>();
        for (final Section section : sections)
        {
            final Set<String> units = new TreeSet<>();
            for (final Subject subject : section.subjects())
            {
                final Configuration configuration =
                    section.configuration(subject, section.xValues(profile).get(0));
                if (section.isInTurns())
                {
                    checkTurns(section, configuration, problems);
                }
                else if (!section.isOf(Sections.IDLE_CPU) && !section.isOf(Sections.VIRTUAL_THREADS))
                {
                    check(section, configuration, units, problems);
                }
            }
            if (units.size() > 1)
            {
                problems.add("section " + section + ": subjects with different units " + units);
            }
        }
        return new ArrayList<>(problems);
    }

    private static void checkTurns(
        final Section section, final Configuration configuration, final Set<String> problems)
    {
        final List<String> subjects = TurnKind.of(configuration.params().get("kind")).subjects();
        final String name = configuration.params().get("subject");
        if (!subjects.contains(name))
        {
            problems.add("section " + section + ": " + name + " (expected: one of " + subjects + ')');
        }
    }

    private void check(
        final Section section, final Configuration configuration, final Set<String> units, final Set<String> problems)
    {
        final Pattern include = Pattern.compile(configuration.benchmark());
        final List<BenchmarkListEntry> found =
            entries.stream().filter((entry) -> include.matcher(entry.getUsername()).find()).toList();
        if (1 != found.size())
        {
            problems.add("section " + section + ": " + include + " (expected: one benchmark, found: " +
                found.stream().map(BenchmarkListEntry::getUsername).toList() + ')');
            return;
        }

        final BenchmarkListEntry entry = found.get(0);
        final Map<String, String[]> params = new TreeMap<>(entry.getParams().orElse(Map.of()));
        if (!params.keySet().equals(configuration.params().keySet()))
        {
            problems.add("section " + section + ": parameters " + configuration.params().keySet() + " of " +
                entry.getUsername() + " (expected: " + params.keySet() + ')');
            return;
        }
        configuration.params().forEach((name, value) ->
        {
            // Numbers may differ from the defaults of the benchmark.
            final List<String> values = Arrays.asList(params.get(name));
            if (!Character.isDigit(value.charAt(0)) && !values.contains(value))
            {
                problems.add("section " + section + ": " + name + '=' + value + " of " + entry.getUsername() +
                    " (expected: one of " + values + ')');
            }
        });
        units.add(entry.getMode().shortLabel() + ' ' + entry.getTimeUnit().orElse(TimeUnit.SECONDS));
    }
}
