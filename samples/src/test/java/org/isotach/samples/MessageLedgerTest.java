/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

final class MessageLedgerTest
{
    private static final long FIRST = MessageLedger.number(1, 1, 0);
    private static final long SECOND = MessageLedger.number(1, 1, 1);
    private static final long THIRD = MessageLedger.number(2, 2, 0);

    private final MessageLedger ledger = new MessageLedger(3);

    @Test
    void shouldAcceptWhatWasSent()
    {
        send(1, FIRST, THIRD);
        send(2, SECOND, THIRD);
        receive(1, FIRST);
        receive(2, SECOND);
        for (int receiver = 0; receiver < 3; receiver++)
        {
            ledger.checkBarrier(0, receiver, 1);
        }
        receive(2, THIRD);
        ledger.checkDelivered(0, 2);
        assertNull(ledger.violations().first());
    }

    @Test
    void shouldNoticeMessageThatIsSkipped()
    {
        send(1, FIRST, SECOND);
        receive(1, SECOND);
        expect("host 1 received message " + SECOND + " of host 0 instead of " + FIRST);
    }

    @Test
    void shouldNoticeMessageThatComesTwice()
    {
        send(1, FIRST);
        receive(1, FIRST, FIRST);
        expect("host 1 received message " + FIRST + " of host 0 instead of null");
    }

    @Test
    void shouldNoticeMessageThatIsLost()
    {
        send(1, FIRST, SECOND);
        receive(1, FIRST);
        ledger.checkDelivered(0, 1);
        expect("host 1 has not received 1 messages of host 0");
    }

    @Test
    void shouldNoticeMessageBehindBarrier()
    {
        send(1, SECOND);
        ledger.checkBarrier(0, 1, 1);
        expect("host 1 passed the barrier of phase 1 before message " + SECOND + " of host 0");
    }

    @Test
    void shouldAcceptCutBetweenIsochrons()
    {
        send(1, FIRST, THIRD);
        send(2, SECOND, THIRD);
        receive(1, FIRST);
        receive(2, SECOND);
        ledger.checkCut(0);
        assertNull(ledger.violations().first());
    }

    @Test
    void shouldAcceptNothingFromHostThatFailed()
    {
        ledger.checkCut(0);
        send(1, FIRST);
        ledger.checkCut(0);
        assertNull(ledger.violations().first());
    }

    @Test
    void shouldNoticeIsochronThatCameToSomeOnly()
    {
        send(1, FIRST);
        send(2, SECOND);
        receive(2, SECOND);
        ledger.checkCut(0);
        expect("message " + SECOND + " of host 0, which failed, was received, message " + FIRST + " was not");
    }

    private void send(final int receiver, final long... numbers)
    {
        for (final long number : numbers)
        {
            ledger.sent(0, receiver, number);
        }
    }

    private void receive(final int receiver, final long... numbers)
    {
        for (final long number : numbers)
        {
            ledger.received(0, receiver, number);
        }
    }

    private void expect(final String violation)
    {
        assertEquals(violation, ledger.violations().first());
        assertEquals(1, ledger.violations().count());
    }
}
