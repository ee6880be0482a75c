/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm.litmus;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.isotach.mbm.Messaging;
import org.isotach.mbm.MessagingContext;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.Unit;
import org.isotach.test.Litmus;
import org.isotach.test.RandomTurns;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The litmus programs with messages on one thread, under a scheduler that decides by a seed which unit or which actor
 * goes next. The seed also chooses switches, sizes of rings, what else is sent, and who is slow. A failure can be
 * repeated by its seed.
 */
class SeededLitmusTest
{
    @ParameterizedTest
    @EnumSource(Shape.class)
    void shouldBeReceivedInOneOrderUnderEverySchedule(final Shape shape)
    {
        Litmus.checkSeeds(shape, shape.outcomes(), random -> run(shape, random));
    }

    private static List<String> run(final Shape shape, final Random random)
    {
        final ClusterContext context = new ClusterContext()
            .topology(Litmus.topology(shape.actors(), random))
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
            final int sent = traffic;
            final List<Unit> units = cluster.units();
            RandomTurns.steady(random, units.size() + 2 * actors.size()).run(
                () -> areDone(shape, actors, sent),
                next -> step(next, units, actors),
                () -> "received " + actors.stream().map(Actor::letters).toList());
            return actors.stream().map(Actor::letters).toList();
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
