/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import org.isotach.test.Allocations;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.isotach.niu.link.BlockPool.NONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Rows H29 and H30 (Martin, HPAM, sections 5.1 and 6.1): each block has one owner, and goes through its states.
 */
final class BlockPoolTest
{
    private static final int BLOCKS = 4;
    private static final int LENGTH = 128;

    private static final Map<BlockState, Set<BlockState>> TABLE = Map.of(
        BlockState.FREE, EnumSet.of(BlockState.TRANSMIT, BlockState.RECEIVED),
        BlockState.TRANSMIT, EnumSet.of(BlockState.COUNTING, BlockState.WAITING, BlockState.FREE),
        BlockState.COUNTING, EnumSet.of(BlockState.TRANSMIT, BlockState.FREE),
        BlockState.WAITING, EnumSet.of(BlockState.TRANSMIT, BlockState.FREE),
        BlockState.RECEIVED, EnumSet.of(BlockState.TRANSMIT, BlockState.FREE));

    private final BlockPool pool = new BlockPool(BLOCKS, LENGTH);
    private final BlockUnit unit = pool.unit();

    @ParameterizedTest
    @EnumSource(BlockState.class)
    void h30ShouldHaveTheTransitionsOfTheTable(final BlockState from)
    {
        for (final BlockState to : BlockState.values())
        {
            assertEquals(TABLE.get(from).contains(to), from.mayBecome(to), from + " to " + to);
        }
    }

    private int sendOne()
    {
        final int block = pool.tryTake();
        pool.buffer().putLong(pool.offset(block), 42 + block);
        assertTrue(pool.tryTransmit(block, 8));
        return block;
    }

    @Test
    void h30ShouldKeepARequestUntilItIsAnswered()
    {
        final int block = sendOne();
        assertEquals(BlockState.TRANSMIT, pool.state(block));
        pool.keep(block, BlockState.COUNTING);
        assertEquals(block, unit.tryTakeReady());
        assertEquals(8, unit.length());
        assertEquals(42 + block, unit.buffer().getLong(unit.offset(block)));
        assertEquals(NONE, unit.tryTakeReady());
        // The timer is over before the unit has finished.
        assertFalse(pool.tryTransmit(block, 8));
        assertEquals(BlockState.COUNTING, pool.state(block));
        unit.sent(block);
        assertTrue(pool.tryTransmit(block, 8));
        pool.keep(block, BlockState.COUNTING);
        assertEquals(block, unit.tryTakeReady());
        assertEquals(42 + block, unit.buffer().getLong(unit.offset(block)), "transmission leaves it unaltered");
        // The answer comes before the unit has finished.
        pool.free(block);
        assertEquals(BLOCKS - 1, pool.pooled());
        assertEquals(BlockState.FREE, pool.state(block));
        unit.sent(block);
        assertEquals(1, pool.reclaim());
        assertEquals(BLOCKS, pool.pooled());
    }

    @Test
    void h30ShouldSendAStoredReplyAgain()
    {
        final int block = sendOne();
        unit.sent(unit.tryTakeReady());
        pool.keep(block, BlockState.WAITING);
        assertTrue(pool.tryTransmit(block, 8));
        unit.sent(unit.tryTakeReady());
        pool.keep(block, BlockState.WAITING);
        pool.free(block);
        pool.reclaim();
        assertEquals(BLOCKS, pool.pooled());
    }

    @Test
    void shouldReceiveIntoWhatWasProvided()
    {
        assertEquals(NONE, pool.tryReceive());
        assertTrue(pool.tryProvide());
        final int empty = unit.tryTakeEmpty();
        unit.buffer().putLong(unit.offset(empty), 7);
        unit.filled(empty, 9);
        final int block = pool.tryReceive();
        assertEquals(empty, block);
        assertEquals(9, pool.length());
        assertEquals(7, pool.buffer().getLong(pool.offset(block)));
        assertEquals(BlockState.RECEIVED, pool.state(block));
        // Sent on without a copy.
        assertTrue(pool.tryTransmit(block, 9));
        assertEquals(block, unit.tryTakeReady());
        unit.sent(block);
        pool.free(block);
        pool.reclaim();
        assertEquals(BLOCKS, pool.pooled());
    }

    @Test
    void h29ShouldDropWhatFindsNoBlockAndCountIt()
    {
        assertEquals(NONE, unit.tryTakeEmpty());
        assertEquals(1, unit.dropped());
        pool.tryProvide();
        assertNotEquals(NONE, unit.tryTakeEmpty());
        assertEquals(NONE, unit.tryTakeEmpty());
        assertEquals(2, unit.dropped());
    }

