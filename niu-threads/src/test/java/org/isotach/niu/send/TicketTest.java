/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.send;

import org.isotach.IsochronIssuer;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * One word says which of two numbers it is.
 */
final class TicketTest
{
    @ParameterizedTest
    @ValueSource(longs = { 0, 1, 2, 77, Integer.MAX_VALUE, Long.MAX_VALUE >> 1 })
    void shouldSayWhetherItIsANumberOrAPulse(final long value)
    {
        assertTrue(Ticket.isOfIssue(Ticket.ofIssue(value)));
        assertEquals(value, Ticket.value(Ticket.ofIssue(value)));
        assertFalse(Ticket.isOfIssue(Ticket.ofPulse(value)));
        assertEquals(value, Ticket.value(Ticket.ofPulse(value)));
        assertNotEquals(Ticket.ofIssue(value), Ticket.ofPulse(value));
    }

    @ParameterizedTest
    @ValueSource(longs = { 0, 1, Long.MAX_VALUE >> 1 })
    void shouldBeNoneOfTheOtherAnswersOfAnIssuer(final long value)
    {
        assertTrue(Ticket.ofIssue(value) >= 0);
        assertTrue(Ticket.ofPulse(value) >= 0);
        assertTrue(Math.max(
            IsochronIssuer.APPENDED, Math.max(IsochronIssuer.EXECUTED, IsochronIssuer.BACK_PRESSURED)) < 0);
    }
}
