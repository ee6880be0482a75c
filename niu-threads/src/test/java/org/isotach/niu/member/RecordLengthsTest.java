/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import java.nio.charset.StandardCharsets;
import java.util.Map;

import org.isotach.niu.link.TrunkQueue;
import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.View;
import org.isotach.test.LoopTrunk;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The longest records, which a trunk must have room for.
 */
class RecordLengthsTest
{
    @Test
    void shouldKnowTheLongestViewOfEachNumberOfMembers()
    {
        for (int count = 2; count <= Members.MAX_MEMBERS; count++)
        {
            final View view = View.first(count);
            final int allButOne = view.members() & view.members() - 1;
            assertEquals(ViewRecord.maxLength(count), ViewRecord.of(view, allButOne, count).write().capacity());
        }
        assertEquals(2240, TrunksWiring.maxRecordLength(Members.MAX_MEMBERS), "see Trunk.maxRecordLength()");
    }

    @Test
    void shouldKnowTheLongestLaunch()
    {
        for (int count = 2; count <= Members.MAX_MEMBERS; count++)
        {
            final int length = LaunchNumberTest.newNumber(count, 0).recordLength();
            assertEquals((1 + count) * Long.BYTES, length);
            assertTrue(length <= TrunksWiring.maxRecordLength(count));
        }
    }

    @Test
    void shouldKnowTheLongestWordsOfAModel()
    {
        final LoopTrunk trunk = new LoopTrunk();
        final SetUp setUp = new SetUp();
        // Three bytes each, and as many as are sent as they are.
        setUp.put("\u20AC".repeat(200), "\u20AC".repeat(200));
        setUp.put("\uD83D\uDE00".repeat(1000), "\u20AC".repeat(1000));
        final Map<String, String> models = setUp.freeze();
        new Greeting(1, new Common(LaunchNumberTest.newNumber(2, 0))).sayModels(0, models, new TrunkQueue(trunk, null));
        final int[] longest = new int[1];
        assertEquals(3, trunk.poll(
            (buffer, offset, length, position) -> longest[0] = Math.max(longest[0], length), Integer.MAX_VALUE));
        assertEquals(SetUpRecord.maxLength(), longest[0]);
        assertTrue(longest[0] <= TrunksWiring.maxRecordLength(2));
    }

    /**
     * What all members must have in common is told in words only when something differs.
     */
    @Test
    void shouldKnowTheLongestWordsOfWhatAllHave()
    {
        final Common common = new Common(LaunchNumberTest.newNumber(2, 0));
        common.put("\u20AC".repeat(200), "\u20AC".repeat(200)).put("name", "\u20AC".repeat(1000));
        common.texts().forEach((what, value) ->
        {
            assertTrue(what.getBytes(StandardCharsets.UTF_8).length <= SetUp.MAX_BYTES, what);
            assertTrue(value.getBytes(StandardCharsets.UTF_8).length <= SetUp.MAX_BYTES, value);
        });
    }

    /**
     * A text that is cut in the middle of a pair.
     */
    @Test
    void shouldCompareTextsAsTheyAreRead()
    {
        final SetUp setUp = new SetUp();
        setUp.put("a" + "\uD83D\uDE00".repeat(1000), "\uD83D");
        final Map<String, String> models = setUp.freeze();
        models.forEach((what, value) ->
        {
            assertEquals(what, new String(what.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
            assertEquals("?", value);
        });
    }
}
