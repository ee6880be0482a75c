/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import org.isotach.PageMap;
import org.isotach.mbm.BarrierMode;
import org.isotach.mbm.Delivery;
import org.isotach.mbm.Mailbox;
import org.isotach.mbm.MessagePort;
import org.isotach.mbm.Messaging;
import org.isotach.niu.Cluster;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.PageLostException;
import org.isotach.smm.SharedMemory;
import org.isotach.smm.TakenVariables;
import org.isotach.smm.UpdateFunction;

/**
 * A small program on three hosts, of which one crashes, in step 1 in the run with seed 1, in step 2 in the next one,
 * and so on, and is expelled some time later by one of the others. The seed also says which one it is, and by whom. The
 * program writes pairs of variables, counts on pairs by structured atomic actions and by UPDATEs, sends each number
 * that it has written to everybody in the same isochron, signals, and takes part in a barrier; the others do that, too.
 */
final class CrashScenario implements Scenario
{
    private static final int HOSTS = 3;
    private static final int ROUNDS = 3;
    private static final int SIGNAL = 1;
    private static final int BARRIER = 1;
    private static final int PAGE_SIZE = 4;

    // On all hosts: a pair that is written, and one that is scheduled and assigned.
    private static final int WRITTEN = 0;
    private static final int COUNTED = 2;

    // On the host that crashes and the next one: a pair that is counted together with the one above. On the former
    // only.
    private static final int SHARED = PAGE_SIZE;
    private static final int LOST = 2 * PAGE_SIZE;

    // On all hosts: scheduled, and overwritten before it is assigned.
    private static final int OVERWRITTEN = 3 * PAGE_SIZE;
    private static final int[] PAIRS = { COUNTED, SHARED, SHARED + 1, COUNTED + 1 };
    private static final String FAILED = "failed";

    /**
     * As many as the program takes, about; the order of steps is another one in each run.
     */
    static final int STEPS = 3000;

    private static final int MAX_STEPS = 100_000;

    @Override
    public void prepare(final Simulation simulation)
    {
        final Cluster cluster = simulation.launch(ScenarioRun.smallContext(simulation, HOSTS).readCap(8));
        final Run run = new Run(simulation, cluster, simulation.random().nextInt(HOSTS));
        run.startAll(host -> new Member(run, host), Member::run);
        final int expeller = run.victim + 1 + simulation.random().nextInt(HOSTS - 1);
        simulation.thread("expel", cluster.host(expeller % HOSTS), run::expel);
        final long crashStep = 1 + Math.floorMod(simulation.seed() - 1, STEPS);
        simulation.always("End", () -> run.crashWhenDue(crashStep));
        simulation.atEnd("SameMessages", run::sameMessages);
        simulation.atEnd("SameCopies", run::sameCopies);
        simulation.atEnd("Gone", run::goneFromOnePulseOn);
    }

    /**
     * What the programs share.
     */
    private static final class Run extends ScenarioRun<Member>
    {
        final SharedMemory memory;
        final Messaging messaging;
        final int victim;
        private int survivorsLeft = HOSTS - 1;
        private boolean hasCrashed;
        private long expelledPulse = -1;

        Run(final Simulation simulation, final Cluster cluster, final int victim)
        {
            super(simulation, cluster);
            this.victim = victim;
            memory = SharedMemory.on(
                cluster,
                PageMap.builder()
                    .pageSize(PAGE_SIZE)
                    .everywhere(0)
                    .page(1, victim, (victim + 1) % HOSTS)
                    .page(2, victim)
                    .everywhere(3)
                    .build());
            messaging = Messaging.on(cluster);
        }

        String crashWhenDue(final long step)
        {
            final String end = end(MAX_STEPS);
            if (steps() == step && survivorsLeft > 0)
            {
                hasCrashed = true;
                simulation.note("host " + victim + " crashes");
                simulation.crash(cluster.host(victim));
            }
            return end;
        }

        void expel()
        {
            while (!hasCrashed && survivorsLeft > 0)
            {
                simulation.pause();
            }
            pause(simulation.random().nextInt(64));
            if (hasCrashed)
            {
                expelledPulse = cluster.expel(victim);
            }
        }

        /**
         * One of those that do not crash: the first of them also has the page that it shared with the one that does.
         */
        private Member survivor(final int index)
        {
            return members.get((victim + 1 + index) % HOSTS);
        }

        String sameMessages()
        {
            final List<String> first = survivor(0).received;
            final List<String> second = survivor(1).received;
            return first.equals(second) ? null : survivor(0) + " received " + first + ", " + survivor(1) + ' ' + second;
        }

