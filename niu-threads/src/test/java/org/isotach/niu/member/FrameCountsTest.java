/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import com.lmax.disruptor.Sequence;

import org.isotach.memory.OffHeapBuffer;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * What a token says of frames is what was on the trunks when its promise was made, and stays so.
 */
final class FrameCountsTest
{
    private final Sequence[] onTrunks = { null, new Sequence(4), new Sequence(6) };
    private final FrameCounts counts = new FrameCounts(onTrunks);
    private final OffHeapBuffer record = OffHeapBuffer.allocate(3 * Long.BYTES);

    @Test
    void shouldCountWhenAPromiseIsMade()
    {
        assertArrayEquals(new long[]{ 0, 5, 7 }, counts.of(1));
        onTrunks[1].set(5);
        assertArrayEquals(new long[]{ 0, 5, 7 }, counts.of(1), "the same promise to another member");
        assertArrayEquals(new long[]{ 0, 6, 7 }, counts.of(2));
    }

    @Test
    void shouldCountTheFrameThatCarriesAToken()
    {
        counts.putNext(record, 0, 2);
        assertEquals(0, record.getLong(0));
        assertEquals(5, record.getLong(Long.BYTES));
        assertEquals(8, record.getLong(2 * Long.BYTES));
        onTrunks[2].set(7);
        counts.keepNext(3);
        onTrunks[1].set(9);
        assertArrayEquals(new long[]{ 0, 5, 8 }, counts.of(3), "as the frame has said");
    }

    @Test
    void shouldForgetTheCountsOfAFrameThatIsNotOnItsTrunk()
    {
        counts.of(1);
        onTrunks[1].set(5);
        counts.putNext(record, 0, 2);
        assertArrayEquals(new long[]{ 0, 5, 7 }, counts.of(1), "of the promise before");
        assertArrayEquals(new long[]{ 0, 6, 7 }, counts.of(2));
    }
}
