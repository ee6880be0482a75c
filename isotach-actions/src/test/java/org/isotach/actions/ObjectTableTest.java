/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

class ObjectTableTest
{
    // Some chunks.
    private static final int MANY = 2500;

    private final ObjectTable table = new ObjectTable();

    @Test
    void shouldFindEachObjectByItsHandle()
    {
        final List<Long> handles = new ArrayList<>();
        for (int i = 0; i < MANY; i++)
        {
            handles.add(table.add("object " + i));
        }
        assertEquals(MANY, new HashSet<>(handles).size());
        assertTrue(!handles.contains(ObjectTable.NONE));
        assertEquals(MANY, table.size());
        for (int i = 0; i < MANY; i++)
        {
            assertEquals("object " + i, table.get(handles.get(i)));
        }
        assertNull(table.get(ObjectTable.NONE));
        handles.forEach(table::remove);
        assertEquals(0, table.size());
        handles.forEach(handle -> assertNull(table.get(handle)));
    }

    @Test
    void shouldUsePlacesAgainWithOtherHandles()
    {
        final Set<Long> handles = new HashSet<>();
        long last = ObjectTable.NONE;
        for (int i = 0; i < 100_000; i++)
        {
            final long next = table.add(i);
            assertTrue(handles.add(next), () -> next + " twice");
            table.remove(last);
            assertNull(table.get(last));
            assertEquals(i, table.get(next));
            last = next;
        }
        assertEquals(1, table.size());
        assertEquals(32, table.places());
    }

    @Test
    void shouldUseNoHandleTwice()
    {
        final ObjectTable ofFourUses = new ObjectTable()
        {
            @Override
            long nextUse(final long handle)
            {
                return handle + (1L << 62);
            }
        };
        final Set<Long> handles = new HashSet<>();
        final long kept = ofFourUses.add("kept");
        for (int i = 0; i < 1000; i++)
        {
            final long handle = ofFourUses.add(i);
            assertTrue(handles.add(handle), () -> handle + " twice");
            assertEquals(i, ofFourUses.get(handle));
            ofFourUses.remove(handle);
            assertNull(ofFourUses.get(handle));
            assertEquals(1, ofFourUses.size());
        }
        assertEquals("kept", ofFourUses.get(kept));
        // 250 that are used up, and one that is not.
        assertEquals(256, ofFourUses.places());
    }

    @Test
    void shouldRemoveOnce()
    {
        final long removed = table.add("a");
        table.remove(removed);
        table.remove(removed);
        table.remove(ObjectTable.NONE);
        final long first = table.add("b");
        table.remove(removed);
        final long second = table.add("c");
        assertEquals("b", table.get(first));
        assertEquals("c", table.get(second));
        assertEquals(2, table.size());
    }

    /**
     * Places do not collect at the thread that only removes.
     */
    @Test
    void shouldGiveThePlacesOfOneThreadToAnother() throws InterruptedException
    {
        final BlockingQueue<Long> handles = new ArrayBlockingQueue<>(100);
        final TestThreads threads = new TestThreads();
        threads.start("adds", () ->
        {
            for (int i = 0; i < 100_000; i++)
            {
                handles.put(table.add("an object"));
            }
            handles.put(ObjectTable.NONE);
        });
        threads.start("removes", () ->
        {
            for (long handle = handles.take(); ObjectTable.NONE != handle; handle = handles.take())
            {
                assertEquals("an object", table.get(handle));
                table.remove(handle);
            }
        });
        threads.join();
        assertEquals(0, table.size());
        // What is on its way, and what the two threads keep.
        assertTrue(table.places() <= 320, table::toString);
    }

    /**
     * More threads than have places of their own. Each also looks for an object of another one, which may have gone.
     */
    @Test
    void shouldFindNoOtherObjectThanThatOfTheHandle() throws InterruptedException
    {
        final int count = 100;
        final AtomicLong[] current = new AtomicLong[count];
        for (int i = 0; i < count; i++)
        {
            current[i] = new AtomicLong(table.add(i));
        }
        final TestThreads threads = new TestThreads();
        for (int i = 0; i < count; i++)
        {
            final Integer own = i;
            threads.start("thread " + i, () ->
            {
                for (int round = 0; round < 2000; round++)
                {
                    final int other = (own + round) % count;
                    final Object found = table.get(current[other].get());
                    assertTrue(null == found || (Integer)found == other, () -> found + " of " + other);
                    final long next = table.add(own);
                    table.remove(current[own].getAndSet(next));
                    assertSame(own, table.get(next));
                }
            });
        }
        threads.join();
        assertEquals(count, table.size());
    }
}
