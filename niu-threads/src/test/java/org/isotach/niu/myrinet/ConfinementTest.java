/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.isotach.IsotachException;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.LinkFaults;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.isotach.niu.myrinet.MyrinetCluster.LONG;
import static org.isotach.niu.myrinet.MyrinetCluster.assertContent;
import static org.isotach.niu.myrinet.MyrinetCluster.small;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Threads that use the channel, or the connection, of another one, in paranoid mode.
 */
@Timeout(60)
final class ConfinementTest
{
    private static MyrinetCluster launch(final ThreadingMode mode, final boolean isParanoid)
    {
        return new MyrinetCluster(new ClusterContext().hosts(2).threadingMode(mode).linkFaults(LinkFaults.NONE)
            .paranoid(isParanoid), small());
    }

    /**
     * Waits until a thread is inside a wait, behind the look at the thread that is inside.
     */
    private static void awaitInside(final Thread thread)
    {
        while (Arrays.stream(thread.getStackTrace()).noneMatch(frame -> "awaitTrue".equals(frame.getMethodName())))
        {
            TestThreads.checkNotInterrupted();
            Thread.yield();
        }
    }

    private static void assertRefused(final int host, final List<Executable> calls)
    {
        for (final Executable call : calls)
        {
            assertEquals("a call of channel 0 of host " + host + " by thread '" + Thread.currentThread().getName() +
                "', while thread 'user' is inside one: a channel, and the connection above it, belong to one thread" +
                " at a time; open one for each thread, or give what is received to others",
                assertThrows(IsotachException.class, call).getMessage());
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldRefuseAnotherThreadWhileOneReceives(final ThreadingMode mode) throws InterruptedException
    {
        try (MyrinetCluster on = launch(mode, true))
        {
            final Channel channel = on.nic(1).open(0);
            final TestThreads threads = new TestThreads();
            awaitInside(threads.start("user", () ->
            {
                final Buffer received = channel.receive();
                assertContent(LONG, 3, received);
                received.free();
            }));
            assertRefused(1, List.of(channel::tryReceive, channel::receive, channel::pending));
            on.send(0, channel, 1, LONG, 3);
            threads.join();
            // It may be given away now.
            assertEquals(0, channel.pending());
            assertNull(channel.tryReceive());
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldRefuseAnotherThreadWhileOneWaitsForAConnection(final ThreadingMode mode) throws InterruptedException
    {
        try (MyrinetCluster on = launch(mode, true))
        {
            final Rpp there = new Rpp(on.nic(1), on.nic(1).open(0), on.network.route(1, 0), 0, 2);
            final Rpp here = new Rpp(on.nic(0), on.nic(0).open(0), on.network.route(0, 1), 0, 2);
            final TestThreads threads = new TestThreads();
            awaitInside(threads.start("user", () ->
            {
                final Buffer received = there.receive();
                assertContent(LONG, 3, received);
                received.free();
            }));
            final Buffer own = on.buffer(1, LONG, 1);
            assertRefused(1, List.of(there::poll, there::tryReceive, there::receive, there::tryBuffer,
                () -> there.trySend(own), () -> there.send(own), there::awaitAcknowledged));
            own.free();
            assertTrue(here.trySend(on.buffer(0, LONG, 3)));
            threads.join();
            there.poll();
            here.close();
            there.close();
        }
    }

    @Test
    void shouldLetAnyThreadCloseAChannel() throws InterruptedException
    {
        try (MyrinetCluster on = launch(ThreadingMode.INVOKER, true))
        {
            final Channel channel = on.nic(1).open(0);
            final TestThreads threads = new TestThreads();
            awaitInside(threads.start("user", () -> assertThrows(IllegalStateException.class, channel::receive)));
            channel.close();
            threads.join();
        }
    }

    /**
     * Whatever the thread of the channel does meanwhile.
     */
    @Test
    void shouldTellAHandlerThatItIsOneWhileAThreadIsInside() throws InterruptedException
    {
        final List<String> refused = new CopyOnWriteArrayList<>();
        try (MyrinetCluster on = launch(ThreadingMode.SHARED, true))
        {
            final Channel channel = on.nic(1).open(0);
            final TestThreads threads = new TestThreads();
            awaitInside(threads.start("user", () -> channel.receive().free()));
            on.insideHandler(() ->
            {
                final List<Executable> calls = List.of(channel::tryReceive, channel::receive, channel::pending);
                for (final Executable call : calls)
                {
                    refused.add(assertThrows(IllegalStateException.class, call).getMessage());
                }
            });
            on.send(0, channel, 1, LONG, 3);
            threads.join();
        }
        assertEquals(3, refused.size());
        refused.forEach(message -> assertTrue(message.contains("from inside a handler"), message));
    }

    @Test
    void shouldAskForNothingOtherwise()
    {
        try (MyrinetCluster on = launch(ThreadingMode.INVOKER, false))
        {
            assertFalse(on.nic(1).open(0) instanceof ConfinedChannel);
        }
    }
}
