/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.isotach.Isochron;
import org.isotach.IsotachException;
import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.Membership;
import org.isotach.niu.spi.Trunk;
import org.isotach.niu.spi.TrunkHandler;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;

/**
 * Two to four members join, of which one is launched twice, as by a supervisor: the first time it may end at some step.
 * Each other member hears one incarnation of it, and is heard by one. They start only if all of them mean the same.
 */
public final class LaunchesScenario implements Scenario
{
    private static final int MAX_MEMBERS = 4;
    private static final int INCARNATIONS = 2;
    private static final int HOSTS_PER_MEMBER = 2;
    private static final int MAX_END = 400;

    // Room for all that is said at the start: an incarnation that nobody hears is at rest then.
    private static final int CAPACITY = 16;
    private static final int MAX_PAUSES = 200;

    // Nobody tells the others that a member has ended.
    private static final Duration CLOSE_TIMEOUT = Duration.ofMillis(1);

    // Until those go that can never join.
    private static final int MAX_STEPS_IN_VAIN = 4000;
    private static final int MAX_STEPS = 300_000;

    @Override
    public void prepare(final Simulation simulation)
    {
        final Run run = new Run(simulation);
        run.start();
        simulation.always("OneLaunch", () -> run.wrong);
        simulation.always("End", () ->
        {
            run.endWhenDue();
            return run.steps <= MAX_STEPS ? null : "no end after " + run.steps + " steps";
        });
        simulation.atEnd("Joined", run::joined);
    }

    /**
     * What all programs share.
     */
    private static final class Run
    {
        private final Simulation simulation;
        private final Random random;
        private final int count;
        private final int again;
        private final Members members;
        private final Topology topology;
        private final MemoryTrunks[] trunks = new MemoryTrunks[INCARNATIONS];

        // By member: the incarnation that it hears, and by which it is heard.
        private final int[] hears;
        private final int[] isHeardBy;
        private final boolean isOneLaunch;

        // Step at which one incarnation ends, 0 for never.
        private final int end;
        private final int ending;
        private final boolean losesTail;
        private int steps;
        private boolean hasEnded;

        private final List<Program> programs = new ArrayList<>();
        private String wrong;

        Run(final Simulation simulation)
        {
            this.simulation = simulation;
            random = simulation.random();
            count = 1 + simulation.upTo(MAX_MEMBERS - 1);
            again = random.nextInt(count);
            final Members.Builder builder = Members.builder();
            final Topology.Builder switches = Topology.builder();
            for (int member = 0; member < count; member++)
            {
                builder.add("member-" + member, "", member);
                switches.addSwitch();
                if (member > 0)
                {
                    switches.connect(member - 1, member);
                }
                for (int i = 0; i < HOSTS_PER_MEMBER; i++)
                {
                    switches.addHost(member);
                }
            }
            members = builder.build();
            topology = switches.build();
            for (int i = 0; i < INCARNATIONS; i++)
            {
                trunks[i] = new MemoryTrunks(count, CAPACITY << random.nextInt(3), new Random(random.nextLong()));
            }
            hears = incarnations();
            isHeardBy = random.nextBoolean() ? hears : incarnations();
            isOneLaunch = areSame();
            end = random.nextBoolean() ? 0 : 1 + random.nextInt(MAX_END);
            ending = random.nextInt(INCARNATIONS);
            losesTail = random.nextBoolean();
        }

        private int[] incarnations()
        {
            final int all = random.nextInt(2 * INCARNATIONS);
            return random.ints(count, 0, INCARNATIONS).map(drawn -> all < INCARNATIONS ? all : drawn).toArray();
        }

        private boolean areSame()
        {
            int different = 0;
            for (int member = 0; member < count; member++)
            {
                if (member != again)
                {
                    different |= hears[member] ^ hears[0 == again ? 1 : 0];
                    different |= isHeardBy[member] ^ hears[0 == again ? 1 : 0];
                }
            }
            return 0 == different;
        }

        void start()
        {
            for (int member = 0; member < count; member++)
            {
                for (int incarnation = 0; incarnation < (member == again ? INCARNATIONS : 1); incarnation++)
                {
                    launch(member, incarnation);
                }
            }
        }

