/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm.litmus;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.Unit;
import org.isotach.smm.SharedMemory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The litmus programs on one thread, under a scheduler that decides by a seed which unit or which actor goes next.
 * The seed also chooses switches, copysets, sizes of links, whether actors wait for what they read, and who is slow.
 * A failure can be repeated by its seed.
 */
class SeededLitmusTest
{
    private static final int SEEDS = 2_000;
    private static final int STEP_LIMIT = 100_000;
    private static final int SLOWNESS = 64;

    // Shorter than the limit of a test, which knows no seed.
    private static final Duration AWAIT_LIMIT = Duration.ofSeconds(20);

    @ParameterizedTest
    @EnumSource(Shape.class)
    void shouldBeSequentiallyConsistentUnderEverySchedule(final Shape shape)
    {
        final Set<List<Long>> allowed = SequentialOracle.outcomes(shape);
        final Set<List<Long>> seen = new HashSet<>();
        for (int seed = 0; seed < SEEDS; seed++)
        {
            final List<Long> outcome = run(shape, seed);
            if (!allowed.contains(outcome))
            {
                fail(shape + ", seed " + seed + ": outcome " + outcome);
            }
            seen.add(outcome);
        }
        // Most outcomes need an unlikely schedule; that only few are ever seen would mean that nothing was tried.
        assertTrue(2 * seen.size() > allowed.size(), () -> shape + ": saw " + seen + " of " + allowed);
    }

    private static List<Long> run(final Shape shape, final int seed)
    {
        final Random random = new Random(seed * 0x9E3779B97F4A7C15L);
        final ClusterContext context = new ClusterContext()
            .topology(topology(shape.actors(), random))
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
        catch (final RuntimeException | AssertionError ex)
        {
            return fail(shape + ", seed " + seed + ": " + ex.getMessage(), ex);
        }
    }

    private static Topology topology(final int hosts, final Random random)
    {
        return random.nextBoolean() ?
            Topology.singleSwitch(hosts) : Topology.chain(2 + random.nextInt(hosts - 1), hosts);
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
        final int[] slowness = new int[units.size() + actors.size()];
        for (int i = 0; i < slowness.length; i++)
        {
            slowness[i] = 1 + random.nextInt(1 + random.nextInt(SLOWNESS));
        }
        final boolean[] waits = new boolean[actors.size()];
        for (int i = 0; i < waits.length; i++)
        {
            waits[i] = random.nextBoolean();
        }
        int steps = 0;
        while (!areDone(actors))
        {
            final int next = random.nextInt(slowness.length);
            if (0 == random.nextInt(slowness[next]))
            {
                if (next < units.size())
                {
                    units.get(next).doWork();
                }
                else
                {
                    step(actors.get(next - units.size()), waits[next - units.size()]);
                }
            }
            if (++steps > STEP_LIMIT)
            {
                fail("not done after " + STEP_LIMIT + " steps");
            }
        }
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
