/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.cost;

import java.util.Comparator;
import java.util.Random;
import java.util.TreeSet;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * Row H31: a queue that takes an operation every two ticks, of any size, and is always in order.
 */
class SystolicQueueTest
{
    private static final int CELLS = 32;
    private static final int OPERATIONS = 20_000;

    private record Entry(long priority, long number, int id)
    {
    }

    @Test
    void h31ShouldAlwaysHaveTheSmallestEntryInFront()
    {
        final Random random = new Random(31);
        final SystolicQueue queue = new SystolicQueue(CELLS);
        final TreeSet<Entry> expected =
            new TreeSet<>(Comparator.comparingLong(Entry::priority).thenComparingLong(Entry::number));
        final Entry[] entries = new Entry[CELLS];
        for (int i = 0; i < OPERATIONS; i++)
        {
            // The first one half of the time, as when a time is over.
            final int id = random.nextBoolean() && !expected.isEmpty() ? expected.first().id() : random.nextInt(CELLS);
            if (null == entries[id])
            {
                entries[id] = new Entry(random.nextInt(100), i, id);
                expected.add(entries[id]);
                queue.insert(entries[id].priority(), id);
            }
            else
            {
                expected.remove(entries[id]);
                entries[id] = null;
                queue.delete(id);
            }
            assertEquals(expected.isEmpty() ? SystolicQueue.NONE : expected.first().id(), queue.first());
        }
        assertEquals((long)SystolicQueue.TICKS * OPERATIONS, queue.ticks());
    }

    @Test
    void h31ShouldDeleteNothingThatIsNotThere()
    {
        final SystolicQueue queue = new SystolicQueue(4);
        queue.delete(7);
        queue.insert(3, 1);
        queue.delete(7);
        assertEquals(1, queue.first());
        assertEquals(3, queue.firstPriority());
    }

    @Test
    void h31ShouldRefuseMoreEntriesThanCells()
    {
        final SystolicQueue queue = new SystolicQueue(2);
        queue.insert(1, 1);
        queue.insert(2, 2);
        assertEquals("the queue is full: it has 2 cells",
            assertThrows(IllegalStateException.class, () -> queue.insert(3, 3)).getMessage());
    }

    @Test
    void h31ShouldTakeAsManyTicksWithAnyNumberOfRequests()
    {
        final CostTable table = CostTables.timers();
        assertEquals(5, table.rows().size());
        for (final CostRow row : table.rows())
        {
            assertEquals(SystolicQueue.TICKS, row.values().get(2).modelled());
        }
    }
}