        String sameCopies()
        {
            final List<Long> first = survivor(0).readAll(SHARED);
            final List<Long> second = survivor(1).readAll(SHARED);
            final List<Long> shared = survivor(0).readAll(LOST).subList(SHARED, LOST);
            if (!first.equals(second))
            {
                return survivor(0) + " has " + first + ", " + survivor(1) + ' ' + second;
            }
            if (!shared.get(0).equals(shared.get(1)) || !shared.get(0).equals(first.get(COUNTED)))
            {
                return "the pair that two hosts shared is " + shared + ", the other one " + first;
            }
            final int counted = members.stream().mapToInt(member -> member.counts).sum();
            // The last count of the victim was sent, and it did not live to know, or the other way round.
            return Math.abs(first.get(COUNTED) - counted) <= (hasCrashed ? 1 : 0) ? null :
                "counted to " + first.get(COUNTED) + " in " + counted + " actions";
        }

        String goneFromOnePulseOn()
        {
            if (expelledPulse < 0)
            {
                return null;
            }
            for (final Member member : List.of(survivor(0), survivor(1)))
            {
                if (member.lastPulseOfVictim > expelledPulse)
                {
                    return "host " + victim + " was expelled in pulse " + expelledPulse + ", and " + member +
                        " has received a message of it in pulse " + member.lastPulseOfVictim;
                }
                if (!member.hasLostPage())
                {
                    return member + " has read a page that is lost";
                }
            }
            return cluster.expel(victim) == expelledPulse ? null : "expelled again, in another pulse";
        }
    }

    /**
     * One host.
     */
    private static final class Member extends ScenarioMember
    {
        final List<String> received = new ArrayList<>();
        long lastPulseOfVictim;
        private final Run run;
        private final MemoryPort memory;
        private final MessagePort messages;
        private final Mailbox mailbox;
        private final TakenVariables taken = new TakenVariables(PAIRS.length);
        private int counts;
        private int completions;

        // All bits count, and the sign.
        private long lastWritten = -1L << 40;

        Member(final Run run, final int id)
        {
            super(run.cluster.host(id));
            this.run = run;
            memory = run.memory.port(host);
            messages = run.messaging.port(isochron);
            mailbox = run.messaging.mailbox(host);
            mailbox.registerSignal(SIGNAL);
            mailbox.registerBarrier(BARRIER, BarrierMode.STRONG);
        }

        void run()
        {
            for (int round = 1; round <= ROUNDS; round++)
            {
                writePair(round);
                readPairs();
                overwrite();
                count();
                while (!messages.trySignal(SIGNAL))
                {
                    receive();
                }
                while (!messages.tryBarrier(BARRIER, BarrierMode.STRONG))
                {
                    receive();
                }
                while (completions < round)
                {
                    receive();
                }
            }
            if (run.hasCrashed)
            {
                while (!hasLostPage())
                {
                    receive();
                }
            }
            while (!run.messaging.tryClose(host))
            {
                receive();
            }
            if (run.victim != host.id())
            {
                run.survivorsLeft--;
            }
        }

        private void writePair(final int round)
        {
            final byte[] text = { (byte)host.id(), (byte)round };
            isochron.begin();
            memory.write(isochron, WRITTEN, ++lastWritten);
            messages.send(run.everybody(), text, 0, text.length);
            memory.write(isochron, WRITTEN + 1, lastWritten);
            issue();
        }

        /**
         * Reads what somebody has scheduled, by a READ or by an UPDATE that adds nothing, and overwrites it. Its value
         * is lost if that is the one who crashes.
         */
        private void overwrite()
        {
            final IsoValue value = new IsoValue();
            memory.sched(isochron.begin(), OVERWRITTEN);
            issue();
            isochron.begin();
            if (run.simulation.random().nextBoolean())
            {
                memory.read(isochron, OVERWRITTEN, value);
            }
            else
            {
                memory.getAndUpdate(isochron, OVERWRITTEN, UpdateFunction.ADD, 0, value);
            }
            memory.write(isochron, OVERWRITTEN, 0);
            issue();
            memory.assign(isochron.begin(), OVERWRITTEN, 1);
            issue();
            final String read = await(value);
            if (!"0".equals(read) && !"1".equals(read) && !(run.hasCrashed && FAILED.equals(read)))
            {
                throw new IllegalStateException("host " + host.id() + " has read " + read);
            }
        }