    @Test
    void shouldHaveNoMoreBlocksThanItHas()
    {
        for (int i = 0; i < BLOCKS; i++)
        {
            assertEquals(i, pool.tryTake(), "the first block first");
        }
        assertEquals(NONE, pool.tryTake());
        assertFalse(pool.tryProvide());
        pool.free(2);
        assertEquals(2, pool.tryTake());
        pool.tryTransmit(2, 0);
        unit.sent(unit.tryTakeReady());
        pool.free(2);
        assertEquals(2, pool.tryTake(), "taken back on the way");
    }

    @Test
    void h30ShouldRefuseIllegalTransitions()
    {
        final int block = pool.tryTake();
        refused("block 0 is FREE and cannot become COUNTING", () -> pool.keep(block, BlockState.COUNTING));
        refused("block 1 is free: take it first", () -> pool.tryTransmit(1, 8));
        refused("block 1 is FREE and cannot become FREE", () -> pool.free(1));
        pool.tryTransmit(block, 8);
        refused("block 0 is TRANSMIT and cannot become TRANSMIT", () -> pool.tryTransmit(block, 8));
        pool.keep(block, BlockState.WAITING);
        refused("block 0 is WAITING and cannot become COUNTING", () -> pool.keep(block, BlockState.COUNTING));
        pool.free(block);
        refused("block 0 is FREE and cannot become FREE", () -> pool.free(block));
        refused("block 0 is free: take it first", () -> pool.tryTransmit(block, 8));
        pool.tryProvide();
        refused("block 1 is free: take it first", () -> pool.tryTransmit(1, 8));
        refused("block 1 is FREE and cannot become FREE", () -> pool.free(1));
        assertEquals(BLOCKS - 2, pool.pooled());
    }

    @Test
    void shouldTakeBackFromTheUnitOnlyWhatItHas()
    {
        refused("block 3 was not taken to be sent, or was given back already", () -> unit.sent(3));
        final int block = sendOne();
        unit.tryTakeReady();
        refused("block 0 was not taken to be filled, or was given back already", () -> unit.filled(block, 1));
        unit.sent(block);
        refused("block 0 was not taken to be sent, or was given back already", () -> unit.sent(block));
    }

    private static void refused(final String message, final Runnable action)
    {
        assertEquals(message, assertThrows(IllegalStateException.class, action::run).getMessage());
    }

    @Test
    void shouldRefuseWrongArguments()
    {
        assertThrows(IllegalArgumentException.class, () -> new BlockPool(0, 64));
        assertThrows(IllegalArgumentException.class, () -> new BlockPool(BlockPool.MAX_BLOCKS + 1, 64));
        assertThrows(IllegalArgumentException.class, () -> new BlockPool(1, 0));
        assertThrows(IllegalArgumentException.class, () -> new BlockPool(1, 65));
        final int block = pool.tryTake();
        assertThrows(IllegalArgumentException.class, () -> pool.tryTransmit(block, -1));
        assertThrows(IllegalArgumentException.class, () -> pool.tryTransmit(block, LENGTH + 1));
        assertThrows(IllegalArgumentException.class, () -> pool.keep(block, BlockState.FREE));
        pool.tryProvide();
        final int empty = unit.tryTakeEmpty();
        assertThrows(IllegalArgumentException.class, () -> unit.filled(empty, LENGTH + 1));
    }

    /**
     * The unit sends each block back, filled into another one.
     */
    @Test
    void shouldMoveBlocksBetweenTwoThreads() throws InterruptedException
    {
        final int count = 50_000;
        final BlockPool shared = new BlockPool(7, 64);
        final TestThreads threads = new TestThreads();
        threads.start("unit", () -> echo(shared.unit(), count));
        threads.start("host", () ->
        {
            int sent = 0;
            int received = 0;
            while (received < count)
            {
                final int block = sent - received < 3 ? shared.tryTake() : NONE;
                if (NONE != block && sent < count && shared.tryProvide())
                {
                    shared.buffer().putLong(shared.offset(block), sent);
                    assertTrue(shared.tryTransmit(block, sent % 65));
                    shared.free(block);
                    sent++;
                }
                else if (NONE != block)
                {
                    shared.free(block);
                }
                final int arrived = shared.tryReceive();
                if (NONE != arrived)
                {
                    assertEquals(received, shared.buffer().getLong(shared.offset(arrived)));
                    assertEquals(received % 65, shared.length());
                    shared.free(arrived);
                    received++;
                }
                TestThreads.checkNotInterrupted();
                Thread.yield();
            }
            shared.reclaim();
            assertEquals(7, shared.pooled());
        });
        threads.join();
        assertEquals(0, shared.unit().dropped());
    }

