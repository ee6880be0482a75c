/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import java.util.ArrayList;
import java.util.List;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.spi.TrunkHandler;
import org.isotach.test.LoopTrunk;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What is read of a stream after something has failed.
 */
final class InboundStreamTest
{
    private static final String LOST = "member left is lost: ";

    private final LoopTrunk trunk = new LoopTrunk();
    private final GuardedTrunk guarded = new GuardedTrunk(trunk);
    private final OffHeapBuffer record = OffHeapBuffer.allocate(Long.BYTES);
    private final List<Throwable> errors = new ArrayList<>();
    private int handled;

    InboundStreamTest()
    {
        guarded.offer(record, Long.BYTES, null, 0, 0);
        guarded.offer(record, Long.BYTES, null, 0, 0);
    }

    private InboundStream stream(final TrunkHandler handler)
    {
        return new InboundStream("left", guarded, handler);
    }

    private void failToOffer()
    {
        trunk.maxLength = 0;
        guarded.offer(record, Long.BYTES, null, 0, 0);
    }

    private void drain(final InboundStream stream)
    {
        while (!stream.drain())
        {
            Thread.onSpinWait();
        }
    }

    /**
     * A record may be half handled, so what comes behind it must not count.
     */
    @Test
    void shouldReadNoMoreWhenItsHandlerFailsWhileARecordIsNotTaken()
    {
        final InboundStream stream = stream((buffer, offset, length, position) ->
        {
            handled++;
            failToOffer();
            throw new OutOfMemoryError("no memory");
        });
        stream.poll(errors::add);
        assertTrue(stream.error().getMessage().startsWith(LOST + "no memory"), errors::toString);
        drain(stream);
        assertEquals(1, handled);
    }

    @Test
    void shouldDrainWhatHasComeWhenARecordIsNotTaken()
    {
        final InboundStream stream = stream((buffer, offset, length, position) -> handled++);
        failToOffer();
        stream.poll(errors::add);
        assertTrue(stream.error().getMessage().startsWith(LOST + "its trunk takes nothing"), errors::toString);
        drain(stream);
        assertEquals(2, handled);
    }
}