        /**
         * Again and again, as long as the action depends on one that has come to nothing.
         */
        private void count()
        {
            boolean hasCounted = false;
            while (!hasCounted)
            {
                final int way = run.simulation.random().nextInt(3);
                if (0 == way)
                {
                    hasCounted = tryCountTaken();
                    continue;
                }
                if (1 == way)
                {
                    countByUpdates();
                    hasCounted = true;
                    continue;
                }
                final IsoValue[] values = new IsoValue[PAIRS.length];
                isochron.begin();
                for (int i = 0; i < PAIRS.length; i++)
                {
                    values[i] = new IsoValue();
                    memory.read(isochron, PAIRS[i], values[i]);
                    memory.sched(isochron, PAIRS[i]);
                }
                issue();
                final Set<String> read = new TreeSet<>();
                for (final IsoValue value : values)
                {
                    read.add(await(value));
                }
                hasCounted = !read.contains(FAILED);
                if (values[0].isFailed() || values[PAIRS.length - 1].isFailed())
                {
                    // There is a copy here, which nobody overwrites.
                    throw new IllegalStateException("host " + host.id() + " has got " + List.of(values));
                }
                if (hasCounted && read.size() > 1)
                {
                    throw new IllegalStateException("host " + host.id() + " counts from " + read);
                }
                isochron.begin();
                for (final int address : PAIRS)
                {
                    if (hasCounted)
                    {
                        memory.assign(isochron, address, values[0].get() + 1);
                    }
                    else
                    {
                        memory.cancel(isochron, address);
                    }
                }
                issue();
            }
            counts++;
        }

        /**
         * Depends on no other action, whatever becomes of those; only the answer of a host that crashes may be missing.
         */
        private void countByUpdates()
        {
            final IsoValue[] values = new IsoValue[PAIRS.length];
            isochron.begin();
            for (int i = 0; i < PAIRS.length; i++)
            {
                values[i] = new IsoValue();
                memory.updateAndGet(isochron, PAIRS[i], UpdateFunction.ADD, 1, values[i]);
            }
            issue();
            final Set<String> results = new TreeSet<>();
            for (final IsoValue value : values)
            {
                results.add(await(value));
            }
            if (run.hasCrashed)
            {
                results.remove(FAILED);
            }
            if (results.size() > 1 || results.contains(FAILED))
            {
                throw new IllegalStateException("host " + host.id() + " counts to " + results);
            }
        }

        private boolean tryCountTaken()
        {
            memory.take(isochron.begin(), PAIRS, taken);
            issue();
            while (!taken.isReady() && !taken.isFailed())
            {
                receive();
            }
            if (taken.isFailed())
            {
                memory.cancel(isochron.begin(), taken);
                issue();
                return false;
            }
            final long[] counted = new long[PAIRS.length];
            for (int i = 0; i < counted.length; i++)
            {
                if (taken.value(i) != taken.value(0))
                {
                    throw new IllegalStateException("host " + host.id() + " counts from " + taken.value(0) + " and " +
                        taken.value(i));
                }
                counted[i] = taken.value(i) + 1;
            }
            memory.assign(isochron.begin(), taken, counted);
            issue();
            return true;
        }

        private void readPairs()
        {
            final IsoValue[] values = new IsoValue[SHARED + 2];
            isochron.begin();
            for (int address = 0; address < values.length; address++)
            {
                values[address] = new IsoValue();
                memory.read(isochron, address, values[address]);
            }
            issue();
            final String[] read = new String[values.length];
            for (int address = 0; address < values.length; address++)
            {
                read[address] = await(values[address]);
            }
            for (int address = 0; address < SHARED + 2; address += 2)
            {
                if (!read[address].equals(read[address + 1]))
                {
                    throw new IllegalStateException("host " + host.id() + " has read " + List.of(read));
                }
            }
        }

        /**
         * What is not received keeps others from sending, so it is received meanwhile.
         */
        private String await(final IsoValue value)
        {
            while (!value.isReady() && !value.isFailed())
            {
                receive();
            }
            return value.isReady() ? Long.toString(value.get()) : FAILED;
        }

        private void issue()
        {
            while (!isochron.tryIssue())
            {
                receive();
            }
        }

        private void receive()
        {
            final Delivery delivery = mailbox.receive();
            if (null == delivery)
            {
                run.simulation.pause();
                return;
            }
            String what = delivery.kind().name();
            if (Delivery.Kind.MESSAGE == delivery.kind())
            {
                what = delivery.message().getByte(0) + ":" + delivery.message().getByte(1);
                if (run.victim == delivery.sender())
                {
                    lastPulseOfVictim = delivery.pulse();
                }
            }
            else if (Delivery.Kind.BARRIER == delivery.kind())
            {
                completions++;
            }
            received.add(delivery.pulse() + "/" + what);
        }

        boolean hasLostPage()
        {
            try
            {
                isochron.begin();
                memory.read(isochron, LOST, new IsoValue());
                return false;
            }
            catch (final PageLostException ex)
            {
                return true;
            }
            finally
            {
                isochron.abandon();
            }
        }

        List<Long> readAll(final int end)
        {
            final List<Long> all = new ArrayList<>();
            for (int address = 0; address < end; address++)
            {
                all.add(read(memory, address));
            }
            return all;
        }
    }
}
