/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import java.util.ArrayList;
import java.util.List;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.test.LoopTrunk;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

final class GuardedTrunkTest
{
    private final LoopTrunk trunk = new LoopTrunk();
    private final GuardedTrunk guarded = new GuardedTrunk(trunk);
    private final OffHeapBuffer record = OffHeapBuffer.allocate(Long.BYTES);

    private void offer()
    {
        guarded.offer(record, Long.BYTES, null, 0, 0);
    }

    /**
     * Two threads offer at the same time. What comes is whole, so it is not lost.
     */
    @Test
    void shouldKnowItsExceptionWhenAnotherRecordIsNotTakenEither()
    {
        final List<Throwable> thrown = new ArrayList<>();
        trunk.afterOffer = () ->
        {
            trunk.maxLength = 0;
            offer();
            thrown.add(assertThrows(
                IllegalStateException.class, () -> guarded.poll((buffer, offset, length, position) ->
                {
                }, 1)));
            throw new IllegalStateException("the second one");
        };
        offer();
        assertTrue(guarded.isOfOffer(thrown.get(0)), guarded::toString);
        assertFalse(guarded.isOfOffer(new IllegalStateException("of a handler")));
    }

    /**
     * What comes is whole: this member does not leave because of it.
     */
    @Test
    void shouldKnowItsExceptionWhenTheOneOfTheTrunkCannotBePrinted()
    {
        trunk.afterOffer = () ->
        {
            throw new InboundStreamTest.UnprintableException();
        };
        offer();
        final Throwable thrown = assertThrows(
            IllegalStateException.class, () -> guarded.poll((buffer, offset, length, position) ->
            {
            }, 1));
        assertTrue(guarded.isOfOffer(thrown), thrown::toString);
    }

    /**
     * It is asked for in the middle of a turn, where a trunk that throws does harm.
     */
    @Test
    void shouldAskForTheLongestRecordOnce()
    {
        trunk.maxLength = 1;
        assertEquals(Integer.MAX_VALUE, guarded.maxRecordLength());
    }
}
