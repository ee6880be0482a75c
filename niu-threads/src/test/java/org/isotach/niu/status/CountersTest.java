/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.status;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class CountersTest
{
    private static final int OWNERS = 1000;

    private final Counters counters = new Counters(2, host -> 10L + host, () -> 3);

    @Test
    void shouldAddUpWhatThreadsAndExecutorCount()
    {
        final List<Object> owners = new ArrayList<>();
        for (int i = 0; i < 3; i++)
        {
            owners.add(new Object());
            counters.newCells(1, owners.get(i)).increment(Counter.READS_WAITED);
        }
        counters.executor(1).add(Counter.READS_WAITED, 5);
        counters.executor(0).increment(Counter.READS_WAITED);
        assertEquals(8, counters.value(1, Counter.READS_WAITED));
        assertEquals(9, counters.total(Counter.READS_WAITED));
        assertEquals(0, counters.total(Counter.NO_ROOM));
        assertEquals(3, owners.size());
    }

    @Test
    void shouldSayWhatItHasCounted()
    {
        counters.executor(0).increment(Counter.READS_WAITED);
        counters.executor(0).increment(Counter.NO_ROOM);
        counters.executor(1).add(Counter.FRAMES_EXECUTED, 2);
        final String text = counters.toString();
        assertTrue(text.contains("2 frames executed, "), text);
        assertTrue(text.contains(", 1 read that waited, 1 time without room, 0 snapshots at once, "), text);
    }

    @Test
    void shouldKeepWhatThoseHaveCountedWhoAreGone() throws Exception
    {
        final HostCounters host = new HostCounters();
        for (int i = 0; i < OWNERS; i++)
        {
            host.newCells(new Object()).increment(Counter.NO_ROOM);
        }
        while (host.size() == OWNERS)
        {
            System.gc();
            Thread.sleep(1);
        }
        assertEquals(OWNERS, host.value(Counter.NO_ROOM));
        assertTrue(host.size() < OWNERS);
    }

    @Test
    void shouldAddWhatIsKeptElsewhere()
    {
        counters.addSource(Counter.SNAPSHOTS_ANEW, host -> 4L + host);
        counters.addSource(Counter.SNAPSHOTS_ANEW, host -> 1);
        counters.executor(1).increment(Counter.SNAPSHOTS_ANEW);
        assertEquals(5, counters.value(0, Counter.SNAPSHOTS_ANEW));
        assertEquals(7, counters.value(1, Counter.SNAPSHOTS_ANEW));
        assertEquals(12, counters.total(Counter.SNAPSHOTS_ANEW));
        assertEquals(0, counters.total(Counter.SNAPSHOTS_AT_ONCE));
    }

    @Test
    void shouldTellAllCountersOfAllHosts()
    {
        final List<String> told = new ArrayList<>();
        counters.forEach((host, counter, value) -> told.add(host + " " + counter + ' ' + value));
        assertEquals(2 * Counter.values().length, told.size());
        assertTrue(told.contains("1 PULSES 11"), told.toString());
    }

    @Test
    void shouldTakeTheLargestPulseAndTheFaultsOfTheCluster()
    {
        assertEquals(11, counters.total(Counter.PULSES));
        assertEquals(3, counters.total(Counter.LINK_FAULTS));
        assertTrue(counters.toString().contains("3 faults of links"), counters.toString());
    }

    @Test
    void shouldRefuseAHostThatThereIsNot()
    {
        assertThrows(IndexOutOfBoundsException.class, () -> counters.value(2, Counter.NO_ROOM));
    }
}
