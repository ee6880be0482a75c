/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.Arrays;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

final class SchedLedgerTest
{
    private static final int HOST = 3;
    private static final int PORT = 4;

    private final SchedLedger ledger = new SchedLedger(HOST, PORT);

    @Test
    void shouldGiveEachSchedAVersionOfItsOwn()
    {
        assertEquals(Version.of(HOST, PORT, 1), sched(10));
        assertEquals(Version.of(HOST, PORT, 2), sched(11));
        assertEquals(Version.of(HOST, PORT, 1), ledger.outstanding(10));
        assertEquals(Version.of(HOST, PORT, 2), ledger.outstanding(11));
        assertEquals(2, ledger.size());
    }

    @Test
    void shouldNotCountASchedThatWasNotAppended()
    {
        assertEquals(ledger.next(10), ledger.next(11));
        assertEquals(0, ledger.size());
    }

    @Test
    void shouldRefuseASecondSchedOfAVariable()
    {
        sched(10);
        final IllegalStateException failure = assertThrows(IllegalStateException.class, () -> ledger.next(10));
        assertEquals("variable 10 is scheduled by this port already, version " +
            Version.toString(Version.of(HOST, PORT, 1)) +
            ": assign it, or handOver() the version, before the next sched", failure.getMessage());
    }

    @Test
    void shouldTakeNoNoticeOfTheSchedsOfOthers()
    {
        final long own = sched(10);
        settle(10, Version.of(HOST, PORT + 1, 1));
        settle(11, Version.of(HOST, PORT + 1, 2));
        assertEquals(own, ledger.outstanding(10));
        ledger.abandoned();
        assertEquals(0, ledger.size());
    }

    @Test
    void shouldBeAsBeforeWhenTheIsochronIsAbandoned()
    {
        final long kept = sched(10);
        final long handed = sched(11);
        ledger.issued();
        for (int i = 0; i < 100; i++)
        {
            settle(10, ledger.outstanding(10));
            sched(10);
            settle(11, ledger.outstanding(11));
            sched(11);
            sched(1000 + i);
        }
        settle(11, ledger.outstanding(11));
        ledger.abandoned();
        assertEquals(2, ledger.size());
        assertEquals(kept, ledger.outstanding(10));
        assertEquals(handed, ledger.handOver(11));
        assertThrows(IllegalStateException.class, () -> ledger.outstanding(11));
    }

    @Test
    void shouldTakeNothingBackOfAnIsochronThatWasIssued()
    {
        final long version = sched(10);
        ledger.issued();
        settle(10, version);
        ledger.issued();
        ledger.abandoned();
        assertEquals(0, ledger.size());
    }

    @Test
    void shouldNameNoThreadForWhatAnotherOneHasScheduled() throws InterruptedException
    {
        final long[] versions = new long[2];
        final Thread thread = new Thread(() -> Arrays.setAll(versions, i -> sched(10 + i)));
        thread.start();
        thread.join();
        assertEquals(thread, ledger.threadOf(versions[0]));
        assertEquals(thread, ledger.threadOf(versions[1]));
        final long own = sched(12);
        assertEquals(Thread.currentThread(), ledger.threadOf(own));
        assertNull(ledger.threadOf(versions[0]));
        assertNull(ledger.threadOf(versions[1]));
    }

    @Test
    void shouldOrderVersionsWhoseNumbersBeginAgain()
    {
        final long last = Version.of(HOST, PORT, -1);
        final long next = Version.of(HOST, PORT, 0);
        assertTrue(Version.isSince(next, last));
        assertFalse(Version.isSince(last, next));
        assertTrue(Version.isSince(last, last));
    }

    private void settle(final int address, final long version)
    {
        ledger.makeRoom();
        ledger.settle(address, version);
    }

    private long sched(final int address)
    {
        final long version = ledger.next(address);
        ledger.add(address, version);
        return version;
    }
}
