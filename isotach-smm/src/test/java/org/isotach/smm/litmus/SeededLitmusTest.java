/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm.litmus;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import org.isotach.PageMap;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.Unit;
import org.isotach.smm.SharedMemory;
import org.isotach.test.Litmus;
import org.isotach.test.RandomTurns;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The litmus programs on one thread, under a scheduler that decides by a seed which unit or which actor goes next.
 * The seed also chooses switches, copysets, sizes of links, whether actors wait for what they read, and who is slow.
 * A failure can be repeated by its seed.
 */
class SeededLitmusTest
{
    // Shorter than the limit of a test, which knows no seed.
    private static final Duration AWAIT_LIMIT = Duration.ofSeconds(20);

    @ParameterizedTest
    @EnumSource(Shape.class)
    void shouldBeSequentiallyConsistentUnderEverySchedule(final Shape shape)
    {
        Litmus.checkSeeds(shape, SequentialOracle.outcomes(shape), random -> run(shape, random));
    }

    private static List<Long> run(final Shape shape, final Random random)
    {
        final ClusterContext context = new ClusterContext()
            .topology(Litmus.topology(shape.actors(), random))
            .threadingMode(ThreadingMode.INVOKER)
            .sendRingSize(2 << random.nextInt(3))
            .linkRingSize(1 << random.nextInt(2))
            .readCap(8)
            .awaitTimeout(AWAIT_LIMIT)
            .maxIsochronLength(128);
        try (Cluster cluster = Cluster.launch(context))
        {
            final SharedMemory memory = SharedMemory.on(cluster, pageMap(shape, random));
            final int[] addresses = IntStream.rangeClosed(0, shape.variables()).toArray();
            final List<Actor> actors = new ArrayList<>();
            for (int id = 0; id < shape.actors(); id++)
            {
                final Actor actor = new Actor(memory, cluster.host(id));
                actor.begin(withTraffic(shape, id, random), addresses);
                actors.add(actor);
            }
            schedule(cluster.units(), actors, random);
            final List<Long> outcome = new ArrayList<>();
            for (final Actor actor : actors)
            {
                actor.addValues(outcome);
            }
            actors.get(random.nextInt(actors.size())).addVariables(shape.variables(), outcome);
            return outcome;
        }
    }

    /**
     * The program of an actor behind up to three isochrons that go to all hosts and to a variable that nobody reads.
     * They use up credits, so that those of the program wait for some of their own, and are stamped and shipped when
     * the scheduler says so and not when they are issued.
     */
    private static List<List<Operation>> withTraffic(final Shape shape, final int actor, final Random random)
    {
        final List<List<Operation>> isochrons = new ArrayList<>(
            Collections.nCopies(random.nextInt(4), List.of(Operation.write(shape.variables(), 1))));
        isochrons.addAll(shape.isochrons(actor));
        return isochrons;
    }

    /**
     * One variable per page, on hosts chosen at random, and one more that is everywhere.
     */
    private static PageMap pageMap(final Shape shape, final Random random)
    {
        final PageMap.Builder builder = PageMap.builder().pageSize(1);
        for (int variable = 0; variable < shape.variables(); variable++)
        {
            final int copyset = 1 + random.nextInt((1 << shape.actors()) - 1);
            final int[] hosts = new int[Integer.bitCount(copyset)];
            int count = 0;
            for (int host = 0; host < shape.actors(); host++)
            {
                if (0 != (copyset & 1 << host))
                {
                    hosts[count++] = host;
                }
            }
            builder.page(variable, hosts);
        }
        return builder.everywhere(shape.variables()).build();
    }

    private static void schedule(final List<Unit> units, final List<Actor> actors, final Random random)
    {
        final RandomTurns turns = RandomTurns.steady(random, units.size() + actors.size());
        final boolean[] waits = new boolean[actors.size()];
        for (int i = 0; i < waits.length; i++)
        {
            waits[i] = random.nextBoolean();
        }
        turns.run(
            () -> areDone(actors),
            next ->
            {
                if (next < units.size())
                {
                    units.get(next).doWork();
                }
                else
                {
                    step(actors.get(next - units.size()), waits[next - units.size()]);
                }
            },
            () -> "have issued all: " + actors.stream().map(actor -> !actor.hasNext()).toList());
    }

    private static void step(final Actor actor, final boolean waits)
    {
        if (actor.hasNext() && (!waits || actor.isReady()))
        {
            actor.tryIssueNext();
        }
    }

    private static boolean areDone(final List<Actor> actors)
    {
        for (final Actor actor : actors)
        {
            if (actor.hasNext() || !actor.isReady() || !actor.isExecuted())
            {
                return false;
            }
        }
        return true;
    }
}
