/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

final class EndpointLedgerTest
{
    private final EndpointLedger ledger = new EndpointLedger("packet", 3);

    private void send(final int count)
    {
        for (int i = 0; i < count; i++)
        {
            assertEquals(i, ledger.next(0, 2));
            ledger.sent(0, 2);
        }
    }

    @Test
    void shouldAcceptAnyOrder()
    {
        send(3);
        ledger.received(0, 2, 2);
        ledger.received(0, 2, 0);
        ledger.received(0, 2, 1);
        ledger.checkDelivered(0, 2);
        ledger.checkDelivered(2, 0);
        assertNull(ledger.violations().first());
    }

    @Test
    void shouldFindWhatComesTwice()
    {
        send(2);
        ledger.received(0, 2, 1);
        ledger.received(0, 2, 1);
        assertEquals("host 2 has received packet 1 of host 0 twice", ledger.violations().first());
    }

    @Test
    void shouldFindWhatIsLost()
    {
        send(2);
        ledger.received(0, 2, 0);
        ledger.checkDelivered(0, 2);
        assertEquals("host 2 has received 1 of 2 (packet) of host 0", ledger.violations().first());
    }

    @Test
    void shouldFindWhatWasNeverSent()
    {
        ledger.received(1, 0, -7);
        assertEquals("host 0 has received packet -7 of host 1, which was never sent", ledger.violations().first());
        ledger.received(0, 2, 4);
        ledger.checkDelivered(0, 2);
        assertEquals(2, ledger.violations().count());
    }
}
