/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.isotach.benchmarks.LaterJdk;
import org.isotach.benchmarks.TurnKind;

/**
 * The sections, in the order of measurement.
 */
final class Sections
{
    /**
     * The benchmark that tells near cores from far ones.
     */
    static final Configuration BASELINE =
        new Configuration("\\.BaselineBenchmark\\.wordsRoundTrip$", Map.of(), 0, null);

    /**
     * Stands for {@link org.isotach.benchmarks.IdleCpu}, which is not a JMH benchmark.
     */
    static final String IDLE_CPU = "IdleCpu";

    /**
     * Stands for {@link org.isotach.benchmarks.Turns}, which is not a JMH benchmark.
     */
    static final String TURNS = "Turns";

    /**
     * Stands for {@link org.isotach.benchmarks.VirtualThreads}, which is not a JMH benchmark.
     */
    static final String VIRTUAL_THREADS = "VirtualThreads";

    /**
     * Iterations until groups are updated by compiled code, in this library and in STMs.
     */
    static final int UPDATE_WARMUP = 10;

    /**
     * Iterations to warm up for multicasts. JGroups has many threads that do little at a time, and takes longer than
     * anything else: on two cores a burst takes five to ten times as long at first as after four seconds, and becomes
     * somewhat faster still for another four.
     */
    static final int MULTICAST_WARMUP = 18;

    /**
     * Iterations to warm up where three threads spin on two cores, so that the compiler has little time.
     */
    static final int WRITERS_WARMUP = 18;

    /**
     * What a benchmark of logical time counts.
     */
    static final String PULSES = "pulses of logical time per us";

    // Ratios of some percent, when the same subject twice in one JVM differs by as much.
    private static final int COSTS_JVM_FACTOR = 2;

    private static final Set<String> FOR_USERS =
        Set.of("actions", "actions-on-the-spot", "single-variables", "snapshot-under-writes");

    private Sections()
    {
    }

    static List<Section> all()
    {
        final List<Section> sections = new ArrayList<>();
        addMemory(sections);
        addMessages(sections);
        EndpointSections.addTo(sections);
        GroupSections.addTo(sections);
        addScale(sections);
        LaterJdkSections.addTo(sections);
        return sections;
    }

    /**
     * Returns the sections that a profile measures.
     */
    static List<Section> of(final Profile profile)
    {
        return all().stream().filter((section) -> section.isIn(profile)).toList();
    }

    /**
     * The sections that the page for users shows.
     */
    static List<Section> forUsers()
    {
        return all().stream().filter((section) -> FOR_USERS.contains(section.id())).toList();
    }

    /**
     * The parts of sections from which the targets are computed.
     */
    static List<Section> forTargets()
    {
        final Map<String, List<Point>> points = Targets.all().stream().flatMap((target) -> target.points().stream())
            .collect(Collectors.groupingBy(Point::section));
        return all().stream().filter((section) -> points.containsKey(section.id()))
            .map((section) -> section.narrowed(points.get(section.id()))).toList();
    }

    private static void addMemory(final List<Section> sections)
    {
        sections.add(Section.of("remote-read", "Round trips between two threads")
            .benchmark("\\.RemoteReadBenchmark\\.remoteRead$").own("isotach remote read")
            .benchmark("\\.BaselineBenchmark\\.disruptorRoundTrip$").other("two bare Disruptors")
            .benchmark("\\.BaselineBenchmark\\.wordsRoundTrip$").other("two words")
            .comparedTo("isotach remote read"));
        sections.add(inTurns("remote-read-turns", "Round trips between two threads, in turns", TurnKind.REMOTE_READ)
            .otherValues("subject", "disruptors").ownValues("subject", "isotach").otherValues("subject", "words")
            .comparedTo("disruptors"));
        sections.add(Section.of("local-read", "Atomic read of local copies")
            .benchmark("\\.LocalReadBenchmark\\.localRead$").own("isotach")
            .x("variables", "variables per isochron").quick("1", "16")
            .comparedTo("isotach"));
        sections.add(Section.of("isochron-write", "Streamed isochrons to all hosts")
            .benchmark("\\.IsochronWriteBenchmark\\.write$")
            .fixed("hosts", "2").fixed("writes", "16").own("2 hosts, 16 writes")
            .fixed("hosts", "4").own("4 hosts, 16 writes")
            .fixed("hosts", "2").fixed("writes", "1").own("2 hosts, 1 write")
            .x("burst", "isochrons between two polls").quick("1", "64").full("1", "16", "64")
            .comparedTo("2 hosts, 16 writes"));
    }

