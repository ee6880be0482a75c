/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import java.util.concurrent.atomic.AtomicInteger;

import io.aeron.driver.Configuration;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.spi.Trunk;
import org.isotach.niu.spi.TrunkHandler;
import org.isotach.test.Allocations;
import org.isotach.test.TrunkContract;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Trunks over one media driver, which is no part of the members.
 */
abstract class AeronContract extends TrunkContract
{
    private static final int TERM_LENGTH = 16 * 1024 * 1024;
    private static final int RECORD_LENGTH = 64 * 1024;
    private static final int PATIENCE = 50;
    private static final AtomicInteger FIRST_STREAM_ID = new AtomicInteger(1000);

    static TestDriver driver;

    private final TrunkHandler onLength = (buffer, offset, length, position) -> received = length;
    private int received;

    @BeforeAll
    static void launchDriver()
    {
        driver = new TestDriver();
    }

    @AfterAll
    static void closeDriver()
    {
        driver.close();
    }

    abstract String[] endpoints();

    @Override
    protected Trunk[] newTrunk()
    {
        return TestDriver.newTrunk(
            driver.context().termLength(TERM_LENGTH).firstStreamId(FIRST_STREAM_ID.getAndAdd(256)), endpoints());
    }

    @Test
    void shouldAllocateNothing()
    {
        final OffHeapBuffer own = OffHeapBuffer.allocate(128 * 1024);
        final Allocations allocations = new Allocations();
        for (final int length : new int[]{ 8, 1024, 100 * 1024 })
        {
            final int times = allocations.assertNone(20, () -> exchange(own, length));
            assertTrue(times > 0);
            assertEquals(length, received);
        }
    }

    /**
     * The window of Aeron is the limit of what a member may have unread.
     */
    @Test
    void shouldRefuseWhileTheOtherEndDoesNotRead() throws InterruptedException
    {
        final OffHeapBuffer own = OffHeapBuffer.allocate(RECORD_LENGTH);
        exchange(own, RECORD_LENGTH);
        int sent = 0;
        int refused = 0;
        // What is on its way makes room once more.
        while (refused < PATIENCE)
        {
            if (Trunk.REFUSED != left.offer(own, Long.BYTES, own, Long.BYTES, RECORD_LENGTH - Long.BYTES))
            {
                sent++;
                refused = 0;
            }
            else
            {
                refused++;
                Thread.sleep(1);
            }
        }
        final int window = TERM_LENGTH / 2 + Configuration.INITIAL_WINDOW_LENGTH_DEFAULT;
        assertTrue(sent > 0 && sent <= window / RECORD_LENGTH + 1, "sent " + sent);
        int taken = 0;
        while (taken < sent)
        {
            taken += right.poll(onLength, 1);
        }
        exchange(own, RECORD_LENGTH);
    }

    private void exchange(final OffHeapBuffer own, final int length)
    {
        received = 0;
        while (Trunk.REFUSED == left.offer(own, Long.BYTES, own, Long.BYTES, length - Long.BYTES))
        {
            Thread.yield();
        }
        while (0 == received)
        {
            right.poll(onLength, 1);
        }
    }
}
