/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm.litmus;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import org.isotach.mbm.Messaging;
import org.isotach.mbm.MessagingContext;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The litmus programs with messages with a thread per actor, in all threading modes, however few the processors are.
 */
class LitmusTest
{
    private static final int ROUNDS = 256;
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(30);

    static Stream<Arguments> shapesAndModes()
    {
        return Stream.of(Shape.values()).flatMap(
            shape -> Stream.of(ThreadingMode.values()).map(mode -> Arguments.of(shape, mode)));
    }

    @ParameterizedTest
    @MethodSource("shapesAndModes")
    void shouldBeReceivedInOneOrder(final Shape shape, final ThreadingMode mode) throws Exception
    {
        final Set<List<String>> allowed = shape.outcomes();
        final ExecutorService threads = Executors.newFixedThreadPool(shape.actors());
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
            final List<Future<List<String>>> results = new ArrayList<>();
            for (int id = 0; id < shape.actors(); id++)
            {
                final int actor = id;
                results.add(threads.submit(() -> act(shape, actor, actors.get(actor), roundsDone)));
            }
            for (int round = 0; round < ROUNDS; round++)
            {
                final List<String> outcome = new ArrayList<>();
                for (final Future<List<String>> result : results)
                {
                    outcome.add(result.get().get(round));
                }
                final int failed = round;
                assertTrue(allowed.contains(outcome), () -> "round " + failed + ": outcome " + outcome);
            }
        }
        finally
        {
            threads.shutdownNow();
        }
    }

    /**
     * Nobody begins a round before all have received everything. Who is done polls meanwhile: without threads of the
     * cluster nobody else works for the host.
     *
     * @return what was received in each round.
     */
    private static List<String> act(
        final Shape shape, final int id, final Actor actor, final AtomicInteger roundsDone)
    {
        final List<String> received = new ArrayList<>();
        final long startNs = System.nanoTime();
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
                    idle(startNs);
                }
            }
            received.add(actor.letters());
            roundsDone.incrementAndGet();
            while (roundsDone.get() < round * shape.actors())
            {
                actor.poll();
                idle(startNs);
            }
        }
        return received;
    }

    private static void idle(final long startNs)
    {
        assertTrue(System.nanoTime() - startNs < LIMIT_NS, "waits for ever");
        Thread.yield();
    }
}
