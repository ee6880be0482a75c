/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import java.util.List;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.spi.View;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Four members, of which member 3 leaves, and member 2 perhaps.
 */
class ViewDecisionsTest
{
    private static final int MEMBERS = 4;
    private static final View WITHOUT_3 = View.first(MEMBERS).without(3);
    private static final View WITHOUT_2 = WITHOUT_3.without(2);

    private static ViewRecord record(final View view, final int described, final long heard, final long position)
    {
        final ViewRecord record = ViewRecord.of(view, described, MEMBERS);
        for (int member = 0; member < MEMBERS; member++)
        {
            record.heard()[member] = heard;
            record.positions()[member][0] = position;
        }
        return record;
    }

    @Test
    void shouldReadWhatItHasWritten()
    {
        final ViewRecord written = record(WITHOUT_2, 0b1100, 17, 5);
        written.decidedIn()[3] = 1;
        written.positions()[2][1] = 9;
        final OffHeapBuffer buffer = written.write();
        final OffHeapBuffer stream = OffHeapBuffer.allocate(8L + buffer.capacity());
        buffer.copyTo(0, stream, 8, buffer.capacity());
        final ViewRecord read = ViewRecord.read(stream, 8, MEMBERS);
        assertTrue(read.isOf(WITHOUT_2));
        assertFalse(read.isOf(WITHOUT_3));
        assertFalse(read.describes(1));
        assertTrue(read.describes(2));
        assertArrayEquals(new long[]{ 0, 0, 17, 17 }, read.heard());
        assertArrayEquals(new int[]{ 0, 0, 0, 1 }, read.decidedIn());
        assertArrayEquals(new long[]{ 5, 9, 0, 0 }, read.positions()[2]);
    }

    @Test
    void shouldTakeTheLargestPulseThatAnybodyHasHeard()
    {
        final ViewDecisions decisions = new ViewDecisions(MEMBERS);
        decisions.conclude(WITHOUT_3, List.of(
            record(WITHOUT_3, 0b1000, 4, 10), record(WITHOUT_3, 0b1000, 7, 12), record(WITHOUT_3, 0b1000, 6, 11)));
        assertEquals(7, decisions.heard(3));
        assertEquals(12, decisions.position(3, 0));
        assertEquals(1, decisions.view(3));
        assertEquals(0, decisions.view(2));
    }

    @Test
    void shouldKeepWhatIsDecided()
    {
        final ViewDecisions decisions = new ViewDecisions(MEMBERS);
        final ViewRecord decided = record(WITHOUT_3, 0b1000, 7, 12);
        decided.decidedIn()[3] = 1;
        decisions.conclude(WITHOUT_3, List.of(decided));
        decisions.conclude(WITHOUT_2, List.of(record(WITHOUT_2, 0b1100, 9, 20)));
        assertEquals(7, decisions.heard(3));
        assertEquals(1, decisions.view(3));
        assertEquals(9, decisions.heard(2));
        assertEquals(2, decisions.view(2));
        final ViewRecord all = decisions.describe(WITHOUT_2);
        assertEquals(0b1100, all.described());
        assertArrayEquals(new long[]{ 0, 0, 9, 7 }, all.heard());
    }

    @Test
    void shouldBelieveWhoKnowsThatItIsDecided()
    {
        final ViewDecisions decisions = new ViewDecisions(MEMBERS);
        final ViewRecord decided = record(WITHOUT_2, 0b1100, 7, 12);
        decided.decidedIn()[3] = 1;
        decisions.conclude(WITHOUT_2, List.of(record(WITHOUT_2, 0b1100, 5, 8), decided));
        assertEquals(1, decisions.view(3));
        assertEquals(2, decisions.view(2));
        assertEquals(7, decisions.heard(2));
    }
}
