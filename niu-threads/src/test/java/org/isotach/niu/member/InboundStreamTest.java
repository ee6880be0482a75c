/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import java.util.ArrayList;
import java.util.List;

import org.isotach.IsotachException;
import org.isotach.MemberLostException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.spi.TrunkHandler;
import org.isotach.test.LoopTrunk;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What is read of a stream after something has failed.
 */
final class InboundStreamTest
{
    private static final String LOST = "member left is lost: ";

    /**
     * Throws something else when it is to be printed.
     */
    static final class UnprintableException extends RuntimeException
    {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage()
        {
            throw new IllegalStateException("there is no text");
        }
    }

    private final LoopTrunk trunk = new LoopTrunk();
    private final GuardedTrunk guarded = new GuardedTrunk(trunk);
    private final OffHeapBuffer record = OffHeapBuffer.allocate(Long.BYTES);
    private final List<Throwable> errors = new ArrayList<>();
    private final List<String> ownLosses = new ArrayList<>();
    private final ViewListener views = new ViewListener()
    {
        @Override
        public void onView(final int from, final OffHeapBuffer buffer, final int offset)
        {
            throw new AssertionError("view from " + from);
        }

        @Override
        public void lose(final String what)
        {
            assertNull(stream.error(), "nobody knows why");
            ownLosses.add(what);
        }
    };
    private InboundStream stream;
    private int handled;
    private boolean hasJoined = true;

    InboundStreamTest()
    {
        guarded.offer(record, Long.BYTES, null, 0, 0);
        guarded.offer(record, Long.BYTES, null, 0, 0);
    }

    private void poll(final boolean isOver, final TrunkHandler handler)
    {
        stream = new InboundStream("left", guarded, handler);
        for (int i = 0; i < 2; i++)
        {
            stream.poll();
            stream.tell(isOver, hasJoined, views, errors::add);
        }
    }

    private void failToOffer()
    {
        trunk.maxLength = 0;
        guarded.offer(record, Long.BYTES, null, 0, 0);
    }

    private void drain()
    {
        while (!stream.drain())
        {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldAdviseToGoOnWithoutAMemberOnlyIfThatIsPossible()
    {
        final TrunkHandler failing = (buffer, offset, length, position) ->
        {
            throw new IsotachException("it differs");
        };
        poll(false, failing);
        assertEquals(LOST + "it differs; close this cluster, and launch all members again, or go on without it: " +
            "Cluster.expelMember()", stream.error().getMessage());
        hasJoined = false;
        poll(false, failing);
        assertEquals(
            LOST + "it differs; close this cluster, and launch all members again", stream.error().getMessage());
    }

    /**
     * A record may be half handled, so what comes behind it must not count.
     */
    @Test
    void shouldReadNoMoreWhenItsHandlerFailsWhileARecordIsNotTaken()
    {
        poll(false, (buffer, offset, length, position) ->
        {
            handled++;
            failToOffer();
            throw new OutOfMemoryError("no memory");
        });
        assertTrue(stream.error().getMessage().startsWith(LOST + "no memory"), errors::toString);
        drain();
        assertEquals(1, handled);
    }

    @Test
    void shouldDrainWhatHasComeWhenARecordIsNotTaken()
    {
        failToOffer();
        poll(false, (buffer, offset, length, position) -> handled++);
        assertTrue(stream.error().getMessage().startsWith(LOST + "its trunk takes nothing"), errors::toString);
        drain();
        assertEquals(2, handled);
        assertEquals(List.of(stream.error()), errors);
        assertSame(stream.error(), stream.loss());
    }

    @Test
    void shouldNotBlameAnotherMemberWhenThisOneIsOut()
    {
        final MemberLostException cause = new MemberLostException("the media driver is gone");
        poll(false, (buffer, offset, length, position) ->
        {
            throw cause;
        });
        assertEquals(List.of("the media driver is gone"), ownLosses);
        assertEquals(List.of(), errors);
        assertSame(cause, stream.error());
    }

    @Test
    void shouldReportNothingWhenBothHaveSaidThatTheyNeedNothing()
    {
        poll(true, (buffer, offset, length, position) ->
        {
            throw new IsotachException("the other end has ended");
        });
        assertEquals(List.of(), errors);
        assertTrue(stream.error().getMessage().startsWith(LOST), stream::toString);
        assertNull(stream.loss());
    }

    /**
     * For example, it runs on a framework that logs what handlers throw. A record is missing then, so what comes behind
     * it does not count.
     */
    @Test
    void shouldFailAlthoughTheTrunkKeepsWhatItsHandlerThrows()
    {
        trunk.keepsExceptions = true;
        poll(false, (buffer, offset, length, position) ->
        {
            handled++;
            throw new IsotachException("it has other models");
        });
        assertTrue(stream.error().getMessage().startsWith(LOST + "it has other models;"), stream::toString);
        drain();
        assertEquals(1, handled);
        assertEquals(List.of(stream.error()), errors);
    }

    @Test
    void shouldBeLostAlthoughWhatTheTrunkThrowsCannotBePrinted()
    {
        poll(false, (buffer, offset, length, position) ->
        {
            throw new UnprintableException();
        });
        assertTrue(stream.error().getMessage().startsWith(LOST + UnprintableException.class.getName()),
            stream::toString);
        assertEquals(List.of(stream.error()), errors);
    }

    @Test
    void shouldSayWhatWasThrownIfItHasNoMessage()
    {
        poll(false, (buffer, offset, length, position) ->
        {
            throw new UnsupportedOperationException();
        });
        assertTrue(stream.error().getMessage().startsWith(LOST + "java.lang.UnsupportedOperationException; close"),
            stream::toString);
    }
}
