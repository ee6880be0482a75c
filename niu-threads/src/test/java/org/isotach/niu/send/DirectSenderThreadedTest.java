/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.send;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import org.isotach.niu.link.FrameRing;
import org.isotach.niu.spi.Marker;
import org.isotach.test.TestThreads;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Others move logical time as fast as they can, or look at what comes, while a frame is stamped and shipped.
 */
final class DirectSenderThreadedTest implements Marker
{
    private static final int DISTANCE = 2;
    private static final int MANY_HOSTS = 64;

    private DirectPath path;

    @Test
    void shouldNotEndThePulseOfAnIsochronBeforeItIsShipped() throws Exception
    {
        path = new DirectPath(2, 16, 16);
        final AtomicBoolean isOver = new AtomicBoolean();
        final TestThreads threads = new TestThreads();
        threads.start("time", () ->
        {
            while (!isOver.get())
            {
                path.tokenManager.advanceTo(path.tokenManager.time() + 1);
            }
        });
        try
        {
            for (int i = 0; i < 100_000; i++)
            {
                path.send(DISTANCE, i, 1);
                assertTrue(path.sender.trySend(this, DISTANCE));
                path.execute(0, 1);
            }
        }
        finally
        {
            isOver.set(true);
        }
        threads.join();
        assertEquals(List.of(), path.errors);
    }

    @Override
    public long pass(final long timestamp)
    {
        final long time = path.tokenManager.advanceTo(timestamp);
        assertTrue(time < timestamp, () -> "timestamp " + timestamp + " has ended: " + time);
        return NO_NOTICE;
    }

    @Override
    public long notice()
    {
        return 0;
    }

    /**
     * Another thread of the host that hears of a frame from its receiver does not find that nothing is pending.
     */
    @Test
    void shouldHaveIssuedWhatIsOnALink() throws Exception
    {
        path = new DirectPath(MANY_HOSTS, 16, 16);
        final int[] all = IntStream.range(1, MANY_HOSTS).toArray();
        path.send(DISTANCE, 0, all);
        final FrameRing first = path.links.to(1);
        final AtomicBoolean isOver = new AtomicBoolean();
        final AtomicLong unknown = new AtomicLong(-1);
        final TestThreads threads = new TestThreads();
        threads.start("another", () ->
        {
            while (!isOver.get())
            {
                final long onLink = first.published();
                if (onLink > path.sender.issued())
                {
                    unknown.set(onLink);
                }
            }
        });
        try
        {
            for (int i = 0; i < 20_000; i++)
            {
                path.send(DISTANCE, i, all);
                for (final int host : all)
                {
                    path.links.to(host).consumption().execute(path.links.to(host).published());
                }
            }
        }
        finally
        {
            isOver.set(true);
        }
        threads.join();
        assertEquals(-1, unknown.get(), "on a link, and not issued");
        assertEquals(List.of(), path.errors);
    }
}
