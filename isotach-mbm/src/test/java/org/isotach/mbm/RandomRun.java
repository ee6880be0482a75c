/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.Unit;
import org.isotach.smm.IsoValue;
import org.isotach.smm.SharedMemory;
import org.isotach.test.TestThreads;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * A random cluster with random programs. The seed decides about all of it, and in a simulated run also about who works
 * when.
 */
final class RandomRun implements AutoCloseable
{
    static final int SIGNALS = 2;

    private static final int MAX_STEPS = 2_000_000;
    private static final int GONE = 1 << 20;
    private static final int MAX_ISOCHRON_LENGTH = 4 * (RandomProgram.MAX_LENGTH + 32);

    private final String name;
    private final Random random;
    private final TestCluster cluster;
    private final SharedMemory memory;
    private final BarrierMode barrierMode;
    private final boolean[] signals;
    private final boolean[] members;
    private final AtomicIntegerArray participations;
    private final List<RandomProgram> programs = new ArrayList<>();
    private final AtomicInteger programsAtWork = new AtomicInteger();

    RandomRun(final long seed, final ThreadingMode mode)
    {
        name = "seed " + seed + ", mode " + mode;
        random = new Random(seed);
        final int hosts = 2 + random.nextInt(5);
        cluster = new TestCluster(
            new ClusterContext()
                .threadingMode(mode)
                .topology(randomTopology(hosts))
                .paranoid(0 == random.nextInt(4))
                .sendRingSize(2 << random.nextInt(6))
                .linkRingSize(1 << random.nextInt(5))
                .maxIsochronLength(MAX_ISOCHRON_LENGTH)
                .slabLength(MAX_ISOCHRON_LENGTH * (3 + random.nextInt(20))),
            new MessagingContext().maxMessageLength(RandomProgram.MAX_LENGTH));
        memory = SharedMemory.on(cluster.cluster(), PageMap.replicated(1));
        barrierMode = random.nextBoolean() ? BarrierMode.WEAK : BarrierMode.STRONG;
        signals = new boolean[hosts];
        members = new boolean[hosts];
        participations = new AtomicIntegerArray(hosts);
        for (int host = 0; host < hosts; host++)
        {
            signals[host] = 0 < random.nextInt(4);
            for (int channel = 1; channel <= SIGNALS && signals[host]; channel++)
            {
                cluster.mailbox(host).registerSignal(channel);
            }
            members[host] = 0 < random.nextInt(4);
            if (members[host])
            {
                cluster.mailbox(host).registerBarrier(1, barrierMode);
            }
            else
            {
                participations.set(host, GONE);
            }
            programs.add(new RandomProgram(this, host, random.nextLong()));
        }
    }

    TestCluster cluster()
    {
        return cluster;
    }

    SharedMemory memory()
    {
        return memory;
    }

    BarrierMode barrierMode()
    {
        return barrierMode;
    }

    List<RandomProgram> programs()
    {
        return programs;
    }

    boolean signalsAt(final int host)
    {
        return signals[host];
    }

    boolean isMember(final int host)
    {
        return members[host];
    }

    void participates(final int host, final int times)
    {
        participations.addAndGet(host, times);
    }

    void leaves(final int host)
    {
        participations.addAndGet(host, GONE);
    }

    /**
     * INV-18: nobody has completed an execution before all members have participated.
     */
    void checkParticipations(final int host, final int completions)
    {
        for (int other = 0; other < members.length; other++)
        {
            if (participations.get(other) < completions)
            {
                throw new AssertionError("host " + host + " has completed barrier " + completions + ", and host " +
                    other + " has participated " + participations.get(other) + " times");
            }
        }
    }

    /**
     * Runs on the calling thread: the seed decides which unit or which program does its next step.
     */
    void simulate()
    {
        final List<Unit> units = cluster.cluster().units();
        final int[] weights = new int[units.size() + programs.size()];
        final List<RandomProgram> running = new ArrayList<>(programs);
        int steps = 0;
        while (!running.isEmpty())
        {
            if (0 == steps % 256)
            {
                // Now and then somebody is slow.
                for (int i = 0; i < weights.length; i++)
                {
                    weights[i] = 1 + random.nextInt(8) / 7 * random.nextInt(100);
                }
            }
            if (++steps > MAX_STEPS)
            {
                throw new AssertionError(name + ": no end after " + steps + " steps: " + running);
            }
            final int actor = random.nextInt(weights.length);
            if (0 == random.nextInt(weights[actor]))
            {
                work(actor, units, running);
            }
        }
    }

    private void work(final int actor, final List<Unit> units, final List<RandomProgram> running)
    {
        if (actor < units.size())
        {
            units.get(actor).doWork();
            return;
        }
        final RandomProgram program = programs.get(actor - units.size());
        try
        {
            if (running.contains(program) && program.step())
            {
                running.remove(program);
            }
        }
        catch (final Throwable ex)
        {
            throw new AssertionError(name + ": " + program, ex);
        }
    }

    /**
     * Runs each program on a thread of its own.
     */
    void runThreads() throws InterruptedException
    {
        programsAtWork.set(programs.size());
        final TestThreads threads = new TestThreads();
        for (final RandomProgram program : programs)
        {
            threads.start("program-" + program.host(), () -> run(program));
        }
        try
        {
            threads.join();
        }
        catch (final AssertionError ex)
        {
            throw new AssertionError(name + ": " + programs, ex);
        }
    }

    private void run(final RandomProgram program)
    {
        while (!program.step())
        {
            work(program);
        }
        programsAtWork.decrementAndGet();
        // The others still need the host: without threads of the cluster nobody else works for it.
        while (programsAtWork.get() > 0)
        {
            work(program);
        }
    }

    private void work(final RandomProgram program)
    {
        TestThreads.checkNotInterrupted();
        if (0 == cluster.host(program.host()).poll())
        {
            Thread.yield();
        }
    }

    /**
     * A variable as all hosts see it at the end.
     */
    long value(final int address)
    {
        Long value = null;
        for (int host = 0; host < cluster.hostCount(); host++)
        {
            final IsoValue result = new IsoValue();
            memory.port(cluster.host(host)).read(cluster.isochron(host).begin(), address, result);
            cluster.isochron(host).issue();
            final long copy = result.await();
            assertEquals(null == value ? copy : value, copy, name + ": variable " + address + " at host " + host);
            value = copy;
        }
        return value;
    }

    @Override
    public void close()
    {
        cluster.close();
    }

    @Override
    public String toString()
    {
        return name;
    }

    private Topology randomTopology(final int hosts)
    {
        final Topology.Builder builder = Topology.builder();
        final int switches = 1 + random.nextInt(4);
        for (int i = 0; i < switches; i++)
        {
            builder.addSwitch();
            if (i > 0)
            {
                builder.connect(random.nextInt(i), i);
            }
        }
        for (int i = 0; i < hosts; i++)
        {
            builder.addHost(random.nextInt(switches));
        }
        return builder.build();
    }
}
