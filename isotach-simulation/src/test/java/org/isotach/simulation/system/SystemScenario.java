/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;

import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.mbm.BarrierMode;
import org.isotach.mbm.Mailbox;
import org.isotach.mbm.Messaging;
import org.isotach.mbm.MessagingContext;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.spi.LinkFaults;
import org.isotach.simulation.DrawnFrames;
import org.isotach.simulation.Invariant;
import org.isotach.simulation.Scenario;
import org.isotach.simulation.Simulation;
import org.isotach.smm.SharedMemory;
import org.isotach.smm.UpdateFunction;

/**
 * A random cluster with random programs: topology, page map, sizes of rings and buffers down to the smallest ones, and
 * one or two programs on each host.
 */
public final class SystemScenario implements Scenario
{
    private static final int MAX_SWITCHES = 5;
    private static final int MAX_PAGES = 4;
    private static final int PAGE_SIZE = 2;
    private static final int MAX_NON_ISOTACH_BARRIERS = 3;
    static final int SMALLEST_NON_ISOTACH_RING = 64;

    // Runs whose credits are counted after every step, which takes as long as the step.
    private static final int AUDIT_CHANCE = 16;

    // Takes the longest isochron, and becomes longer, or goes round, after a few of them.
    private static final int SMALLEST_LINK = 1024;
    private static final int MAX_ISOCHRON_LENGTH =
        SystemProgram.MAX_OPERATIONS * (SystemProgram.MAX_MESSAGE_LENGTH + 32) + 16;

    // With so many operations of two words each.
    private static final int LONG_ISOCHRON_LENGTH = (SystemProgram.MANY + 2) * 2 * Long.BYTES;
    private static final int LINK_OF_LONG = 4 * SMALLEST_LINK;

    private final UnaryOperator<ClusterContext> settings;
    private final boolean isChecked;

    /**
     * With all invariants.
     */
    public SystemScenario()
    {
        this(context -> context, true);
    }

    /**
     * @param settings  changes those that were drawn.
     * @param isChecked are there to be invariants?
     */
    SystemScenario(final UnaryOperator<ClusterContext> settings, final boolean isChecked)
    {
        this.settings = settings;
        this.isChecked = isChecked;
    }

    @Override
    public void prepare(final Simulation simulation)
    {
        final Random random = simulation.random();
        final int hosts = 1 + simulation.upTo(Records.MAX_HOSTS - 1);
        final Topology topology = topology(simulation, hosts);
        final PageMap pageMap = pageMap(simulation, hosts);
        final int readCap = SystemProgram.MAX_OPERATIONS << random.nextInt(6);
        final boolean areLong = readCap >= SystemProgram.MANY;
        final int maxIsochronLength = areLong ? LONG_ISOCHRON_LENGTH : MAX_ISOCHRON_LENGTH;
        final ClusterContext context = new ClusterContext();
        final Cluster cluster = simulation.launch(settings.apply(context
            .topology(topology)
            .paranoid(0 == random.nextInt(4) || context.paranoid())
            .oneInFlight(0 == random.nextInt(16) || context.oneInFlight())
            .hostsPerTokenManager(random.nextBoolean() ? 1 : ClusterContext.HOSTS_PER_TOKEN_MANAGER_DEFAULT)
            .linkFaults(0 == random.nextInt(4) ? faults(random) : LinkFaults.NONE)
            .frames(DrawnFrames.of(simulation))
            .sendRingSize(2 << random.nextInt(5))
            .linkRingSize(1 << random.nextInt(5))
            .linkLength((areLong ? LINK_OF_LONG : SMALLEST_LINK) << random.nextInt(4))
            .readCap(readCap)
            .maxIsochronLength(maxIsochronLength)
            .slabLength(maxIsochronLength * (3 + random.nextInt(10)))));
        final SharedMemory memory = SharedMemory.on(cluster, pageMap);
        final Messaging messaging = newMessaging(cluster, SMALLEST_NON_ISOTACH_RING << random.nextInt(3));
        final Records records = new Records(
            topology, pageMap, cluster.threadingMode(), some(random, hosts), some(random, hosts),
            random.nextBoolean() ? BarrierMode.STRONG : BarrierMode.WEAK,
            random.nextInt(MAX_NON_ISOTACH_BARRIERS + 1));
        addFunctions(records, memory);
        Trace.on(cluster, records);
        register(records, cluster, messaging);
        addPrograms(simulation, records, cluster, memory, messaging);
        if (isChecked)
        {
            addInvariants(simulation, records, cluster, memory, new Credits(cluster, memory, messaging));
        }
    }

    static void addFunctions(final Records records, final SharedMemory memory)
    {
        records.functions.put(Operation.Function.ADD, UpdateFunction.ADD);
        records.functions.put(Operation.Function.XOR, UpdateFunction.XOR);
        records.functions.put(Operation.Function.MAX, UpdateFunction.MAX);
        records.functions.put(Operation.Function.EXCHANGE, UpdateFunction.EXCHANGE);
        records.functions.put(
            Operation.Function.COMBINE, memory.registerFunction(0, Operation.Function::combine));
    }

    static void addCredits(final Simulation simulation, final Invariant credits)
    {
        if (0 == simulation.random().nextInt(AUDIT_CHANCE))
        {
            simulation.always("Credits", credits);
        }
        simulation.atEnd("Credits", credits);
    }

