/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm.litmus;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.isotach.PageMap;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.smm.SharedMemory;
import org.isotach.test.Litmus;
import org.isotach.test.TestThreads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The litmus programs with a thread per actor, in all threading modes, however few the processors are.
 */
class LitmusTest
{
    private static final int ROUNDS = 256;
    private static final int BARRIER_LIMIT_S = 30;

    static Stream<Arguments> shapesAndModes()
    {
        return Litmus.inAllModes((Object[])Shape.values());
    }

    @ParameterizedTest
    @MethodSource("shapesAndModes")
    void shouldBeSequentiallyConsistent(final Shape shape, final ThreadingMode mode) throws Exception
    {
        final Set<List<Long>> allowed = SequentialOracle.outcomes(shape);
        try (Cluster cluster = Cluster.launch(new ClusterContext()
            .hosts(shape.actors())
            .threadingMode(mode)
            .sendRingSize(4)
            .linkRingSize(4)
            .readCap(16)))
        {
            final SharedMemory memory = SharedMemory.on(cluster, pageMap(shape));
            final List<Actor> actors = new ArrayList<>();
            for (int id = 0; id < shape.actors(); id++)
            {
                actors.add(new Actor(memory, cluster.host(id)));
            }
            final List<List<Long>> outcomes = run(shape, actors);
            for (int round = 0; round < ROUNDS; round++)
            {
                final List<Long> outcome = outcomes.get(round);
                final int failed = round;
                assertTrue(allowed.contains(outcome), () -> "round " + failed + ": outcome " + outcome);
            }
        }
    }

    /**
     * A page for each variable on all hosts, and after that a page for each variable on one host.
     */
    private static PageMap pageMap(final Shape shape)
    {
        final int variables = shape.variables();
        final PageMap.Builder builder = PageMap.builder().pageSize(ROUNDS).everywhere(0, variables - 1);
        for (int variable = 0; variable < variables; variable++)
        {
            builder.page(variables + variable, variable % shape.actors());
        }
        return builder.build();
    }

    /**
     * Every round has variables of its own; in every other round they have only one copy.
     */
    private static int[] addresses(final Shape shape, final int round)
    {
        final int[] addresses = new int[shape.variables()];
        for (int variable = 0; variable < addresses.length; variable++)
        {
            addresses[variable] = (round % 2 * addresses.length + variable) * ROUNDS + round;
        }
        return addresses;
    }

    private static List<List<Long>> run(final Shape shape, final List<Actor> actors) throws Exception
    {
        final List<List<Long>> outcomes = new ArrayList<>();
        final CyclicBarrier barrier = new CyclicBarrier(actors.size());
        final TestThreads threads = new TestThreads();
        for (int id = 0; id < actors.size(); id++)
        {
            final int actor = id;
            threads.start("actor-" + id, () -> act(shape, actors, actor, barrier, outcomes));
        }
        threads.join();
        return outcomes;
    }

    private static void act(
        final Shape shape,
        final List<Actor> actors,
        final int id,
        final CyclicBarrier barrier,
        final List<List<Long>> outcomes) throws Exception
    {
        final Actor actor = actors.get(id);
        for (int round = 0; round < ROUNDS; round++)
        {
            actor.begin(shape.isochrons(id), addresses(shape, round));
            meet(barrier);
            while (actor.hasNext())
            {
                actor.issueNext();
            }
            actor.awaitValues();
            actor.awaitExecuted();
            meet(barrier);
            if (0 == id)
            {
                final List<Long> outcome = new ArrayList<>();
                actors.forEach(each -> each.addValues(outcome));
                actor.addVariables(shape.variables(), outcome);
                outcomes.add(outcome);
            }
            meet(barrier);
        }
    }

    private static void meet(final CyclicBarrier barrier) throws Exception
    {
        barrier.await(BARRIER_LIMIT_S, TimeUnit.SECONDS);
    }
}
