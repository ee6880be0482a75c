/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.ArrayList;
import java.util.List;

import org.isotach.HostExpelledException;
import org.isotach.HostSet;
import org.isotach.PageMap;
import org.isotach.mbm.MessagePort;
import org.isotach.mbm.Messaging;
import org.isotach.niu.Cluster;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.PageLostException;
import org.isotach.smm.SharedMemory;

/**
 * A small program on three hosts, of which one gets stuck in a handler, and is expelled. Each isochron writes a pair of
 * variables, reads one that the victim alone has, and sends two messages to handlers everywhere; so the thread that
 * is stuck has more of the same isochron to execute, and results to send. In half of the runs the handler returns,
 * sooner or later, before or after its host has been expelled.
 */
final class StuckScenario implements Scenario
{
    private static final int HOSTS = 3;
    private static final int ROUNDS = 6;
    private static final int HANDLER = 0;
    private static final int PAGE_SIZE = 4;

    // On all hosts: a pair. On the victim only.
    private static final int PAIR = 0;
    private static final int OF_VICTIM = PAGE_SIZE;
    private static final int MAX_STEPS = 100_000;
    private static final int MAX_PAUSES = 400;

    @Override
    public void prepare(final Simulation simulation)
    {
        final int victim = simulation.random().nextInt(HOSTS);
        final Cluster cluster = simulation.launch(ScenarioRun.smallContext(simulation, HOSTS).readCap(4));
        simulation.letHandlersPause(cluster.host(victim));
        final Run run = new Run(simulation, cluster, victim);
        run.startAll(host -> new Member(run, host), Member::run);
        simulation.thread("expel", cluster.host((victim + 1) % HOSTS), run::expel);
        simulation.always("Unreached", run::unreached);
        simulation.always("End", () -> run.end(MAX_STEPS));
        simulation.atEnd("SameMessages", run::sameMessages);
        simulation.atEnd("SameCopies", run::sameCopies);
    }

    /**
     * What the programs share.
     */
    private static final class Run extends ScenarioRun<Member>
    {
        final int victim;
        final SharedMemory memory;
        final Messaging messaging;
        private final int stuckMessage;
        private final int pauses;
        private boolean isStuck;
        private int handledWhenExpelled = Integer.MAX_VALUE;

        Run(final Simulation simulation, final Cluster cluster, final int victim)
        {
            super(simulation, cluster);
            this.victim = victim;
            memory = SharedMemory.on(
                cluster, PageMap.builder().pageSize(PAGE_SIZE).everywhere(0).page(1, victim).build());
            messaging = Messaging.on(cluster);
            stuckMessage = 1 + simulation.random().nextInt(2 * HOSTS * ROUNDS);
            pauses = simulation.random().nextBoolean() ? simulation.random().nextInt(MAX_PAUSES) : Integer.MAX_VALUE;
        }

        /**
         * The handler of the victim.
         */
        void stick()
        {
            isStuck = true;
            // What hangs must be of the victim, or another host were stuck, too.
            final String thread = Thread.currentThread().getName();
            if (Integer.MAX_VALUE == pauses && (thread.startsWith("host-" + victim) || thread.contains("/")))
            {
                simulation.note("host " + victim + " hangs");
                simulation.hang();
            }
            pause(Math.min(pauses, MAX_PAUSES));
        }

        void expel()
        {
            final Member member = members.get(victim);
            while (!isStuck && !member.hasEnded)
            {
                simulation.pause();
            }
            pause(simulation.random().nextInt(64));
            cluster.expel(victim);
            handledWhenExpelled = member.handled.size();
        }

        /**
         * Nothing is executed at a host that was expelled, and nothing that it has done since reaches anybody.
         */
        String unreached()
        {
            final int handled = members.get(victim).handled.size();
            return handled <= handledWhenExpelled ? null : "host " + victim + " has handled " + handled +
                " messages, " + handledWhenExpelled + " of them before it was expelled";
        }

        String sameMessages()
        {
            final List<String> first = members.get((victim + 1) % HOSTS).handled;
            final List<String> second = members.get((victim + 2) % HOSTS).handled;
            return first.equals(second) ? null : "messages were handled in the orders " + first + " and " + second;
        }

        String sameCopies()
        {
            final List<Long> values = new ArrayList<>();
            for (int i = 1; i < HOSTS; i++)
            {
                members.get((victim + i) % HOSTS).readPair(values);
            }
            return 1 == values.stream().distinct().count() ? null : "copies of a pair: " + values;
        }
    }

    /**
     * One host.
     */
    private static final class Member extends ScenarioMember
    {
        final List<String> handled = new ArrayList<>();
        private final Run run;
        private final MemoryPort memory;
        private final MessagePort messages;
        private boolean hasEnded;

        Member(final Run run, final int id)
        {
            super(run.cluster.host(id));
            this.run = run;
            memory = run.memory.port(host);
            messages = run.messaging.port(isochron);
            run.messaging.handler(host, HANDLER, (sender, message) ->
            {
                handled.add(sender + ":" + message.getLong(0));
                if (run.victim == id && run.stuckMessage == handled.size())
                {
                    run.stick();
                }
            });
        }

        void run()
        {
            try
            {
                for (int round = 0; round < ROUNDS; round++)
                {
                    step(round);
                }
            }
            catch (final HostExpelledException ex)
            {
                if (run.victim != host.id())
                {
                    throw ex;
                }
            }
            finally
            {
                hasEnded = true;
            }
        }

        private void step(final int round)
        {
            final HostSet everybody = run.everybody();
            final long number = (long)host.id() << Integer.SIZE | round;
            final IsoValue value = new IsoValue();
            isochron.begin();
            memory.write(isochron, PAIR, number);
            messages.claimForHandler(everybody, HANDLER, Long.BYTES).putLong(0, 2L * round);
            final boolean hasRead = tryRead(value);
            messages.claimForHandler(everybody, HANDLER, Long.BYTES).putLong(0, 2L * round + 1);
            memory.write(isochron, PAIR + 1, number);
            while (!isochron.tryIssue())
            {
                work();
            }
            while (hasRead && !value.isReady() && !value.isFailed())
            {
                work();
            }
            if (hasRead && value.isReady() && 0 != value.get())
            {
                throw new IllegalStateException("read " + value.get() + ", which nobody has written");
            }
        }

        private boolean tryRead(final IsoValue value)
        {
            try
            {
                memory.read(isochron, OF_VICTIM, value);
                return true;
            }
            catch (final PageLostException ex)
            {
                return false;
            }
        }

        private void work()
        {
            if (host.isExpelled())
            {
                throw new HostExpelledException("host " + host.id());
            }
            host.poll();
            run.simulation.pause();
        }

        private void readPair(final List<Long> values)
        {
            for (int address = PAIR; address <= PAIR + 1; address++)
            {
                values.add(read(memory, address));
            }
        }
    }
}
