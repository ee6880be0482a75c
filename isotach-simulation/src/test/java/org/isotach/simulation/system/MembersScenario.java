/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.mbm.BarrierMode;
import org.isotach.mbm.Messaging;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.Membership;
import org.isotach.simulation.DrawnFrames;
import org.isotach.simulation.Invariant;
import org.isotach.simulation.MemoryTrunks;
import org.isotach.simulation.Scenario;
import org.isotach.simulation.Simulation;
import org.isotach.smm.SharedMemory;

/**
 * A random cluster of two or three members, each a cluster of its own here, with trunks that keep records back and
 * refuse them, and with the random programs of {@link SystemScenario} but for what does not go from member to member.
 */
public class MembersScenario implements Scenario
{
    private static final int SMALLEST_LINK = 1024;
    private static final int MAX_NON_ISOTACH_BARRIERS = 3;

    // Runs take some 10,000; one in a thousand takes more than 200,000, with trunks that keep back and refuse most.
    private static final int MAX_STEPS = 1_000_000;
    private static final int MAX_ISOCHRON_LENGTH =
        SystemProgram.MAX_OPERATIONS * (SystemProgram.MAX_MESSAGE_LENGTH + 32) + 16;

    private final boolean hasMessages;
    private final boolean isForCredits;

    /**
     * With shared memory, and notices.
     */
    public MembersScenario()
    {
        this(false, false);
    }

    /**
     * @param hasMessages  true for messages, signals and barriers as users know them, besides shared memory.
     * @param isForCredits true if nothing else is checked, and they are after each step.
     */
    MembersScenario(final boolean hasMessages, final boolean isForCredits)
    {
        this.hasMessages = hasMessages;
        this.isForCredits = isForCredits;
    }

    @Override
    public void prepare(final Simulation simulation)
    {
        final Random random = simulation.random();
        final int count = 1 + simulation.upTo(2);
        final int hosts = count + simulation.upTo(3) - 1;
        final Topology topology = topology(random, count, hosts);
        final PageMap pageMap = SystemScenario.pageMap(simulation, hosts);
        final Cluster[] members = launch(simulation, topology, members(count));
        final SharedMemory[] memories = new SharedMemory[count];
        final Messaging[] messagings = new Messaging[count];
        final Records records = hasMessages ?
            new Records(
                topology, pageMap, ThreadingMode.INVOKER, SystemScenario.some(random, hosts),
                SystemScenario.some(random, hosts), random.nextBoolean() ? BarrierMode.STRONG : BarrierMode.WEAK,
                random.nextInt(MAX_NON_ISOTACH_BARRIERS + 1)) :
            new Records(
                topology, pageMap, ThreadingMode.INVOKER, new boolean[hosts], new boolean[hosts], BarrierMode.WEAK, 0);
        final int nonIsotachRing = SystemScenario.SMALLEST_NON_ISOTACH_RING << random.nextInt(3);
        for (int member = 0; member < count; member++)
        {
            memories[member] = SharedMemory.on(members[member], pageMap);
            if (hasMessages)
            {
                messagings[member] = SystemScenario.newMessaging(members[member], nonIsotachRing);
                SystemScenario.register(records, members[member], messagings[member]);
            }
            // The same function everywhere.
            SystemScenario.addFunctions(records, memories[member]);
            Trace.on(members[member], records);
        }
        addPrograms(simulation, records, members, memories, messagings);
        for (final Cluster member : members)
        {
            member.tryJoin();
        }
        if (!hasMessages)
        {
            addSignals(simulation, records, members);
        }
        addInvariants(simulation, records, members, memories, new CreditsOfMembers(members, memories, messagings));
        simulation.always("End", () -> simulation.step() < MAX_STEPS ? null : "no end after " + MAX_STEPS + " steps");
    }

