/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.spi;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class ViewTest
{
    @Test
    void shouldBeginWithAllMembers()
    {
        final View view = View.first(Members.MAX_MEMBERS);

        assertEquals(0, view.number());
        for (int member = 0; member < Members.MAX_MEMBERS; member++)
        {
            assertTrue(view.contains(member));
        }
    }

    @Test
    void shouldFollowWithoutAMember()
    {
        final View view = View.first(3).without(1);

        assertEquals(1, view.number());
        assertTrue(view.contains(0));
        assertFalse(view.contains(1));
        assertTrue(view.contains(2));
        assertEquals("View{1: 0, 2}", view.toString());
    }

    @Test
    void shouldRefuseWhoIsNotIn()
    {
        final View view = View.first(2).without(1);

        assertEquals(
            "member 1 is not in View{1: 0}",
            assertThrows(IllegalArgumentException.class, () -> view.without(1)).getMessage());
    }

    @Test
    void shouldNotBeEmpty()
    {
        final View last = View.first(2).without(1);

        assertThrows(IllegalArgumentException.class, () -> last.without(0));
        assertThrows(IllegalArgumentException.class, () -> new View(-1, 1));
        assertThrows(IllegalArgumentException.class, () -> new View(0, 1 << Members.MAX_MEMBERS));
    }

    @Test
    void shouldAgreeWithEverythingByHand()
    {
        try (ViewAuthority authority = ViewAuthority.manual())
        {
            final View next = View.first(3).without(2);

            assertEquals(next, authority.propose(next));
        }
    }
}
