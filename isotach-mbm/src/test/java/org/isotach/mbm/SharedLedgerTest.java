/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.BeforeTry;

import org.isotach.test.TestThreads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

class SharedLedgerTest
{
    private static final int HOSTS = 5;
    private static final int ACTIONS = 4;

    private SharedLedger ledger;

    @BeforeTry
    void create()
    {
        ledger = new SharedLedger();
    }

    @Example
    void shouldBeCompleteWhenTheLastMemberHasSentItsCredit()
    {
        assertEquals(0, ledger.joinHolding());
        assertEquals(0, ledger.joinHolding());
        assertEquals(SharedLedger.NONE, ledger.credit(1));
        assertEquals(0, ledger.credit(1));
        assertEquals(SharedLedger.NONE, ledger.credit(2));
        assertEquals(1, ledger.credit(2));
    }

    @Example
    void shouldCountAMemberThatJoinsLateFromTheNextExecutionOn()
    {
        ledger.joinHolding();
        assertEquals(0, ledger.join(0));
        assertEquals(0, ledger.credit(1));
        assertEquals(SharedLedger.NONE, ledger.credit(1));
        assertEquals(1, ledger.credit(1));
    }

    @Example
    void shouldBeCompleteAtOnceForTheOnlyMember()
    {
        assertEquals(~0, ledger.join(0));
        assertEquals(1, ledger.credit(1));
        assertEquals(SharedLedger.NONE, ledger.creditAndLeave(0));
        assertEquals(~2, ledger.join(0));
    }

    @Example
    void shouldTakeNobodyIntoTheFirstExecutionAfterItsEnd()
    {
        assertTrue(ledger.joinHoldingFirst());
        assertTrue(ledger.joinHoldingFirst());
        ledger.credit(1);
        assertTrue(ledger.joinHoldingFirst());
        ledger.credit(1);
        assertEquals(0, ledger.credit(1));
        assertFalse(ledger.joinHoldingFirst());
    }

    @Example
    void shouldNamePulsesThatAscendAndLieBehindAllCredits()
    {
        ledger.joinHolding();
        ledger.joinHolding();
        ledger.credit(20);
        ledger.credit(5);
        final long first = ledger.complete(7);
        assertTrue(first >= 20, () -> "pulse " + first);
        ledger.credit(8);
        ledger.credit(9);
        final long second = ledger.complete(8);
        assertTrue(second > first, () -> "pulse " + second + " after " + first);
        final long third = ledger.complete(100);
        assertTrue(third >= 100, () -> "pulse " + third);
    }

    @Example
    void shouldLeaveTheLastCreditToATokenAndForgetNoPulse()
    {
        ledger.joinHolding();
        ledger.joinHolding();
        assertEquals(0, ledger.tryCredit(20));
        assertEquals(SharedLedger.NONE, ledger.tryCredit(7));
        assertEquals("SharedLedger{execution=0, members=2, holders=1}", ledger.toString());
        assertEquals(0, ledger.credit(5));
        final long first = ledger.complete(7);
        assertTrue(first >= 20, () -> "pulse " + first);
        assertEquals(1, ledger.tryCredit(6));
    }

    @Example
    void shouldCountAsManyHostsAsAClusterHas()
    {
        final int hosts = 256;
        for (int i = 0; i < hosts; i++)
        {
            ledger.joinHolding();
        }
        for (int i = 1; i < hosts; i++)
        {
            assertEquals(SharedLedger.NONE, ledger.credit(i));
        }
        assertEquals(0, ledger.credit(hosts));
        assertEquals("SharedLedger{execution=1, members=256, holders=256}", ledger.toString());
    }

    /**
     * Each action is a host and what it does next, as far as that host may.
     */
    @Property
    void shouldCountAsSetsDo(
        @ForAll @Size(max = 200) final List<@IntRange(max = HOSTS * ACTIONS - 1) Integer> actions)
    {
        final Set<Integer> members = new HashSet<>();
        final Set<Integer> holders = new HashSet<>();
        long execution = 0;
        for (final int action : actions)
        {
            final int host = action % HOSTS;
            final boolean isMember = members.contains(host);
            final boolean isHolder = holders.contains(host);
            long completed = SharedLedger.NONE;
            switch (action / HOSTS)
            {
                case 0:
                    if (!isMember)
                    {
                        assertEquals(execution, ledger.joinHolding());
                        members.add(host);
                        holders.add(host);
                    }
                    break;
                case 1:
                    if (!isMember)
                    {
                        members.add(host);
                        final long joined = ledger.join(0);
                        assertEquals(holders.isEmpty() ? ~execution : execution, joined);
                        completed = joined < 0 ? ~joined : completed;
                    }
                    else if (isHolder)
                    {
                        holders.remove(host);
                        completed = ledger.credit(execution);
                        assertEquals(holders.isEmpty() ? execution : SharedLedger.NONE, completed);
                    }
                    break;
                case 2:
                    if (isHolder)
                    {
                        final boolean isLast = 1 == holders.size();
                        assertEquals(isLast ? SharedLedger.NONE : execution, ledger.tryCredit(execution));
                        if (!isLast)
                        {
                            holders.remove(host);
                        }
                    }
                    break;
                default:
                    if (isHolder)
                    {
                        holders.remove(host);
                        members.remove(host);
                        completed = ledger.creditAndLeave(0);
                        final boolean isComplete = holders.isEmpty() && !members.isEmpty();
                        assertEquals(isComplete ? execution : SharedLedger.NONE, completed);
                    }
                    break;
            }
            if (SharedLedger.NONE != completed)
            {
                execution++;
                holders.addAll(members);
            }
            assertEquals("SharedLedger{execution=" + execution + ", members=" + members.size() + ", holders=" +
                holders.size() + '}', ledger.toString());
        }
    }

    /**
     * Threads that join, take part in some executions and leave: each execution is completed by exactly one of them,
     * and never while one that takes part has not sent its credit.
     */
    @Example
    void shouldBeCompletedByExactlyOneThread() throws InterruptedException
    {
        final int rounds = 2000;
        final AtomicInteger completions = new AtomicInteger();
        final AtomicLong told = new AtomicLong();
        final TestThreads threads = new TestThreads();
        for (int i = 0; i < 4; i++)
        {
            final int executionsPerStay = 1 + i;
            threads.start("member-" + i, () ->
            {
                for (int round = 0; round < rounds; round++)
                {
                    final long joined = ledger.join(0);
                    long execution = joined < 0 ? ~joined : joined;
                    if (joined < 0)
                    {
                        complete(execution, completions, told);
                    }
                    for (int k = 1; k <= executionsPerStay; k++)
                    {
                        TestThreads.await(told, execution + 1);
                        execution++;
                        if (k < executionsPerStay && execution == ledger.tryCredit(execution))
                        {
                            continue;
                        }
                        final long completed =
                            k < executionsPerStay ? ledger.credit(execution) : ledger.creditAndLeave(0);
                        if (SharedLedger.NONE != completed)
                        {
                            assertEquals(execution, completed);
                            complete(execution, completions, told);
                        }
                    }
                }
            });
        }
        threads.join();
        assertEquals(completions.get(), told.get());
        assertEquals("SharedLedger{execution=" + told + ", members=0, holders=0}", ledger.toString());
    }

    private static void complete(final long execution, final AtomicInteger completions, final AtomicLong told)
    {
        completions.incrementAndGet();
        assertTrue(told.compareAndSet(execution, execution + 1), () -> "execution " + execution + " after " + told);
    }
}
