/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm.litmus;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import org.isotach.mbm.Messaging;
import org.isotach.mbm.MessagingContext;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.test.Litmus;
import org.isotach.test.TestThreads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The litmus programs with messages with a thread per actor, in all threading modes, however few the processors are.
 */
class LitmusTest
{
    private static final int ROUNDS = 256;

    static Stream<Arguments> shapesAndModes()
    {
        return Litmus.inAllModes((Object[])Shape.values());
    }

    @ParameterizedTest
    @MethodSource("shapesAndModes")
    void shouldBeReceivedInOneOrder(final Shape shape, final ThreadingMode mode) throws Exception
    {
        final Set<List<String>> allowed = shape.outcomes();
        try (Cluster cluster = Cluster.launch(new ClusterContext()
            .hosts(shape.actors())
            .threadingMode(mode)
            .sendRingSize(4)
            .linkRingSize(2)
            .maxIsochronLength(128)))
        {
            final Messaging messaging = Messaging.on(cluster, new MessagingContext().maxMessageLength(Long.BYTES));
            final List<Actor> actors = new ArrayList<>();
            for (int id = 0; id < shape.actors(); id++)
            {
                actors.add(new Actor(messaging, cluster.host(id)));
            }
            final AtomicInteger roundsDone = new AtomicInteger();
            final TestThreads threads = new TestThreads();
            final List<List<String>> received = new ArrayList<>();
            for (int id = 0; id < shape.actors(); id++)
            {
                final int actor = id;
                final List<String> ofActor = new ArrayList<>();
                received.add(ofActor);
                threads.start("actor-" + id, () -> act(shape, actor, actors.get(actor), roundsDone, ofActor));
            }
            threads.join();
            for (int round = 0; round < ROUNDS; round++)
            {
                final List<String> outcome = new ArrayList<>();
                for (final List<String> ofActor : received)
                {
                    outcome.add(ofActor.get(round));
                }
                final int failed = round;
                assertTrue(allowed.contains(outcome), () -> "round " + failed + ": outcome " + outcome);
            }
        }
    }

    /**
     * Nobody begins a round before all have received everything. Who is done polls meanwhile: without threads of the
     * cluster nobody else works for the host.
     *
     * @param received what was received in each round.
     */
    private static void act(
        final Shape shape,
        final int id,
        final Actor actor,
        final AtomicInteger roundsDone,
        final List<String> received)
    {
        for (int round = 1; round <= ROUNDS; round++)
        {
            actor.begin(shape.steps(id), 0);
            while (actor.hasNext() || actor.letters().length() < shape.letters(id))
            {
                if (actor.hasNext())
                {
                    actor.tryNext();
                }
                if (!actor.receive())
                {
                    idle();
                }
            }
            received.add(actor.letters());
            roundsDone.incrementAndGet();
            while (roundsDone.get() < round * shape.actors())
            {
                actor.poll();
                idle();
            }
        }
    }

    private static void idle()
    {
        TestThreads.checkNotInterrupted();
        Thread.yield();
    }
}
