/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;

import org.isotach.Isochron;
import org.isotach.IsotachException;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Threads that use the message port, or the mailbox, of another one, in paranoid mode.
 */
class ConfinementTest
{
    private static final byte[] MESSAGE = { 1, 2, 3 };

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldRefuseAnotherThreadWhileTheIsochronIsOpen(final ThreadingMode mode) throws Exception
    {
        try (Cluster cluster = Cluster.launch(new ClusterContext().hosts(2).threadingMode(mode).paranoid(true)))
        {
            final Messaging messaging = Messaging.on(cluster);
            final Isochron isochron = cluster.host(0).isochron();
            final MessagePort port = messaging.port(isochron);
            isochron.begin();
            final FutureTask<List<IsotachException>> refused = new FutureTask<>(() -> List.of(
                assertThrows(IsotachException.class, () -> port.send(1, MESSAGE, 0, 3)),
                assertThrows(IsotachException.class, () -> port.claim(1, 3)),
                assertThrows(IsotachException.class, () -> port.trySignal(1)),
                assertThrows(IsotachException.class, () -> port.tryBarrier(1, BarrierMode.WEAK))));
            final Thread intruder = new Thread(refused, "intruder");
            intruder.start();
            intruder.join();
            refused.get().forEach(ex -> assertTrue(ex.getMessage().contains(
                " of host 0 by thread 'intruder', while thread '" + Thread.currentThread().getName() +
                "' has it open: "), ex.getMessage()));
            isochron.abandon();
            // It may be given away now.
            final Thread next = new Thread(() ->
            {
                isochron.begin();
                port.send(1, MESSAGE, 0, 3);
                isochron.issue();
            });
            next.start();
            next.join();
            final Mailbox mailbox = messaging.mailbox(cluster.host(1));
            final Delivery delivery = mailbox.await();
            assertEquals(3, delivery.message().length());
        }
    }

    private static List<Executable> callsOf(final Mailbox mailbox)
    {
        return List.of(
            mailbox::receive,
            mailbox::await,
            () -> mailbox.registerSignal(1),
            () -> mailbox.clearSignal(1),
            () -> mailbox.registerBarrier(1, BarrierMode.WEAK),
            () -> mailbox.clearBarrier(1));
    }

    private static void startReceiver(final FutureTask<Integer> received) throws InterruptedException
    {
        final Thread receiver = new Thread(received, "receiver");
        receiver.start();
        // Behind the look at the thread that is inside.
        while (Arrays.stream(receiver.getStackTrace()).noneMatch(frame -> "awaitCall".equals(frame.getMethodName())))
        {
            Thread.sleep(1);
        }
    }

    /**
     * Whatever the thread of the mailbox does meanwhile.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldTellAHandlerThatItIsOneWhileAThreadIsInsideAMailbox(final ThreadingMode mode) throws Exception
    {
        final List<String> refused = new CopyOnWriteArrayList<>();
        try (Cluster cluster = Cluster.launch(new ClusterContext().hosts(2).threadingMode(mode).paranoid(true)))
        {
            final Messaging messaging = Messaging.on(cluster);
            final Isochron isochron = cluster.host(0).isochron();
            final MessagePort port = messaging.port(isochron);
            final Mailbox mailbox = messaging.mailbox(cluster.host(1));
            messaging.handler(cluster.host(1), 0, (sender, view) ->
            {
                for (final Executable call : callsOf(mailbox))
                {
                    refused.add(assertThrows(IllegalStateException.class, call).getMessage());
                }
            });
            final FutureTask<Integer> received = new FutureTask<>(() -> mailbox.await().message().length());
            startReceiver(received);
            isochron.begin();
            port.sendToHandler(1, 0, MESSAGE, 0, 3);
            isochron.issue();
            isochron.begin();
            port.send(1, MESSAGE, 0, 3);
            isochron.issue();
            assertEquals(3, received.get());
        }
        assertEquals(6, refused.size());
        refused.forEach(message -> assertTrue(message.contains("() from inside a handler: "), message));
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldRefuseAnotherThreadWhileOneIsInsideAMailbox(final ThreadingMode mode) throws Exception
    {
        try (Cluster cluster = Cluster.launch(new ClusterContext().hosts(2).threadingMode(mode).paranoid(true)))
        {
            final Messaging messaging = Messaging.on(cluster);
            final Isochron isochron = cluster.host(0).isochron();
            final MessagePort port = messaging.port(isochron);
            final Mailbox mailbox = messaging.mailbox(cluster.host(1));
            final FutureTask<Integer> received = new FutureTask<>(() -> mailbox.await().message().length());
            startReceiver(received);
            for (final Executable call : callsOf(mailbox))
            {
                final String message = assertThrows(IsotachException.class, call).getMessage();
                assertTrue(message.contains(" of host 1 by thread '" + Thread.currentThread().getName() +
                    "', while thread 'receiver' is inside a call: "), message);
            }
            isochron.begin();
            port.send(1, MESSAGE, 0, 3);
            isochron.issue();
            assertEquals(3, received.get());
            // It may be given away now.
            assertNull(mailbox.receive());
            mailbox.registerSignal(1);
        }
    }
}
