/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.spi;

import org.isotach.Topology;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The list of members, and what it refuses.
 */
class MembersTest
{
    private static final Topology TOPOLOGY = Topology.chain(3, 3);

    @Test
    void shouldKnowWhoseASwitchIs()
    {
        final Members members = Members.builder().add("left", "here", 0, 2).add("right", "there", 1).build();
        assertEquals(2, members.count());
        assertEquals("right", members.name(1));
        assertEquals("there", members.endpoint(1));
        assertEquals(1, members.number("right"));
        assertArrayEquals(new int[]{ 0, 1, 0 }, members.membersOfSwitches(TOPOLOGY));
    }

    @Test
    void shouldRefuseASwitchThatBelongsToTwo()
    {
        assertRefused("switch 1 belongs to member left already",
            Members.builder().add("left", "", 0, 1).add("right", "", 1, 2));
    }

    @Test
    void shouldRefuseASwitchThatBelongsToNone()
    {
        assertRefused("switch 2 belongs to no member", Members.builder().add("left", "", 0).add("right", "", 1));
    }

    @Test
    void shouldRefuseASwitchThatIsNotThere()
    {
        assertRefused("switch 3 (expected: 0..2)", Members.builder().add("left", "", 0, 1, 2).add("right", "", 3));
    }

    @Test
    void shouldRefuseNamesThatAreNotUnique()
    {
        final Members.Builder builder = Members.builder().add("left", "", 0);
        assertThrows(IllegalArgumentException.class, () -> builder.add("left", "", 1));
        assertThrows(IllegalArgumentException.class, () -> builder.add("", "", 1));
        assertThrows(IllegalArgumentException.class, () -> builder.add("right", ""));
    }

    @Test
    void shouldRefuseOneMember()
    {
        final Members.Builder builder = Members.builder().add("left", "", 0);
        assertThrows(IllegalArgumentException.class, builder::build);
    }

    @Test
    void shouldRefuseTooManyMembers()
    {
        final Members.Builder builder = Members.builder();
        for (int i = 0; i < Members.MAX_MEMBERS; i++)
        {
            builder.add("member-" + i, "", i);
        }
        assertThrows(IllegalArgumentException.class, () -> builder.add("another", "", Members.MAX_MEMBERS));
    }

    @Test
    void shouldRefuseANameThatIsNotThere()
    {
        final Members members = Members.builder().add("left", "", 0).add("right", "", 1).build();
        final IllegalArgumentException error = assertThrows(
            IllegalArgumentException.class, () -> new Membership(members, "middle", (all, own, other) -> null));
        assertTrue(error.getMessage().contains("middle") && error.getMessage().contains("left"), error::getMessage);
    }

    private static void assertRefused(final String part, final Members.Builder builder)
    {
        final Members members = builder.build();
        final IllegalArgumentException error =
            assertThrows(IllegalArgumentException.class, () -> members.membersOfSwitches(TOPOLOGY));
        assertTrue(error.getMessage().contains(part), error::getMessage);
    }
}
