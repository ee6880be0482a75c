/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;

import org.isotach.IsotachException;
import org.isotach.PageMap;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Reads that an executor fails while their application thread is still looking for slots.
 */
final class OpenReadsTest
{
    private static final int EXPELLED = 1;
    private static final int WORD = 8;

    private final TestCluster cluster = new TestCluster(
        new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER).readCap(2), PageMap.replicated(1));
    private final ReadSlots readSlots = cluster.memory().manager(0).readSlots();
    private final OpenReads openReads = new OpenReads(cluster.memory().manager(0));
    private final OffHeapBuffer buffer = OffHeapBuffer.allocate(2 * WORD);
    private final Read first = new Read(EXPELLED, OpenReadsTest::nothing);

    // While it looks for its slots the first one is failed.
    private final Read second =
        new Read(0, () -> readSlots.failAll(EXPELLED, read -> "host " + EXPELLED + " was expelled", Runnable::run));

    OpenReadsTest()
    {
        cluster.cluster().expel(EXPELLED);
        // Behind the end of the host.
        cluster.write(0, 0, 1);
        assertTrue(cluster.memory().manager(0).hasExpelled());
        second.roomNeeded = 2;
        openReads.add(first, 0);
        openReads.add(second, WORD);
        assertFalse(openReads.prepare(buffer));
        assertEquals(1, first.fails);
    }

    private static void stay(final CountDownLatch until)
    {
        try
        {
            until.await();
        }
        catch (final InterruptedException ex)
        {
            throw new AssertionError("interrupted", ex);
        }
    }

    private static void nothing()
    {
        // Nobody fails a read meanwhile.
    }

    @AfterEach
    void close()
    {
        cluster.close();
    }

    @Test
    void shouldNotResetAReadThatSomebodyElseFails()
    {
        openReads.abandoned();
        assertEquals(0, first.resets);
        assertEquals(1, second.resets);
    }

    @Test
    void shouldNotResetItAfterAnotherAttempt()
    {
        second.roomNeeded = 0;
        assertTrue(openReads.prepare(buffer));
        openReads.abandoned();
        assertEquals(0, first.resets);
        assertEquals(1, second.resets);
    }

    @Test
    void shouldNotGiveItASlotAgain()
    {
        second.roomNeeded = 0;
        assertTrue(openReads.prepare(buffer));
        assertEquals(SlotRead.NO_SLOT, buffer.getLong(0));
        assertTrue(buffer.getLong(WORD) >= 0);
        openReads.issued();
        assertEquals(SlotRead.TAKEN_OUT, first.slot);
        assertEquals(buffer.getLong(WORD), second.slot);
        assertEquals(1, first.fails);
    }

    /**
     * Its handler has not returned yet when the isochron is abandoned.
     */
    @Test
    @Timeout(60)
    void shouldBeOutstandingUntilTheOtherThreadHasFailedIt() throws Exception
    {
        openReads.abandoned();
        final CountDownLatch isInside = new CountDownLatch(1);
        final CountDownLatch mayReturn = new CountDownLatch(1);
        final IsoValue value = new IsoValue().onValue(new ReadHandler()
        {
            @Override
            public void onValue(final int address, final long read)
            {
                throw new AssertionError("value " + read);
            }

            @Override
            public void onFailure(final int address, final IsotachException cause)
            {
                isInside.countDown();
                stay(mayReturn);
            }
        });
        value.pending(cluster.memory().manager(0), 0, EXPELLED);
        final TestThreads threads = new TestThreads();
        final AtomicReference<Runnable> onClaim = new AtomicReference<>(OpenReadsTest::nothing);
        final Read large = new Read(0, () -> onClaim.getAndSet(OpenReadsTest::nothing).run());
        large.roomNeeded = 2;
        openReads.add(value, 0);
        openReads.add(large, WORD);
        onClaim.set(() ->
        {
            threads.start("failing", () ->
                readSlots.failAll(EXPELLED, read -> "host " + EXPELLED + " was expelled", Runnable::run));
            stay(isInside);
        });
        assertFalse(openReads.prepare(buffer));
        openReads.abandoned();
        assertTrue(value.isOutstanding());
        assertFalse(value.isFailed());

        mayReturn.countDown();
        threads.join();
        assertFalse(value.isOutstanding());
        assertTrue(value.isFailed());
    }

    /**
     * A read that counts what it is told.
     */
    private static final class Read extends SlotRead
    {
        private final int source;
        private final Runnable onClaim;
        private final int[] room = new int[2];
        private int roomCount;
        private int roomNeeded;
        private int resets;
        private int fails;
        private int slot;

        Read(final int source, final Runnable onClaim)
        {
            this.source = source;
            this.onClaim = onClaim;
        }

        @Override
        int roomNeeded()
        {
            onClaim.run();
            return roomNeeded;
        }

        @Override
        void addRoom(final int added)
        {
            room[roomCount++] = added;
        }

        @Override
        int takeRoom()
        {
            return 0 == roomCount ? NO_SLOT : room[--roomCount];
        }

        @Override
        int source()
        {
            return source;
        }

        @Override
        int address()
        {
            return 0;
        }

        @Override
        void issued(final int itsSlot)
        {
            slot = itsSlot;
        }

        @Override
        void reset()
        {
            resets++;
        }

        @Override
        void fail(
            final Function<String, IsotachException> type, final String message, final Consumer<Runnable> runner)
        {
            fails++;
        }

        @Override
        public String toString()
        {
            return "Read{source=" + source + '}';
        }
    }
}