    private static void addMessages(final List<Section> sections)
    {
        sections.add(Section.of("round-trip", "Round trip of a message between two threads")
            .benchmark("\\.RoundTripBenchmark\\.roundTrip$")
            .ownValues("protocol", "isotach", "nonisotach")
            .otherValues("protocol", "pinned", "agrona", "disruptor", "jctools", "aeron")
            .x("payload", "bytes of payload").quick("64", "1024").full("64", "256", "1024")
            .comparedTo("isotach"));
        sections.add(ofMessages(
            inTurns("round-trip-turns", "Round trip of a message, in turns", TurnKind.ROUND_TRIP))
            .otherValues("subject", "pinned").comparedTo("nonisotach"));
        sections.add(Section.of("round-trip-alone", "Round trip of a message with one thread at both ends")
            .benchmark("\\.LoneRoundTripBenchmark\\.roundTrip$")
            .ownValues("protocol", "isotach", "nonisotach")
            .otherValues("protocol", "pinned", "agrona")
            .x("payload", "bytes of payload").quick("64").full("64", "1024")
            .comparedTo("isotach"));
        sections.add(inTurns(
            "costs-turns", "What counters, events and idle endpoints cost a round trip by one thread, in turns",
            TurnKind.ROUND_TRIP_ALONE)
            .fixed("payload", "64").jvms(COSTS_JVM_FACTOR)
            .conditions("turns of " + Profile.TURN_MS + " ms, in " + COSTS_JVM_FACTOR + " times as many JVMs as others")
            .ownValues(
                "subject", "isotach", "isotach-without-counters", "isotach-without-jfr", "isotach-idle-endpoints")
            .fixed("subject", "isotach").own("isotach again")
            .comparedTo("isotach"));
        sections.add(Section.of("stream", "Stream of messages from one thread to another")
            .benchmark("\\.StreamBenchmark\\.receive$")
            .ownValues("protocol", "isotach", "nonisotach")
            .otherValues("protocol", "pinned", "agrona", "disruptor", "jctools", "aeron")
            .x("payload", "bytes of payload").quick("64", "1024").full("64", "256", "1024")
            .comparedTo("isotach"));
        sections.add(ofMessages(inTurns("stream-turns", "Stream of messages, in turns", TurnKind.STREAM))
            .otherValues("subject", "pinned").comparedTo("nonisotach"));
        sections.add(Section.of("multicast-single", "Total-order multicast, one message at a time")
            .benchmark("\\.MulticastBenchmark\\.single$").warmup(MULTICAST_WARMUP)
            .conditions("1 message in flight")
            .ownValues("protocol", "isotach").otherValues("protocol", "jgroups")
            .x("receivers", "receivers").quick("2", "4")
            .comparedTo("isotach"));
        sections.add(Section.of("multicast-burst", "Total-order multicast, bursts of 128")
            .benchmark("\\.MulticastBenchmark\\.burst$").warmup(MULTICAST_WARMUP)
            .conditions("up to 128 messages in flight")
            .ownValues("protocol", "isotach").otherValues("protocol", "jgroups")
            .x("receivers", "receivers").quick("2", "4")
            .comparedTo("isotach"));
        sections.add(Section.of("barrier", "Barriers, two threads")
            .benchmark("\\.BarrierBenchmark\\.barrier$")
            .ownValues("protocol", "isotach", "nonisotach").otherValues("protocol", "phaser")
            .x("hosts", "hosts").quick("2", "16").full("2", "4", "16")
            .comparedTo("isotach"));
        sections.add(inTurns("barrier-turns", "Barriers of 16 hosts, two threads, in turns", TurnKind.BARRIER)
            .otherValues("subject", "phaser").ownValues("subject", "isotach", "nonisotach")
            .comparedTo("phaser"));
    }

    static SectionBuilder inTurns(final String id, final String title, final TurnKind kind)
    {
        return Section.of(id, title).benchmark(TURNS).fixed("kind", kind.toString())
            .conditions("turns of " + Profile.TURN_MS + " ms");
    }

