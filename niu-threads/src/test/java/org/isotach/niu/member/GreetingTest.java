/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import org.isotach.IsotachException;
import org.isotach.niu.link.TrunkRecord;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

final class GreetingTest
{
    private final Greeting greeting = new Greeting(1, 7);

    @Test
    void shouldRefuseWhatComesFirstInPlaceOfTheGreeting()
    {
        final String message =
            assertThrows(IsotachException.class, () -> greeting.check(TrunkRecord.FRAME)).getMessage();
        assertTrue(message.contains("(expected: HELLO)"), message);
    }

    /**
     * The trunk had no room for its greeting, which it has dropped.
     */
    @Test
    void shouldHearFirstThatAMemberTakesPartNoMore()
    {
        greeting.check(TrunkRecord.VIEW);
        greeting.check(TrunkRecord.LEFT);
        assertThrows(IsotachException.class, () -> greeting.check(TrunkRecord.FRAME));
    }
}
