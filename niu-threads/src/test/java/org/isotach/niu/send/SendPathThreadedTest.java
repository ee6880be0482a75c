/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.send;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Tokens are stopped while others move logical time as fast as they can.
 */
class SendPathThreadedTest
{
    private static final int DISTANCE = 2;

    @Test
    void shouldNotEndThePulseOfAnIsochronBeforeItIsShipped() throws Exception
    {
        final SendPath path = new SendPath(2, 16, 16);
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
            for (int i = 0; i < 200_000; i++)
            {
                final long sequence = path.issue(DISTANCE, i, 1);
                assertEquals(1, path.siu.doWork());
                final long timestamp = path.timestamp(sequence);
                final long time = path.tokenManager.advanceTo(timestamp);
                assertTrue(time < timestamp, () -> "timestamp " + timestamp + " has ended: " + time);
                path.lanai.doWork();
                path.execute(0, 1);
                assertEquals(sequence, path.retire());
            }
        }
        finally
        {
            isOver.set(true);
        }
        threads.join();
        assertEquals(List.of(), path.errors);
    }
}