    private void fillOne()
    {
        unit.filled(unit.tryTakeEmpty(), 8);
    }

    @Test
    void h29ShouldInterruptWhenTheFirstBlockIsReady()
    {
        final int[] interrupts = new int[1];
        pool.interruptWith(() -> interrupts[0]++);
        while (pool.tryProvide())
        {
            assertEquals(0, interrupts[0]);
        }
        fillOne();
        assertEquals(1, interrupts[0]);
        fillOne();
        assertEquals(1, interrupts[0], "the host has not received the first one");
        pool.free(pool.tryReceive());
        fillOne();
        assertEquals(1, interrupts[0], "the host has not received the second one");
        pool.free(pool.tryReceive());
        pool.free(pool.tryReceive());
        assertEquals(NONE, pool.tryReceive());
        fillOne();
        assertEquals(2, interrupts[0]);
        assertEquals("1 blocks were provided already: call interruptWith() before the first one",
            assertThrows(IllegalStateException.class, () -> lateInterrupt(new BlockPool(1, 64))).getMessage());
        assertThrows(NullPointerException.class, () -> pool.interruptWith(null));
    }

    @Test
    void h29ShouldGoOnAlthoughAnInterruptHasThrown()
    {
        final RuntimeException thrown = new RuntimeException("of a test");
        pool.interruptWith(() ->
        {
            throw thrown;
        });
        while (pool.tryProvide())
        {
            assertEquals(NONE, pool.tryReceive());
        }
        for (int i = 0; i < 2; i++)
        {
            assertSame(thrown, assertThrows(RuntimeException.class, this::fillOne));
            pool.free(pool.tryReceive());
            assertEquals(NONE, pool.tryReceive());
        }
    }

    private static void lateInterrupt(final BlockPool late)
    {
        late.tryProvide();
        late.interruptWith(() ->
        {
            // Never.
        });
    }

    /**
     * The host waits for an interrupt whenever nothing is ready: if one were missing, it would wait for ever.
     */
    @Test
    @Timeout(20)
    void h29ShouldMissNoInterrupt() throws InterruptedException
    {
        final int count = 100_000;
        final BlockPool shared = new BlockPool(4, 64);
        final Semaphore interrupts = new Semaphore(0);
        shared.interruptWith(interrupts::release);
        final TestThreads threads = new TestThreads();
        threads.start("unit", () ->
        {
            for (int i = 0; i < count;)
            {
                final int block = shared.unit().tryTakeEmpty();
                if (NONE != block)
                {
                    shared.unit().filled(block, i % 65);
                    i++;
                }
                else
                {
                    Thread.yield();
                }
                TestThreads.checkNotInterrupted();
            }
        });
        threads.start("host", () ->
        {
            for (int received = 0; received < count;)
            {
                while (shared.tryProvide())
                {
                    TestThreads.checkNotInterrupted();
                }
                final int block = shared.tryReceive();
                if (NONE == block)
                {
                    assertTrue(interrupts.tryAcquire(10, TimeUnit.SECONDS), "no interrupt");
                    interrupts.drainPermits();
                    TestThreads.checkNotInterrupted();
                }
                else
                {
                    assertEquals(received % 65, shared.length());
                    shared.free(block);
                    received++;
                }
            }
        });
        threads.join();
    }

    private static void echo(final BlockUnit unit, final int count)
    {
        for (int i = 0; i < count;)
        {
            final int ready = unit.tryTakeReady();
            if (NONE != ready)
            {
                final int length = unit.length();
                final int empty = unit.tryTakeEmpty();
                unit.buffer().putLong(unit.offset(empty), unit.buffer().getLong(unit.offset(ready)));
                unit.sent(ready);
                unit.filled(empty, length);
                i++;
            }
            TestThreads.checkNotInterrupted();
            Thread.yield();
        }
    }

    @Test
    void shouldAllocateNothing()
    {
        new Allocations().assertNone(1000, () ->
        {
            final int block = pool.tryTake();
            pool.tryProvide();
            pool.tryTransmit(block, 8);
            pool.keep(block, BlockState.COUNTING);
            unit.sent(unit.tryTakeReady());
            unit.filled(unit.tryTakeEmpty(), 8);
            pool.free(block);
            pool.free(pool.tryReceive());
            pool.reclaim();
        });
        assertEquals(BLOCKS, pool.pooled());
    }
}
