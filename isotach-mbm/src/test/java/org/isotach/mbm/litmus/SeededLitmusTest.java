/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm.litmus;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

import org.isotach.Topology;
import org.isotach.mbm.Messaging;
import org.isotach.mbm.MessagingContext;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.Unit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The litmus programs with messages on one thread, under a scheduler that decides by a seed which unit or which actor
 * goes next. The seed also chooses switches, sizes of rings, what else is sent, and who is slow. A failure can be
 * repeated by its seed.
 */
class SeededLitmusTest
{
    private static final int SEEDS = 2_000;
    private static final int STEP_LIMIT = 100_000;
    private static final int SLOWNESS = 64;

    @ParameterizedTest
    @EnumSource(Shape.class)
    void shouldBeReceivedInOneOrderUnderEverySchedule(final Shape shape)
    {
        final Set<List<String>> allowed = shape.outcomes();
        final Set<List<String>> seen = new HashSet<>();
        for (int seed = 0; seed < SEEDS; seed++)
        {
            final List<String> outcome = run(shape, seed);
            if (!allowed.contains(outcome))
            {
                fail(shape + ", seed " + seed + ": outcome " + outcome);
            }
            seen.add(outcome);
        }
        // Most outcomes need an unlikely schedule; that only few are ever seen would mean that nothing was tried.
        assertTrue(2 * seen.size() > allowed.size(), () -> shape + ": saw " + seen + " of " + allowed);
    }

    private static List<String> run(final Shape shape, final int seed)
    {
        final Random random = new Random(seed * 0x9E3779B97F4A7C15L);
        final ClusterContext context = new ClusterContext()
            .topology(topology(shape.actors(), random))
            .threadingMode(ThreadingMode.INVOKER)
            .sendRingSize(2 << random.nextInt(3))
            .linkRingSize(1 << random.nextInt(2))
            .maxIsochronLength(128);
        try (Cluster cluster = Cluster.launch(context))
        {
            final Messaging messaging = Messaging.on(cluster, new MessagingContext().maxMessageLength(Long.BYTES));
            final List<Actor> actors = new ArrayList<>();
            int traffic = 0;
            for (int id = 0; id < shape.actors(); id++)
            {
                final Actor actor = new Actor(messaging, cluster.host(id));
                final int trafficOfActor = random.nextInt(4);
                traffic += trafficOfActor;
                actor.begin(shape.steps(id), trafficOfActor);
                actors.add(actor);
            }
            schedule(shape, cluster.units(), actors, traffic, random);
            return actors.stream().map(Actor::letters).toList();
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

    private static void schedule(
        final Shape shape,
        final List<Unit> units,
        final List<Actor> actors,
        final int traffic,
        final Random random)
    {
        final int[] slowness = new int[units.size() + 2 * actors.size()];
        for (int i = 0; i < slowness.length; i++)
        {
            slowness[i] = 1 + random.nextInt(1 + random.nextInt(SLOWNESS));
        }
        int steps = 0;
        while (!areDone(shape, actors, traffic))
        {
            final int next = random.nextInt(slowness.length);
            if (0 == random.nextInt(slowness[next]))
            {
                step(next, units, actors);
            }
            if (++steps > STEP_LIMIT)
            {
                fail("not done after " + STEP_LIMIT + " steps");
            }
        }
    }

    /**
     * A unit, or an actor that does its next step, or an actor that receives.
     */
    private static void step(final int number, final List<Unit> units, final List<Actor> actors)
    {
        if (number < units.size())
        {
            units.get(number).doWork();
            return;
        }
        final Actor actor = actors.get((number - units.size()) % actors.size());
        if (number >= units.size() + actors.size())
        {
            actor.receive();
        }
        else if (actor.hasNext())
        {
            actor.tryNext();
        }
    }

    private static boolean areDone(final Shape shape, final List<Actor> actors, final int traffic)
    {
        for (int id = 0; id < actors.size(); id++)
        {
            final Actor actor = actors.get(id);
            if (actor.hasNext() || actor.letters().length() < shape.letters(id) || actor.trafficReceived() < traffic)
            {
                return false;
            }
        }
        return true;
    }
}
