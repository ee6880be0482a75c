/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.util.List;

/**
 * The sections about what changes several variables at once: atomic groups, actions and dining philosophers.
 */
final class GroupSections
{
    private static final String ACTIONS = "\\.groups\\.ActionsBenchmark\\.";
    private static final String[] OTHER_ATOMIC_SUBJECTS =
    {
        "synchronized", "reentrantlock", "stampedlock", "scalastm", "multiverse"
    };

    private GroupSections()
    {
    }

    static void addTo(final List<Section> sections)
    {
        addAtomicGroups(sections);
        addTransfers(sections);
        addActions(sections);
        addDining(sections);
    }

    private static void addAtomicGroups(final List<Section> sections)
    {
        sections.add(atomicGroup("atomic-write", "Atomic write of several variables, two threads", "write")
            .threads(2).fixed("of", "1024").conditions("of 1024 variables")
            .x("variables", "variables written").quick("1", "4", "16")
            .apply(GroupSections::atomicSubjects));
        sections.add(atomicGroup("atomic-write-contended", "Atomic write of 4 of 16 variables, two threads", "write")
            .threads(2).fixed("of", "16").conditions("of 16 variables, visited at random, so that threads meet often")
            .x("variables", "variables written").quick("4").full("4", "16")
            .apply(GroupSections::atomicSubjects));
        sections.add(atomicGroup("atomic-write-alone", "Atomic write of several variables, one thread", "write")
            .threads(1).fixed("of", "1024").conditions("of 1024 variables, no other thread writes")
            .x("variables", "variables written").quick("16").full("1", "4", "16")
            .apply(GroupSections::atomicSubjects));
        sections.add(atomicGroup("atomic-update", "Atomic read and update of several variables", "update")
            .threads(2).warmup(Sections.UPDATE_WARMUP).fixed("of", "1024").conditions("of 1024 variables")
            .x("variables", "variables updated").quick("4").full("1", "4", "16")
            .apply(GroupSections::updatingSubjects));
        sections.add(
            atomicGroup("atomic-update-alone", "Atomic read and update of several variables, one thread", "update")
            .aside().threads(1).warmup(Sections.UPDATE_WARMUP).fixed("of", "1024")
            .conditions("of 1024 variables, no other thread updates")
            .x("variables", "variables updated").quick("4")
            .apply(GroupSections::atomicSubjects));
        sections.add(atomicGroup("atomic-update-contended", "Atomic read and update of 4 of 16 variables", "update")
            .threads(2).warmup(Sections.UPDATE_WARMUP).fixed("of", "16")
            .conditions("of 16 variables, visited at random, so that threads meet often")
            .x("variables", "variables updated").quick("4").full("4", "16")
            .apply(GroupSections::atomicSubjects));
        sections.add(atomicGroup("atomic-snapshot", "Read-only snapshot of several variables", "snapshot")
            .threads(2).fixed("of", "1024").conditions("of 1024 variables")
            .x("variables", "variables read").quick("16").full("1", "4", "16")
            .apply(GroupSections::atomicSubjects));
        sections.add(
            atomicGroup("atomic-snapshot-alone", "Read-only snapshot of several variables, one thread", "snapshot")
            .aside().threads(1).fixed("of", "1024").conditions("of 1024 variables, no other thread reads")
            .x("variables", "variables read").quick("16")
            .apply(GroupSections::atomicSubjects));
    }

    private static SectionBuilder atomicGroup(final String id, final String title, final String method)
    {
        return Section.of(id, title).benchmark("\\.groups\\.AtomicGroupBenchmark\\." + method + '$');
    }

    private static Section atomicSubjects(final SectionBuilder builder)
    {
        return builder
            .ownValues("subject", "isotach-2-copies", "isotach-1-copy")
            .otherValues("subject", OTHER_ATOMIC_SUBJECTS)
            .comparedTo("isotach-2-copies");
    }

    /**
     * With UPDATEs, too: one isochron instead of two.
     */
    private static Section updatingSubjects(final SectionBuilder builder)
    {
        return builder
            .ownValues("subject", "isotach-2-copies", "isotach-1-copy", "isotach-update")
            .otherValues("subject", OTHER_ATOMIC_SUBJECTS)
            .comparedTo("isotach-2-copies");
    }

    private static void addTransfers(final List<Section> sections)
    {
        sections.add(transfers("transfer-alone", "Transfers between 2 variables of the only host, one thread", 1));
        sections.add(transfers("transfers", "Transfers between 2 variables of the only host, four threads", 4));
    }

    private static Section transfers(final String id, final String title, final int threads)
    {
        return Section.of(id, title)
            .benchmark("\\.groups\\.TransferOnOneHostBenchmark\\.transfer$").threads(threads)
            .conditions("of 1024 variables, default mode, one after the other")
            .ownValues("subject", "take-assign", "action", "update", "write")
            .otherValues("subject", "synchronized")
            .comparedTo("synchronized");
    }

