/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.util.List;

import org.isotach.benchmarks.LaterJdk;
import org.isotach.benchmarks.TurnKind;

/**
 * Sections once more, where memory off the heap is accessed without {@code sun.misc.Unsafe}. Those in turns are short;
 * the others are measured when there is time for everything.
 */
final class LaterJdkSections
{
    private static final String SUFFIX = "-without-unsafe";
    private static final String WHERE = ", without Unsafe";

    private LaterJdkSections()
    {
    }

    static void addTo(final List<Section> sections)
    {
        sections.add(inTurns("remote-read", "Round trips between two threads", TurnKind.REMOTE_READ)
            .otherValues("subject", "disruptors").ownValues("subject", "isotach")
            .comparedTo("disruptors"));
        sections.add(Sections.ofMessages(inTurns("round-trip", "Round trip of a message", TurnKind.ROUND_TRIP))
            .comparedTo("nonisotach"));
        sections.add(inTurns(
            "round-trip-alone", "Round trip of a message with one thread at both ends", TurnKind.ROUND_TRIP_ALONE)
            .fixed("payload", "64").ownValues("subject", "nonisotach", "isotach").comparedTo("nonisotach"));
        sections.add(Sections.ofMessages(inTurns("stream", "Stream of messages", TurnKind.STREAM))
            .comparedTo("nonisotach"));
        sections.add(inTurns("barrier", "Barriers of 16 hosts, two threads", TurnKind.BARRIER)
            .otherValues("subject", "phaser").ownValues("subject", "isotach")
            .comparedTo("phaser"));
        addAtomicGroups(sections);
        sections.add(of("multicast", "Total-order multicast")
            .warmup(Sections.MULTICAST_WARMUP).conditions("1 message in flight")
            .benchmark("\\.MulticastBenchmark\\.single$")
            .ownValues("protocol", "isotach").otherValues("protocol", "jgroups")
            .x("receivers", "receivers").quick("2")
            .comparedTo("isotach"));
        sections.add(of("switches", "Switches between the hosts")
            .benchmark("\\.scale\\.LogicalTimeBenchmark\\.idleHosts$").own("mostly idle")
            .x("topology", "hosts x switches").eachToFirst().counter("pulses", Sections.PULSES)
            .quick("8x1", "8x8")
            .comparedTo("mostly idle"));
    }

    private static void addAtomicGroups(final List<Section> sections)
    {
        final String groups = "\\.groups\\.AtomicGroupBenchmark\\.";
        sections.add(of("atomic-write", "Atomic write of several variables, two threads")
            .threads(2).fixed("of", "1024").conditions("of 1024 variables")
            .benchmark(groups + "write$")
            .ownValues("subject", "isotach-2-copies").otherValues("subject", "synchronized")
            .x("variables", "variables written").quick("16")
            .comparedTo("isotach-2-copies"));
        sections.add(of("atomic-update", "Atomic read and update of several variables")
            .threads(2).warmup(Sections.UPDATE_WARMUP).fixed("of", "1024").conditions("of 1024 variables")
            .benchmark(groups + "update$")
            .ownValues("subject", "isotach-2-copies", "isotach-update").otherValues("subject", "synchronized")
            .x("variables", "variables updated").quick("4")
            .comparedTo("isotach-2-copies"));
        sections.add(of("atomic-snapshot", "Read-only snapshot of several variables")
            .threads(2).fixed("of", "1024").conditions("of 1024 variables")
            .benchmark(groups + "snapshot$")
            .ownValues("subject", "isotach-2-copies").otherValues("subject", "stampedlock")
            .x("variables", "variables read").quick("16")
            .comparedTo("isotach-2-copies"));
    }

    private static SectionBuilder inTurns(final String id, final String title, final TurnKind kind)
    {
        return Sections.inTurns(id + SUFFIX, title + ", in turns" + WHERE, kind)
            .on(LaterJdk.WITHOUT_UNSAFE).aside();
    }

    private static SectionBuilder of(final String id, final String title)
    {
        return Section.of(id + SUFFIX, title + WHERE).on(LaterJdk.WITHOUT_UNSAFE).last();
    }
}