    private static Cluster[] launch(final Simulation simulation, final Topology topology, final Members members)
    {
        final Random random = simulation.random();
        final MemoryTrunks trunks =
            new MemoryTrunks(members.count(), 1 << random.nextInt(8), new Random(random.nextLong()));
        final int linkRingSize = 1 << random.nextInt(5);
        final int linkLength = SMALLEST_LINK << random.nextInt(4);
        final int readCap = SystemProgram.MAX_OPERATIONS << random.nextInt(4);
        final Cluster[] clusters = new Cluster[members.count()];
        for (int member = 0; member < clusters.length; member++)
        {
            // What is not the same everywhere differs.
            clusters[member] = simulation.launch(
                new ClusterContext()
                    .topology(topology)
                    .paranoid(0 == random.nextInt(4))
                    .oneInFlight(0 == random.nextInt(16))
                    .frames(DrawnFrames.of(simulation))
                    .sendRingSize(2 << random.nextInt(5))
                    .linkRingSize(linkRingSize)
                    .linkLength(linkLength)
                    .readCap(readCap)
                    .maxIsochronLength(MAX_ISOCHRON_LENGTH)
                    .slabLength(MAX_ISOCHRON_LENGTH * (3 + random.nextInt(10))),
                new Membership(members, members.name(member), trunks));
        }
        return clusters;
    }

    private static Cluster of(final Cluster[] members, final int host)
    {
        return Arrays.stream(members).filter(member -> member.localHosts().contains(member.host(host))).findFirst()
            .orElseThrow();
    }

    private static void addPrograms(
        final Simulation simulation,
        final Records records,
        final Cluster[] members,
        final SharedMemory[] memories,
        final Messaging[] messagings)
    {
        int programs = 0;
        for (int i = 0; i < records.hosts; i++)
        {
            final Cluster member = of(members, i);
            final int number = List.of(members).indexOf(member);
            programs += SystemScenario.addPrograms(
                simulation, records, memories[number], messagings[number], member.host(i), programs);
        }
    }

    private static void addSignals(
        final Simulation simulation, final Records records, final Cluster[] members)
    {
        final SignalsOfMembers signals = new SignalsOfMembers(records);
        for (int i = 0; i < records.hosts; i++)
        {
            final Host host = of(members, i).host(i);
            if (simulation.random().nextBoolean())
            {
                signals.listen(host);
            }
            if (0 == simulation.random().nextInt(3))
            {
                simulation.program(
                    "host-" + i + "/signals", host,
                    signals.program(host, new Random(simulation.random().nextLong())));
            }
        }
        simulation.atEnd("Signals", signals);
    }

    private void addInvariants(
        final Simulation simulation,
        final Records records,
        final Cluster[] members,
        final SharedMemory[] memories,
        final CreditsOfMembers credits)
    {
        if (isForCredits)
        {
            simulation.always("Credits", credits);
            return;
        }
        SystemScenario.addCredits(simulation, credits);
        simulation.always("Clocks", new ClocksOfMembers(members));
        for (final Invariant invariant : List.of(
            new ExactlyOnce(records),
            new OnePulse(records),
            new TotalOrder(records),
            new IssueOrder(records),
            new EndOfPulse(records),
            new Stopped(records),
            new Distance(records),
            new Minimality(records),
            new Causality(records),
            new Freshness(records)))
        {
            simulation.atEnd(invariant.getClass().getSimpleName(), invariant);
        }
        if (hasMessages)
        {
            SystemScenario.addMessageInvariants(simulation, records);
        }
        // Before the last one, which sends something.
        simulation.atEnd("AtRest", credits.atRest());
        simulation.atEnd("Memory", new Memory(records, new FinalCopies(
            records,
            host -> of(members, host).host(host),
            host -> memories[List.of(members).indexOf(of(members, host))])));
    }

    private static Members members(final int count)
    {
        final Members.Builder builder = Members.builder();
        for (int member = 0; member < count; member++)
        {
            // Two switches each, and not next to each other.
            builder.add("member-" + member, "", member, count + member);
        }
        return builder.build();
    }

    private static Topology topology(final Random random, final int members, final int hosts)
    {
        final int switches = 2 * members;
        final Topology.Builder builder = SystemScenario.tree(random, switches);
        for (int host = 0; host < hosts; host++)
        {
            // Each member has a host.
            builder.addHost(host < members ? host : random.nextInt(switches));
        }
        return builder.build();
    }
}