    private static void addActions(final List<Section> sections)
    {
        sections.add(actions("actions", "Prepared actions on 4 variables, two threads")
            .fixed("copies", "1").conditions("one host")
            .benchmark(ACTIONS + "runPrepared$").own("action")
            .benchmark(ACTIONS + "applyPrepared$").own("changes")
            .benchmark(ACTIONS + "takePrepared$").own("snapshot")
            .benchmark(ACTIONS + "portTake$").own("port, TAKE and ASSIGN")
            .benchmark(ACTIONS + "portTakeInFlight$").own("port, TAKE and ASSIGN, 32 in flight")
            .benchmark(ACTIONS + "portUpdate$").own("port, UPDATE")
            .benchmark(ACTIONS + "lock$").other("synchronized")
            .comparedTo("synchronized"));
        sections.add(actions("actions-on-the-spot", "Actions that are put together on the spot, two threads")
            .fixed("copies", "1").conditions("one host").allocating()
            .benchmark(ACTIONS + "run$").own("action")
            .benchmark(ACTIONS + "runPipelined$").own("action in a pipeline")
            .benchmark(ACTIONS + "portTakeInFlight$").own("port, TAKE and ASSIGN, 32 in flight")
            .benchmark(ACTIONS + "apply$").own("changes")
            .benchmark(ACTIONS + "take$").own("snapshot")
            .comparedTo("action"));
        sections.add(Section.of("actions-two-copies", "Changes of 4 variables that have two copies, two threads")
            .aside().threads(2).fixed("copies", "2").conditions("two hosts, a thread at each").allocating()
            .x("mode", "threading mode").quick("HOST")
            .benchmark(ACTIONS + "apply$").own("changes on the spot")
            .benchmark(ACTIONS + "portUpdate$").own("port, UPDATE")
            .comparedTo("port, UPDATE"));
        addManyThreads(sections, 16);
        addManyThreads(sections, 64);
        sections.add(Section.of("single-variables", "Calls that use one variable, two threads with one each")
            .aside().benchmark("\\.groups\\.SingleVariableBenchmark\\.call$").threads(2)
            .conditions("one host")
            .ownValues("subject", "isotach").otherValues("subject", "atomic", "synchronized")
            .x("call", "call").quick("get", "set", "addAndGet", "reference-get", "reference-set")
            .comparedTo("synchronized"));
        sections.add(Section.of("snapshot-under-writes", "Snapshots of 16 variables while other threads write")
            .benchmark("\\.groups\\.SnapshotBenchmark\\.snapshot$")
            .warmup(Sections.WRITERS_WARMUP).conditions("two threads write without a pause, if any does")
            .ownValues("subject", "isotach", "isotach-words").otherValues("subject", "stampedlock")
            .x("written", "variables that are written").quick("none", "others", "these")
            .comparedTo("stampedlock"));
        sections.add(Section.of("snapshot-on-the-spot", "Snapshots of 16 variables that are put together on the spot")
            .aside().benchmark("\\.groups\\.SnapshotBenchmark\\.snapshot$")
            .warmup(Sections.WRITERS_WARMUP).conditions("two threads write without a pause, if any does").allocating()
            .ownValues("subject", "isotach-on-the-spot").otherValues("subject", "stampedlock")
            .x("written", "variables that are written").quick("none", "others", "these")
            .comparedTo("stampedlock"));
    }

    private static void addManyThreads(final List<Section> sections, final int threads)
    {
        sections.add(Section.of("actions-" + threads + "-threads",
            "Prepared actions on 4 variables, " + threads + " threads")
            .aside().threads(threads).fixed("copies", "1").conditions("one host")
            .x("mode", "threading mode").quick("HOST")
            .benchmark(ACTIONS + "runPrepared$").own("action")
            .benchmark(ACTIONS + "lock$").other("synchronized")
            .comparedTo("synchronized"));
    }

    private static SectionBuilder actions(final String id, final String title)
    {
        return Section.of(id, title).threads(2).x("mode", "threading mode").quick("HOST", "INVOKER");
    }

    private static void addDining(final List<Section> sections)
    {
        sections.add(Section.of("dining", "Dining philosophers, meals of 1 us")
            .benchmark("\\.dining\\.DiningBenchmark\\.meal$").threads(2).fixed("mealUs", "1")
            .x("philosophers", "philosophers").quick("2", "5", "16").full("2", "3", "5", "8", "16")
            .apply(GroupSections::diningSubjects));
        sections.add(Section.of("dining-meals", "Five dining philosophers, meals of several lengths")
            .benchmark("\\.dining\\.DiningBenchmark\\.meal$").threads(2).fixed("philosophers", "5")
            .x("mealUs", "length of a meal in us").quick("0", "10")
            .apply(GroupSections::diningSubjects));
    }

    private static Section diningSubjects(final SectionBuilder builder)
    {
        return builder
            .ownValues("subject", "isotach")
            .otherValues("subject", "ordered-locks", "synchronized", "scalastm")
            .comparedTo("isotach");
    }
}
