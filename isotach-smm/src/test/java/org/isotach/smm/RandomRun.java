/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.test.ProgramRunner;
import org.isotach.test.RandomTopology;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * A random cluster with random programs, and everything that is known of one run of it. The seed decides about all of
 * it, and in a simulated run also about who works when.
 */
final class RandomRun implements AutoCloseable
{
    private static final int PAGE_SIZE = 4;

    // Takes the longest isochron of a program, and becomes longer, or goes round, after a few of them.
    private static final int SMALLEST_LINK = 1024;

    // Turns of a program for one of a unit, so that much is under way.
    private static final int PROGRAM_SHARE = 2;

    private final String name;
    private final Random random;
    private final PageMap pageMap;
    private final TestCluster cluster;
    private final List<RandomProgram> programs = new ArrayList<>();
    private final ProgramRunner runner;

    RandomRun(final long seed, final ThreadingMode mode)
    {
        name = "seed " + seed + ", mode " + mode;
        random = new Random(seed);
        final int hosts = 1 + random.nextInt(6);
        final Topology topology = RandomTopology.of(random, hosts);
        pageMap = randomPageMap(hosts);
        final int maxIsochronLength = 8 * (RandomProgram.MAX_OPERATIONS * 5 + 2 + random.nextInt(40));
        cluster = new TestCluster(
            new ClusterContext()
                .threadingMode(mode)
                .topology(topology)
                .hostsPerTokenManager(1 + random.nextInt(ClusterContext.HOSTS_PER_TOKEN_MANAGER_DEFAULT))
                .sendRingSize(2 << random.nextInt(4))
                .linkRingSize(1 << random.nextInt(4))
                .linkLength(SMALLEST_LINK << random.nextInt(4))
                .readCap(RandomProgram.MAX_OPERATIONS << random.nextInt(4))
                .maxIsochronLength(maxIsochronLength)
                .slabLength(maxIsochronLength * (3 + random.nextInt(4))),
            pageMap);
        cluster.memory().registerFunction(RandomProgram.COMBINE, RandomProgram::combine);
        cluster.memory().registerFunction(RandomProgram.REFUSE, RandomProgram::refuse);
        runner = new ProgramRunner(name, cluster, programs);
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
        runner.simulate(random, PROGRAM_SHARE);
    }

    /**
     * Runs each program on a thread of its own.
     */
    void runThreads() throws InterruptedException
    {
        runner.runThreads();
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
        for (int host = 0; host < cluster.hostCount(); host++)
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
            for (int host = 0; host < cluster.hostCount(); host++)
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
        cluster.errors().removeIf(error -> error.getCause() instanceof RandomProgram.Refused);
        cluster.close();
    }

    @Override
    public String toString()
    {
        return name;
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
