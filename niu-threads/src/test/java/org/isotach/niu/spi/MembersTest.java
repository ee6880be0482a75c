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
    void shouldReadAList()
    {
        final Members members = Members.parse("""
            # name   endpoint          switches
            left     localhost:40100   0,2

              right  [::1]:40101       1   # one of its own
            """);
        assertEquals("Members[left[0, 2], right[1]]", members.toString());
        assertEquals("localhost:40100", members.endpoint(0));
        assertEquals("[::1]:40101", members.endpoint(1));
        assertEquals("Members[a[0, 1, 2, 5], b[3, 4]]",
            Members.parse("a ipc 0-2,5\r\nb ipc 3-4").toString());
    }

    @Test
    void shouldSayWhichLineOfAListIsWrong()
    {
        assertNotParsed("line 2: \"right 1\" (expected: NAME ENDPOINT SWITCHES", "left ipc 0\nright 1");
        assertNotParsed("line 1: \"left ipc 0, 2\" (expected: NAME ENDPOINT SWITCHES", "left ipc 0, 2");
        assertNotParsed("line 2: switches: one (expected: numbers", "# list\nleft ipc one");
        assertNotParsed("line 1: switches: 4-2 (expected: the smaller number first)", "left ipc 1,4-2");
        assertNotParsed("line 1: switches: 1,,2 (expected: numbers", "left ipc 1,,2");
        assertNotParsed("line 1: switches: 123456 (expected: numbers", "left ipc 123456");
        assertNotParsed("line 3: member: \"left\" (expected: a name that no other has)", "left ipc 0\n\nleft ipc 1");
        assertNotParsed("members: 1 (expected: two or more", "left ipc 0");
        assertNotParsed("members: 0 (expected: two or more", "");
    }

    private static void assertNotParsed(final String expected, final String text)
    {
        final String message = assertThrows(IllegalArgumentException.class, () -> Members.parse(text)).getMessage();
        assertTrue(message.startsWith(expected), message);
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
