/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.Unit;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * A random cluster with random programs, and everything that is known of one run of it. The seed decides about all of
 * it, and in a simulated run also about who works when.
 */
final class RandomRun implements AutoCloseable
{
    private static final int PAGE_SIZE = 4;
    private static final int MAX_STEPS = 2_000_000;

    private final String name;
    private final Random random;
    private final PageMap pageMap;
    private final TestCluster cluster;
    private final List<RandomProgram> programs = new ArrayList<>();
    private final AtomicInteger programsAtWork = new AtomicInteger();

    RandomRun(final long seed, final ThreadingMode mode)
    {
        name = "seed " + seed + ", mode " + mode;
        random = new Random(seed);
        final int hosts = 1 + random.nextInt(6);
        final Topology topology = randomTopology(hosts);
        pageMap = randomPageMap(hosts);
        final int maxIsochronLength = 8 * (RandomProgram.MAX_OPERATIONS * 3 + 1 + random.nextInt(40));
        cluster = new TestCluster(
            new ClusterContext()
                .threadingMode(mode)
                .topology(topology)
                .sendRingSize(2 << random.nextInt(4))
                .linkRingSize(1 << random.nextInt(4))
                .readCap(RandomProgram.MAX_OPERATIONS << random.nextInt(4))
                .maxIsochronLength(maxIsochronLength)
                .slabLength(maxIsochronLength * (3 + random.nextInt(4))),
            pageMap);
        for (int host = 0; host < hosts; host++)
        {
            final int threads = 1 + random.nextInt(4) / 3;
            for (int i = 0; i < threads; i++)
            {
                programs.add(new RandomProgram(cluster, host, programs.size(), random.nextLong()));
            }
        }
    }

    /**
     * Runs on the calling thread: the seed decides which unit or which program does its next step.
     */
    void simulate()
    {
        final List<Unit> units = cluster.cluster().units();
        final int[] weights = new int[units.size()];
        final Set<RandomProgram> running = new HashSet<>(programs);
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
            final int actor = random.nextInt(2 * programs.size() + units.size());
            if (actor < 2 * programs.size())
            {
                final RandomProgram program = programs.get(actor / 2);
                if (running.contains(program) && program.step())
                {
                    running.remove(program);
                }
            }
            else
            {
                final int unit = actor - 2 * programs.size();
                if (0 == random.nextInt(weights[unit]))
                {
                    units.get(unit).doWork();
                }
            }
        }
    }

    /**
     * Runs each program on a thread of its own.
     */
    void runThreads() throws InterruptedException
    {
        final Map<Thread, RandomProgram> threads = new HashMap<>();
        programsAtWork.set(programs.size());
        for (final RandomProgram program : programs)
        {
            final Thread thread = new Thread(() -> run(program), "program-" + program);
            threads.put(thread, program);
        }
        threads.keySet().forEach(Thread::start);
        for (final Thread thread : threads.keySet())
        {
            thread.join(TimeUnit.SECONDS.toMillis(30));
            if (thread.isAlive())
            {
                throw new AssertionError(name + ": no end: " + threads.get(thread));
            }
        }
        for (final RandomProgram program : programs)
        {
            if (null != program.failure)
            {
                throw new AssertionError(name + ": " + program, program.failure);
            }
        }
    }

    private void run(final RandomProgram program)
    {
        try
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
        catch (final Throwable ex)
        {
            program.failure = ex;
            programsAtWork.set(0);
        }
    }

    private void work(final RandomProgram program)
    {
        if (0 == cluster.host(program.host()).poll())
        {
            Thread.yield();
        }
    }

    /**
     * The run so far, with all copies as they are at the end.
     */
    History history()
    {
        cluster.settle();
        final List<List<ExecutionLog.Entry>> logs = new ArrayList<>();
        final Map<Integer, IssuedIsochron> issued = new HashMap<>();
        final Map<Integer, Long> results = new HashMap<>();
        for (final RandomProgram program : programs)
        {
            program.issued().forEach(isochron -> issued.put(isochron.id, isochron));
            results.putAll(program.results());
        }
        for (int host = 0; host < cluster.cluster().hostCount(); host++)
        {
            logs.add(cluster.log().of(host));
        }
        return new History(name, cluster.cluster().topology(), pageMap, issued, logs, results, finalCopies());
    }

    private Map<Integer, Long> finalCopies()
    {
        final Map<Integer, Long> copies = new HashMap<>();
        for (int address = 0; address < pageMap.variables(); address++)
        {
            final int page = address / PAGE_SIZE;
            for (int host = 0; host < cluster.cluster().hostCount(); host++)
            {
                if (pageMap.holds(page, host))
                {
                    final IsoValue value = new IsoValue();
                    cluster.port(host).read(cluster.isochron(host).begin(), address, value);
                    cluster.isochron(host).issue();
                    final long copy = value.await();
                    final Long other = copies.putIfAbsent(address, copy);
                    assertEquals(null == other ? copy : other, copy,
                        name + ": the copies of variable " + address + " differ, here host " + host);
                }
            }
        }
        return copies;
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

    private PageMap randomPageMap(final int hosts)
    {
        final PageMap.Builder builder = PageMap.builder().pageSize(PAGE_SIZE);
        final int pages = 1 + random.nextInt(5);
        for (int page = 0; page < pages; page++)
        {
            if (0 == random.nextInt(3))
            {
                builder.everywhere(page);
            }
            else
            {
                final int first = random.nextInt(hosts);
                builder.page(page, random.ints(1 + random.nextInt(3), 0, hosts)
                    .map(host -> (host + first) % hosts).distinct().toArray());
            }
        }
        return builder.build();
    }
}