    private static void addPrograms(
        final Simulation simulation,
        final Records records,
        final Cluster cluster,
        final SharedMemory memory,
        final Messaging messaging)
    {
        int programs = 0;
        for (int i = 0; i < records.hosts; i++)
        {
            programs += addPrograms(simulation, records, memory, messaging, cluster.host(i), programs);
        }
    }

    static Messaging newMessaging(final Cluster cluster, final int nonIsotachRingLength)
    {
        return Messaging.on(cluster, new MessagingContext()
            .maxMessageLength(SystemProgram.MAX_MESSAGE_LENGTH)
            .handlerCount(1)
            .barrierChannels(SystemProgram.BARRIER_CHANNELS + 1)
            .nonIsotachRingLength(nonIsotachRingLength));
    }

    /**
     * Registers the channels of the hosts in this JVM.
     */
    static void register(final Records records, final Cluster cluster, final Messaging messaging)
    {
        for (final Host host : cluster.localHosts())
        {
            final Mailbox mailbox = messaging.mailbox(host);
            for (int channel = 1;
                channel <= SystemProgram.SIGNAL_CHANNELS && records.isSignalled[host.id()];
                channel++)
            {
                mailbox.registerSignal(channel);
            }
            if (records.isMember[host.id()])
            {
                for (int channel = 1; channel <= SystemProgram.BARRIER_CHANNELS; channel++)
                {
                    mailbox.registerBarrier(channel, records.barrierMode(channel));
                }
            }
        }
    }

    /**
     * Adds one or two programs of one host, which know each other.
     *
     * @param messaging null to do without messages.
     * @param first     number of the first program.
     * @return how many.
     */
    static int addPrograms(
        final Simulation simulation,
        final Records records,
        final SharedMemory memory,
        final Messaging messaging,
        final Host host,
        final int first)
    {
        final List<SystemProgram> siblings = new ArrayList<>();
        final int count = 1 + simulation.random().nextInt(4) / 3;
        for (int number = first; number < first + count; number++)
        {
            simulation.program(
                "host-" + host.id() + "/program-" + number,
                host,
                new SystemProgram(simulation, records, memory, messaging, host, number, siblings));
        }
        return count;
    }

    /**
     * A tree of switches.
     */
    static Topology.Builder tree(final Random random, final int switches)
    {
        final Topology.Builder builder = Topology.builder();
        for (int i = 0; i < switches; i++)
        {
            builder.addSwitch();
            if (i > 0)
            {
                builder.connect(random.nextInt(i), i);
            }
        }
        return builder;
    }

    private static void addInvariants(
        final Simulation simulation,
        final Records records,
        final Cluster cluster,
        final SharedMemory memory,
        final Credits credits)
    {
        addCredits(simulation, credits);
        simulation.always("Clocks", new Clocks(cluster));
        // The first one that fails is reported, so the simple ones come first.
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
        addMessageInvariants(simulation, records);
        // Before the last one, which sends something.
        simulation.atEnd("AtRest", credits.atRest());
        simulation.atEnd("Memory", new Memory(records, new FinalCopies(records, cluster, memory)));
    }

    /**
     * Those of messages, signals and barriers, isotach or not.
     */
    static void addMessageInvariants(final Simulation simulation, final Records records)
    {
        simulation.always("Participations", new Participations(records));
        simulation.always("NonIsotachMessages", records.nonIsotach::wrongMessage);
        simulation.always("NonIsotachBarriers", records.nonIsotach::wrongBarrier);
        simulation.atEnd("NonIsotachMessages", records.nonIsotach::missing);
        for (final Invariant invariant : List.of(
            new Messages(records), new Notices(records), new Signals(records), new Barriers(records)))
        {
            simulation.atEnd(invariant.getClass().getSimpleName(), invariant);
        }
    }

    private static LinkFaults faults(final Random random)
    {
        return new LinkFaults(
            0.2 * random.nextDouble(),
            0.2 * random.nextDouble(),
            0.2 * random.nextDouble(),
            0.2 * random.nextDouble(),
            0.1 * random.nextDouble(),
            random.nextLong());
    }

    static boolean[] some(final Random random, final int hosts)
    {
        final boolean[] chosen = new boolean[hosts];
        for (int host = 0; host < hosts; host++)
        {
            chosen[host] = 0 < random.nextInt(4);
        }
        return chosen;
    }

    private static Topology topology(final Simulation simulation, final int hosts)
    {
        final Random random = simulation.random();
        final int switches = simulation.upTo(MAX_SWITCHES);
        final Topology.Builder builder = tree(random, switches);
        if (switches > 2 && random.nextBoolean())
        {
            builder.connect(0, switches - 1);
        }
        for (int i = 0; i < hosts; i++)
        {
            builder.addHost(random.nextInt(switches));
        }
        return builder.build();
    }

    static PageMap pageMap(final Simulation simulation, final int hosts)
    {
        final Random random = simulation.random();
        final PageMap.Builder builder = PageMap.builder().pageSize(PAGE_SIZE);
        final int pages = simulation.upTo(MAX_PAGES);
        for (int page = 0; page < pages; page++)
        {
            if (0 == random.nextInt(3))
            {
                builder.everywhere(page);
            }
            else
            {
                builder.page(page, random.ints(1 + random.nextInt(3), 0, hosts).distinct().toArray());
            }
        }
        return builder.build();
    }
}