    static SectionBuilder ofMessages(final SectionBuilder builder)
    {
        return builder
            .x("payload", "bytes of payload").quick("64", "1024")
            .ownValues("subject", "nonisotach", "isotach");
    }

    private static void addScale(final List<Section> sections)
    {
        sections.add(Section.of("hosts", "Hosts, one switch")
            .benchmark("\\.scale\\.LogicalTimeBenchmark\\.idleHosts$").own("mostly idle")
            .benchmark("\\.scale\\.LogicalTimeBenchmark\\.allHosts$").own("all busy")
            .x("topology", "hosts").lines().counter("pulses", PULSES)
            .quick("2x1", "8x1", "64x1").full("2x1", "4x1", "8x1", "16x1", "64x1", "256x1")
            .comparedTo("mostly idle"));
        sections.add(Section.of("switches", "Switches between the hosts")
            .benchmark("\\.scale\\.LogicalTimeBenchmark\\.idleHosts$").own("mostly idle")
            .benchmark("\\.scale\\.LogicalTimeBenchmark\\.allHosts$").own("all busy")
            .x("topology", "hosts x switches").eachToFirst().counter("pulses", PULSES)
            .quick("8x1", "8x8").full("8x1", "8x2", "8x4", "8x8", "64x8")
            .comparedTo("mostly idle"));
        sections.add(Section.of("issuing-threads", "Isochrons of two application threads for each of two hosts")
            .aside().threads(4).benchmark("\\.scale\\.IssuingThreadsBenchmark\\.issue$")
            .fixed("isochron", "write").own("write at both hosts")
            .fixed("isochron", "message").own("message to the other host")
            .x("mode", "threading mode").quick("SHARED", "HOST", "INVOKER")
            .comparedTo("write at both hosts"));
        sections.add(Section.of("memory-size", "Size of the memory")
            .benchmark("\\.scale\\.MemorySizeBenchmark\\.write$").own("streamed writes")
            .benchmark("\\.scale\\.MemorySizeBenchmark\\.snapshot$").own("local snapshots")
            .x("variables", "variables in the memory").lines().quick("1", "1000", "1000000")
            .comparedTo("streamed writes"));
        sections.add(Section.of("isochron-size", "Size of an isochron")
            .fixed("hosts", "2").fixed("burst", "16")
            .benchmark("\\.IsochronWriteBenchmark\\.write$").own("isotach")
            .x("writes", "writes per isochron").lines()
            .quick("1", "16", "256", "1024").full("1", "4", "16", "64", "256", "1024")
            .comparedTo("isotach"));
        sections.add(pendingReads("pending-reads", "Reads that wait for an ASSIGN", "local")
            .conditions("reads of the host that assigns").quick("1", "100", "10000")
            .full("1", "10", "100", "1000", "10000", "100000")
            .comparedTo("ASSIGN beside them"));
        sections.add(pendingReads("pending-reads-remote", "Reads of another host that wait for an ASSIGN", "remote")
            .aside().conditions("reads of another host").quick("1", "10000")
            .full("1", "100", "10000", "100000")
            .comparedTo("ASSIGN beside them"));
        sections.add(Section.of("idle", "Processor time of an idle cluster")
            .benchmark(IDLE_CPU).ownValues("mode", "SHARED", "HOST")
            .x("hosts", "hosts").quick("4", "16").full("4", "16", "64")
            .comparedTo("SHARED"));
        sections.add(Section.of("virtual-threads", "10,000 virtual threads, one action each")
            .benchmark(VIRTUAL_THREADS).on(LaterJdk.VIRTUAL_THREADS)
            .fixed("threads", "10000").fixed("together", "true").own("together")
            .fixed("together", "false").own("as they start")
            .conditions("transfers between 2 of 1000 variables, nothing compiled before")
            .counter(Measurer.MEMORY, "MiB more resident").counter(Measurer.JDK, "JDK")
            .comparedTo("together"));
    }

    private static SectionBuilder pendingReads(final String id, final String title, final String readers)
    {
        return Section.of(id, title).fixed("readers", readers)
            .benchmark("\\.scale\\.PendingReadsBenchmark\\.assign$").own("ASSIGN beside them")
            .benchmark("\\.scale\\.PendingReadsBenchmark\\.release$").own("ASSIGN that releases them")
            .x("pending", "pending reads").lines().counter("reads", "ns per read that is released");
    }
}
