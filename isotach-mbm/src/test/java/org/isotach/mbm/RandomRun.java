/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicIntegerArray;

import org.isotach.PageMap;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.smm.IsoValue;
import org.isotach.smm.SharedMemory;
import org.isotach.test.ProgramRunner;
import org.isotach.test.RandomTopology;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * A random cluster with random programs. The seed decides about all of it, and in a simulated run also about who works
 * when.
 */
final class RandomRun implements AutoCloseable
{
    static final int SIGNALS = 2;

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
    private final ProgramRunner runner;

    RandomRun(final long seed, final ThreadingMode mode)
    {
        name = "seed " + seed + ", mode " + mode;
        random = new Random(seed);
        final int hosts = 2 + random.nextInt(5);
        cluster = new TestCluster(
            new ClusterContext()
                .threadingMode(mode)
                .topology(RandomTopology.of(random, hosts))
                .hostsPerTokenManager(1 + random.nextInt(hosts))
                .paranoid(0 == random.nextInt(4))
                .sendRingSize(2 << random.nextInt(6))
                .linkRingSize(1 << random.nextInt(5))
                .linkLength(1024 << random.nextInt(4))
                .maxIsochronLength(MAX_ISOCHRON_LENGTH)
                .slabLength(MAX_ISOCHRON_LENGTH * (3 + random.nextInt(20))),
            new MessagingContext().maxMessageLength(RandomProgram.MAX_LENGTH));
        runner = new ProgramRunner(name, cluster, programs);
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
        runner.simulate(random, 1);
    }

    /**
     * Runs each program on a thread of its own.
     */
    void runThreads() throws InterruptedException
    {
        runner.runThreads();
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
}