        private void launch(final int member, final int incarnation)
        {
            final Cluster cluster = simulation.launch(
                new ClusterContext().topology(topology).closeTimeout(CLOSE_TIMEOUT)
                    .errorHandler(error -> simulation.note(error.getMessage())),
                new Membership(members, members.name(member), (all, own, other) ->
                    newTrunk(all, own, other, incarnation)));
            final PageMap.Builder pages = PageMap.builder().pageSize(1);
            for (int page = 0; page < count; page++)
            {
                pages.page(page, HOSTS_PER_MEMBER * page, HOSTS_PER_MEMBER * page + 1);
            }
            final SharedMemory memory = SharedMemory.on(cluster, pages.build());
            final Program program = new Program(this, member, incarnation, cluster, memory);
            programs.add(program);
            simulation.thread(program.toString(), program.host, program::run);
        }

        private Trunk newTrunk(final Members all, final int own, final int other, final int incarnation)
        {
            if (other == again)
            {
                return new SplitTrunk(
                    trunks[isHeardBy[own]].newTrunk(all, own, other), trunks[hears[own]].newTrunk(all, own, other));
            }
            return trunks[own == again ? incarnation : 0].newTrunk(all, own, other);
        }

        void endWhenDue()
        {
            steps++;
            if (steps == end)
            {
                hasEnded = true;
                for (final Program program : programs)
                {
                    if (program.member == again && program.incarnation == ending)
                    {
                        simulation.note(program + " ends");
                        simulation.crash(program.cluster);
                    }
                }
                for (int member = 0; member < count; member++)
                {
                    trunks[ending].stop(again, member, losesTail);
                }
            }
        }

        /**
         * If all hear one incarnation, and that does not end, all join.
         */
        String joined()
        {
            for (final Program program : programs)
            {
                if (!program.hasJoined && mustJoin(program))
                {
                    return program + " has not joined";
                }
            }
            return null;
        }

        boolean mustJoin(final Program program)
        {
            final int heard = hears[0 == again ? 1 : 0];
            return isOneLaunch && !(hasEnded && ending == heard) &&
                (program.member != again || program.incarnation == heard);
        }
    }

    /**
     * Of one host of a member.
     */
    private static final class Program
    {
        private final Run run;
        private final int member;
        private final int incarnation;
        private final Cluster cluster;
        private final Host host;
        private final MemoryPort port;
        private boolean hasJoined;

        Program(
            final Run run, final int member, final int incarnation, final Cluster cluster, final SharedMemory memory)
        {
            this.run = run;
            this.member = member;
            this.incarnation = incarnation;
            this.cluster = cluster;
            host = cluster.localHosts().get(0);
            port = memory.port(host);
        }

        /**
         * What it issues goes to hosts of its member only, so it needs no other member but for the time.
         */
        void run()
        {
            for (int i = run.random.nextInt(MAX_PAUSES); i > 0; i--)
            {
                run.simulation.pause();
            }
            final Isochron isochron = host.isochron().begin();
            port.write(isochron, member, 1);
            boolean isIssued = false;
            try
            {
                while (!hasJoined && (run.steps < MAX_STEPS_IN_VAIN || run.mustJoin(this)))
                {
                    hasJoined = cluster.tryJoin();
                    isIssued = isIssued || isochron.tryIssue();
                    check(isIssued && isochron.isExecuted());
                    host.poll();
                    run.simulation.pause();
                }
            }
            catch (final IsotachException ex)
            {
                run.simulation.note(this + ": " + ex.getMessage());
            }
            check(false);
            if (!isIssued)
            {
                isochron.abandon();
            }
        }

        private void check(final boolean isExecuted)
        {
            if ((hasJoined || isExecuted) && !run.isOneLaunch && null == run.wrong)
            {
                run.wrong = this + (hasJoined ? " has joined" : " has executed an isochron of two hosts") +
                    ", but not all hear the same incarnation of member " + run.again;
            }
        }

        @Override
        public String toString()
        {
            return "member-" + member + (member == run.again ? ", launch " + incarnation : "");
        }
    }

    /**
     * The end of a trunk that leads to one incarnation, and comes from another one.
     */
    private static final class SplitTrunk extends ForwardingTrunk
    {
        private final Trunk in;

        SplitTrunk(final Trunk out, final Trunk in)
        {
            super(out);
            this.in = in;
        }

        @Override
        public int poll(final TrunkHandler handler, final int limit)
        {
            return in.poll(handler, limit);
        }

        @Override
        public String toString()
        {
            return "SplitTrunk";
        }
    }
}
