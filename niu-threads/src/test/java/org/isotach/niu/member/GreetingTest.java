/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import java.util.Map;

import org.isotach.IsotachException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.TrunkQueue;
import org.isotach.niu.link.TrunkRecord;
import org.isotach.test.LoopTrunk;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

final class GreetingTest
{
    private static final Map<String, String> COMMON = Map.of("version", "1.0", "linkLength", "4096");
    private static final Map<String, String> MODELS = Map.of("memory", "");

    private final Greeting greeting = new Greeting(1, COMMON);
    private final LoopTrunk trunk = new LoopTrunk();
    private final TrunkQueue queue = new TrunkQueue(trunk, null);

    @Test
    void shouldRefuseWhatComesFirstInPlaceOfTheGreeting()
    {
        final String message =
            assertThrows(IsotachException.class, () -> greeting.check(TrunkRecord.FRAME)).getMessage();
        assertTrue(message.contains("(expected: HELLO)"), message);
        assertThrows(IsotachException.class, () -> greeting.check(TrunkRecord.SET_UP));
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

    @Test
    void shouldGreetAMemberThatHasTheSame()
    {
        new Greeting(0, COMMON).sayHello(1, queue);
        hear(3);
        greeting.check(TrunkRecord.START);
        assertFalse(greeting.isOver());
        sayModels();
        hear(2);
        assertTrue(greeting.isOver());
    }

    /**
     * What a member says at the start is said again when that has failed in the middle.
     */
    @Test
    void shouldHearAGreetingTwice()
    {
        final Greeting other = new Greeting(0, COMMON);
        other.sayHello(1, queue);
        hear(2);
        trunk.poll((buffer, offset, length, position) ->
        {
        }, Integer.MAX_VALUE);
        other.sayHello(1, queue);
        hear(3);
        other.sayHello(1, queue);
        sayModels();
        hear(5);
        assertTrue(greeting.isOver());
    }

    @Test
    void shouldSayWhatDiffers()
    {
        new Greeting(0, Map.of("version", "1.1", "linkLength", "8192")).sayHello(1, queue);
        assertEquals("it differs: linkLength is 8192 there, and 4096 here; version is 1.1 there, and 1.0 here; " +
            "give all members the same", refusal(3));
    }

    @Test
    void shouldRefuseWhatComesBetween()
    {
        new Greeting(0, COMMON).sayHello(1, queue);
        hear(2);
        final String message =
            assertThrows(IsotachException.class, () -> greeting.check(TrunkRecord.FRAME)).getMessage();
        assertTrue(message.contains("(expected: SET_UP)"), message);
    }

    /**
     * In the first version that had members, a hash was where the format is now.
     */
    @Test
    void shouldRefuseRecordsOfAnotherFormat()
    {
        queue.say(TrunkRecord.HELLO, 1, 0x1234_5678_0000_0002L);
        assertEquals("its records are of format " + 0x1234_5678 + ", and those here of format " + TrunkRecord.FORMAT +
            ": give all members the same version of isotach", refusal(1));
    }

    @Test
    void shouldRefuseAnotherMember()
    {
        new Greeting(0, COMMON).sayHello(2, queue);
        assertEquals("member 2 is at the other end of its trunk", refusal(3));
    }

    @Test
    void shouldKnowTheVersionOfTheLibrary()
    {
        assertTrue(LibraryVersion.get().matches("[0-9]+\\.[0-9]+.*"), LibraryVersion::get);
    }

    private void sayModels()
    {
        final Greeting other = new Greeting(0, COMMON);
        other.sayModels(1, MODELS, queue);
        greeting.sayModels(0, MODELS, new TrunkQueue(new LoopTrunk(), null));
    }

    private String refusal(final int records)
    {
        return assertThrows(IsotachException.class, () -> hear(records)).getMessage();
    }

    private void hear(final int records)
    {
        assertEquals(records, trunk.poll(this::onRecord, records));
    }

    private void onRecord(final OffHeapBuffer buffer, final int offset, final int length, final long position)
    {
        final int type = buffer.getInt(offset + TrunkRecord.TYPE);
        greeting.check(type);
        greeting.onRecord(type, buffer, offset);
    }
}
