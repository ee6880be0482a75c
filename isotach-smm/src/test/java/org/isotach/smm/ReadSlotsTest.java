/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Slots of outstanding reads: each is claimed by one read at a time.
 */
final class ReadSlotsTest
{
    private static final int USES = 1_000_000;

    @Test
    void shouldClaimEverySlotOnceFromTheHintOn()
    {
        final ReadSlots slots = new ReadSlots(4);
        assertEquals(4, slots.capacity());
        final IsoValue value = new IsoValue();
        assertEquals(2, slots.claim(value, 2));
        assertEquals(3, slots.claim(value, 2));
        assertEquals(0, slots.claim(value, 8));
        assertEquals(1, slots.claim(value, Integer.MAX_VALUE));
        assertEquals(ReadSlots.NONE, slots.claim(value, 1));
    }

    @Test
    void shouldGiveBackWhatWasClaimed()
    {
        final ReadSlots slots = new ReadSlots(2);
        final IsoValue first = new IsoValue();
        final IsoValue second = new IsoValue();
        final int firstSlot = slots.claim(first, 0);
        final int secondSlot = slots.claim(second, 0);
        assertSame(first, free(slots, firstSlot));
        assertEquals(firstSlot, slots.claim(second, secondSlot));
        assertSame(second, free(slots, firstSlot));
        assertSame(second, free(slots, secondSlot));
    }

    @Test
    void shouldForgetWhatAFreedReadWaitedFor()
    {
        final ReadSlots slots = new ReadSlots(1);
        slots.claim(new IsoValue(), 0);
        assertEquals(Version.SUBSTANTIATED, slots.waitsFor(0));
        slots.waitsFor(0, 5, 7);
        assertEquals(7, slots.waitsFor(0));
        slots.free(0);
        assertEquals(Version.SUBSTANTIATED, slots.waitsFor(0));
    }

    /**
     * Others look while the slot is used for one read after the other.
     */
    @Test
    void shouldNameTheVariableOfTheVersionWhileASlotIsUsedAgain() throws InterruptedException
    {
        final ReadSlots slots = new ReadSlots(1);
        final IsoValue value = new IsoValue();
        final AtomicBoolean isOver = new AtomicBoolean();
        final AtomicInteger seen = new AtomicInteger();
        final AtomicInteger wrong = new AtomicInteger();
        final TestThreads threads = new TestThreads();
        threads.start("looking", () ->
        {
            while (!isOver.get())
            {
                slots.forEachWaiting((address, version) ->
                {
                    seen.incrementAndGet();
                    if (version != address)
                    {
                        wrong.incrementAndGet();
                    }
                });
            }
        });
        for (int version = 1; version <= USES || 0 == seen.get(); version++)
        {
            slots.claim(value, 0);
            slots.waitsFor(0, version, version);
            slots.free(0);
        }
        isOver.set(true);
        threads.join();
        assertEquals(0, wrong.get());
    }

    @Test
    void shouldLetThreadsClaimAtTheSameTime() throws InterruptedException
    {
        final int capacity = 8;
        final ReadSlots slots = new ReadSlots(capacity);
        final AtomicInteger[] users = new AtomicInteger[capacity];
        for (int i = 0; i < capacity; i++)
        {
            users[i] = new AtomicInteger();
        }
        final TestThreads threads = new TestThreads();
        for (int t = 0; t < 4; t++)
        {
            threads.start("claimer-" + t, () -> claimAndFree(slots, users));
        }
        threads.join();
        final Set<Integer> all = new HashSet<>();
        for (int i = 0; i < capacity; i++)
        {
            all.add(slots.claim(new IsoValue(), 0));
        }
        assertEquals(capacity, all.size());
        assertTrue(all.stream().allMatch(slot -> slot >= 0 && slot < capacity), all::toString);
    }

    private static SlotRead free(final ReadSlots slots, final int slot)
    {
        final SlotRead read = slots.get(slot);
        slots.free(slot);
        return read;
    }

    /**
     * Claims three slots, frees them, and again; four such threads want more slots than there are.
     */
    private static void claimAndFree(final ReadSlots slots, final AtomicInteger[] users)
    {
        final List<Integer> claimed = new ArrayList<>();
        final IsoValue value = new IsoValue();
        for (int i = 0; i < 20_000; i++)
        {
            final int slot = slots.claim(value, i);
            if (ReadSlots.NONE != slot)
            {
                assertEquals(0, users[slot].getAndIncrement(), "claimed twice");
                claimed.add(slot);
            }
            if (ReadSlots.NONE == slot || 3 == claimed.size())
            {
                freeAll(slots, claimed, users, value);
            }
        }
        freeAll(slots, claimed, users, value);
    }

    private static void freeAll(
        final ReadSlots slots, final List<Integer> claimed, final AtomicInteger[] users, final IsoValue value)
    {
        for (final int slot : claimed)
        {
            users[slot].decrementAndGet();
            assertSame(value, free(slots, slot));
        }
        claimed.clear();
    }
}
