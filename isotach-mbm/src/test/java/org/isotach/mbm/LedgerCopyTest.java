/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import org.isotach.niu.link.HostsOfMembers;
import org.isotach.niu.link.ModelExchange;
import org.isotach.niu.link.StartWords;
import org.isotach.niu.spi.Trunk;
import org.isotach.niu.thread.Doorbell;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

class LedgerCopyTest
{
    private static final int CHANNEL = 3;
    private static final int HOSTS = 130;

    private final StartWords startWords = new ModelExchange(
        new HostsOfMembers(0, 2, new int[HOSTS]), new Trunk[2], new Doorbell()).startWords();
    private final LedgerCopy ledger = new LedgerCopy(CHANNEL, HOSTS, startWords);

    @Test
    void shouldBeginWithThoseWhoHadRegistered()
    {
        assertTrue(startWords.tryAdd(1, 1L << CHANNEL));
        startWords.hear(129, 1L << CHANNEL | 1);
        startWords.hear(2, 1);
        assertEquals(BarrierLedger.NONE, ledger.apply(Notice.CREDIT, 1));
        assertTrue(ledger.isHolder(129));
        assertFalse(ledger.isMember(2));
        assertEquals(0, ledger.apply(Notice.CREDIT, 129));
        assertEquals(1, ledger.execution());
        assertTrue(ledger.isHolder(1));
        assertTrue(ledger.isHolder(129));
    }

    @Test
    void shouldTakeNoMoreStartWordsWhenTheyAreSaid()
    {
        startWords.say();
        assertFalse(startWords.tryAdd(1, 1));
        assertEquals(0, startWords.get(1));
    }

    @Test
    void shouldCountAMemberThatJoinsInTheMiddleFromTheNextExecutionOn()
    {
        ledger.apply(Notice.JOIN_HOLDING, 0);
        assertEquals(BarrierLedger.NONE, ledger.apply(Notice.JOIN, 64));
        assertEquals(0, ledger.apply(Notice.CREDIT, 0));
        assertEquals(BarrierLedger.NONE, ledger.apply(Notice.CREDIT, 0));
        assertEquals(1, ledger.apply(Notice.CREDIT, 64));
    }

    @Test
    void shouldCompleteTheExecutionOfAMemberThatJoinsAlone()
    {
        assertEquals(0, ledger.apply(Notice.JOIN, 5));
        assertTrue(ledger.isHolder(5));
    }

    @Test
    void shouldCompleteWithoutTheLastWhoLeaves()
    {
        ledger.apply(Notice.JOIN_HOLDING, 0);
        ledger.apply(Notice.JOIN_HOLDING, 1);
        ledger.apply(Notice.CREDIT, 0);
        assertEquals(0, ledger.apply(Notice.LEAVE, 1));
        assertFalse(ledger.isMember(1));
        assertEquals(BarrierLedger.NONE, ledger.apply(Notice.LEAVE, 0));
        assertEquals("LedgerCopy{execution=1, members=0, holders=0}", ledger.toString());
    }

    @Test
    void shouldLetNobodyTakePartInAFirstExecutionThatIsComplete()
    {
        ledger.apply(Notice.JOIN_FIRST, 0);
        assertEquals(0, ledger.apply(Notice.CREDIT, 0));
        assertEquals(BarrierLedger.NONE, ledger.apply(Notice.JOIN_FIRST, 1));
        assertFalse(ledger.isMember(1));
    }

    @Test
    void shouldCompleteWithoutAnExpelledHost()
    {
        ledger.apply(Notice.JOIN_HOLDING, 0);
        ledger.apply(Notice.JOIN_HOLDING, 129);
        ledger.apply(Notice.CREDIT, 0);
        assertEquals(BarrierLedger.NONE, ledger.expel(7));
        assertEquals(0, ledger.expel(129));
        assertEquals(BarrierLedger.NONE, ledger.expel(129));
    }

    @Test
    void shouldGiveChangesOfOneHostInTheirOrderAndResetsLast()
    {
        final long leave = Notice.change(CHANNEL, 255, 0, Notice.LEAVE);
        final long join = Notice.change(CHANNEL, 255, 1, Notice.JOIN);
        assertTrue(leave < join);
        assertEquals(255, Notice.host(join));
        assertEquals(Notice.JOIN, Notice.changeKind(join));
        assertEquals(CHANNEL, Notice.channel(join));
        assertTrue(Notice.isBarrier(join));
        assertFalse(Notice.isReady(join) || Notice.isReset(join));
        assertTrue(Notice.signal(31) < leave);
        assertTrue(join < Notice.reset(0));
        assertEquals(255, Notice.host(Notice.ready(255)));
        assertTrue(Notice.isReady(Notice.ready(255)));
        assertFalse(Notice.isBarrier(Notice.ready(255)));
    }
}
