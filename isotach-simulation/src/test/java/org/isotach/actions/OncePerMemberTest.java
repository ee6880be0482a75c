/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.isotach.HostSet;
import org.isotach.Isochron;
import org.isotach.Topology;
import org.isotach.mbm.MessagePort;
import org.isotach.mbm.MessageView;
import org.isotach.mbm.Messaging;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Two hosts that receive for one member, and a third one that sends.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class OncePerMemberTest
{
    private static final int HANDLER = 5;
    private static final long STUCK = 13;

    private final Cluster cluster = Cluster.launch(new ClusterContext()
        .topology(Topology.singleSwitch(3))
        .threadingMode(ThreadingMode.INVOKER)
        .handlerTimeout(Duration.ofMillis(20)));
    private final Messaging messaging = Messaging.on(cluster);
    private final Host first = cluster.host(0);
    private final Host second = cluster.host(1);
    private final Isochron isochron = cluster.host(2).isochron();
    private final MessagePort port = messaging.port(isochron);
    private final List<Long> handled = new CopyOnWriteArrayList<>();
    private final CountDownLatch isInside = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    OncePerMemberTest()
    {
        OncePerMember.register(
            List.of(first, second), messaging, HANDLER, (sender, message) -> handle(message));
    }

    @AfterEach
    void close()
    {
        goOn.countDown();
        cluster.close();
    }

    private void handle(final MessageView message)
    {
        final long value = message.getLong(0);
        if (STUCK == value)
        {
            isInside.countDown();
            awaitUninterruptibly(goOn);
        }
        handled.add(value);
    }

    private static void awaitUninterruptibly(final CountDownLatch latch)
    {
        try
        {
            latch.await();
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
        }
    }

    private void send(final long value)
    {
        isochron.begin();
        port.claimForHandler(HostSet.of(cluster.hostCount(), 0, 1), HANDLER, Long.BYTES).putLong(0, value);
        isochron.issue();
    }

    private static void awaitExecuted(final Isochron sent, final Host receiver)
    {
        sent.awaitExecuted();
        receiver.poll();
    }

    @Test
    void shouldHandleEachMessageOnceWhicheverHostIsAhead()
    {
        send(1);
        awaitExecuted(isochron, first);
        send(2);
        awaitExecuted(isochron, second);
        awaitExecuted(isochron, first);
        send(3);
        awaitExecuted(isochron, first);
        awaitExecuted(isochron, second);

        assertEquals(List.of(1L, 2L, 3L), handled);
    }

    @Test
    void shouldMissNothingWhenAHostGoes()
    {
        send(1);
        awaitExecuted(isochron, first);
        send(2);
        cluster.expel(first.id());
        send(3);
        awaitExecuted(isochron, second);

        assertEquals(List.of(1L, 2L, 3L), handled);
    }

    /**
     * The thread that expels works for the other host, and comes to the same message there.
     */
    @Test
    void shouldGoOnWhenAHostIsExpelledInsideAHandler() throws InterruptedException
    {
        final Thread thread = new Thread(() ->
        {
            while (isInside.getCount() > 0)
            {
                first.poll();
            }
        });
        send(STUCK);
        thread.start();
        isInside.await();

        cluster.expel(first.id());
        send(1);
        awaitExecuted(isochron, second);

        assertEquals(List.of(1L), handled);
        goOn.countDown();
        thread.join();
    }
}
