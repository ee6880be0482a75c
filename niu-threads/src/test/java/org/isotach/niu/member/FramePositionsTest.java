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
 * What a token says of the trunks is how far they were filled when its promise was made, and stays so.
 */
final class FramePositionsTest
{
    private final Sequence[] onTrunks = { null, new Sequence(500), new Sequence(700) };
    private final FramePositions positions = new FramePositions(onTrunks);
    private final OffHeapBuffer record = OffHeapBuffer.allocate(3 * Long.BYTES);

    @Test
    void shouldLookWhenAPromiseIsMade()
    {
        assertArrayEquals(new long[]{ 0, 500, 700 }, positions.of(1));
        onTrunks[1].set(596);
        assertArrayEquals(new long[]{ 0, 500, 700 }, positions.of(1), "the same promise to another member");
        assertArrayEquals(new long[]{ 0, 596, 700 }, positions.of(2));
    }

    @Test
    void shouldKnowWhereTheFrameIsThatCarriesAToken()
    {
        positions.putNext(record, 0);
        assertEquals(0, record.getLong(0));
        assertEquals(500, record.getLong(Long.BYTES));
        assertEquals(700, record.getLong(2 * Long.BYTES), "the receiver knows better");
        onTrunks[2].set(996);
        positions.keepNext(3, 2, 796);
        onTrunks[1].set(900);
        assertArrayEquals(new long[]{ 0, 500, 796 }, positions.of(3), "as the receiver has heard it");
    }

    @Test
    void shouldForgetThePositionsOfAFrameThatIsNotOnItsTrunk()
    {
        positions.of(1);
        onTrunks[1].set(596);
        positions.putNext(record, 0);
        assertArrayEquals(new long[]{ 0, 500, 700 }, positions.of(1), "of the promise before");
        assertArrayEquals(new long[]{ 0, 596, 700 }, positions.of(2));
    }
}
