/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.isotach.HostSet;
import org.isotach.Isochron;
import org.isotach.Topology;
import org.isotach.test.RecordingModel;
import org.isotach.test.TestThreads;

import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * What isotach promises, looked at from outside: random multicasts of several application threads per host execute
 * everywhere in one order, completely and once, in every threading mode.
 */
class LogicalOrderTest
{
    private static final int ISOCHRONS = 400;
    private static final int THREADS_PER_HOST = 2;

    private record Scenario(
        ThreadingMode mode, int switches, int hosts, int sendRingSize, int linkRingSize, int isochrons)
    {
    }

    private static Stream<Arguments> scenarios()
    {
        return Stream.of(ThreadingMode.values()).flatMap(mode -> Stream.of(
            Arguments.of(new Scenario(mode, 1, 2, 2, 1, ISOCHRONS)),
            Arguments.of(new Scenario(mode, 1, 2, 256, 256, 4 * ISOCHRONS)),
            Arguments.of(new Scenario(mode, 1, 3, 2, 2, ISOCHRONS)),
            Arguments.of(new Scenario(mode, 2, 4, 16, 2, ISOCHRONS)),
            Arguments.of(new Scenario(mode, 3, 4, 2, 64, ISOCHRONS)),
            Arguments.of(new Scenario(mode, 3, 8, 64, 16, ISOCHRONS / 2))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("scenarios")
    void shouldExecuteEverythingInOneOrderEverywhere(final Scenario scenario) throws Exception
    {
        final long seed = System.nanoTime();
        final ConcurrentLinkedQueue<Throwable> errors = new ConcurrentLinkedQueue<>();
        final ClusterContext context = new ClusterContext()
            .topology(Topology.chain(scenario.switches(), scenario.hosts()))
            .threadingMode(scenario.mode())
            .sendRingSize(scenario.sendRingSize())
            .linkRingSize(scenario.linkRingSize())
            .maxIsochronLength(4 * RecordingModel.LENGTH)
            .slabLength(64 * 4 * RecordingModel.LENGTH)
            .errorHandler(errors::add);
        final OrderCheck check = new OrderCheck(scenario.hosts(), seed + ", " + scenario);
        final RecordingModel model;
        final List<Issuer> issuers = new ArrayList<>();
        try (Cluster cluster = Cluster.launch(context))
        {
            model = RecordingModel.on(cluster);
            final TestThreads threads = new TestThreads();
            for (int i = 0; i < scenario.hosts() * THREADS_PER_HOST; i++)
            {
                final Issuer issuer = new Issuer(cluster, model, i, new Random(seed + i), scenario.isochrons());
                issuers.add(issuer);
                threads.start("application-" + i, issuer);
            }
            threads.join();
        }
        assertEquals(List.of(), List.copyOf(errors), () -> "seed " + seed);
        issuers.forEach(issuer -> issuer.sent.forEach(check::sent));
        for (int host = 0; host < scenario.hosts(); host++)
        {
            check.executed(host, model.recorder(host).executions);
        }
        check.check();
    }

    /**
     * One application thread: issues isochrons of 1..3 operations to random hosts, waits now and then.
     */
    private static final class Issuer implements Executable
    {
        private final List<OrderCheck.Sent> sent = new ArrayList<>();
        private final Cluster cluster;
        private final RecordingModel model;
        private final int id;
        private final int host;
        private final Random random;
        private final int count;

        private Issuer(
            final Cluster cluster, final RecordingModel model, final int id, final Random random, final int count)
        {
            this.cluster = cluster;
            this.model = model;
            this.id = id;
            this.random = random;
            this.count = count;
            host = id / THREADS_PER_HOST;
        }

        @Override
        public void execute()
        {
            final Isochron isochron = cluster.host(host).isochron();
            for (int i = 0; i < count; i++)
            {
                isochron.begin();
                if (0 == random.nextInt(10))
                {
                    isochron.fresh();
                }
                final boolean isLocal = 0 == random.nextInt(5);
                final int operations = 1 + random.nextInt(3);
                final long key = OrderCheck.key(id, i);
                final HostSet targets = new HostSet(cluster.hostCount());
                for (int operation = 0; operation < operations; operation++)
                {
                    for (final int target : isLocal ? new int[]{ host } : randomHosts())
                    {
                        targets.add(target);
                    }
                }
                final int[] hosts = IntStream.range(0, cluster.hostCount()).filter(targets::contains).toArray();
                for (int operation = 0; operation < operations; operation++)
                {
                    model.append(isochron, key + operation, hosts);
                }
                sent.add(new OrderCheck.Sent(key, operations, RecordingModel.mask(hosts)));
                isochron.issue();
                if (0 == random.nextInt(20))
                {
                    isochron.awaitExecuted();
                }
            }
        }

        private int[] randomHosts()
        {
            final int hosts = cluster.hostCount();
            final int first = random.nextInt(hosts);
            switch (random.nextInt(3))
            {
                case 0:
                    return new int[]{ first };
                case 1:
                    return new int[]{ first, random.nextInt(hosts) };
                default:
                    final int[] all = new int[hosts];
                    for (int i = 0; i < hosts; i++)
                    {
                        all[i] = i;
                    }
                    return all;
            }
        }
    }
}
