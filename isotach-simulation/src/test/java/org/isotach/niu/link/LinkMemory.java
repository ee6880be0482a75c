/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.Deque;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.simulation.PrivateField;

/**
 * What is known of the bytes of one link: each frame is found where the one before it leads, and stays as it was found
 * until it is given back.
 */
final class LinkMemory
{
    private static final VarHandle TAKEN = PrivateField.of(InboundLink.class, "next", long.class);
    private static final VarHandle HEAD = PrivateField.of(InboundLink.class, "head", OffHeapBuffer.class);
    private static final VarHandle HEAD_OFFSET = PrivateField.of(InboundLink.class, "headOffset", int.class);

    // More words that lead elsewhere than that lead in a circle.
    private static final int MAX_HOPS = 40;

    /**
     * A frame that is on the link, or was taken and not given back.
     */
    record Known(long sequence, OffHeapBuffer buffer, int offset, long word, long hash)
    {
        long issue()
        {
            return FrameDescriptor.issue(buffer, offset);
        }

        boolean isIntact()
        {
            return buffer.getLong(offset) == word && hashOf(buffer, offset, word) == hash;
        }
    }

    private final FrameRing link;
    private final InboundLink inbound;
    private final Deque<Known> known = new ArrayDeque<>();
    private OffHeapBuffer buffer;
    private int offset;
    private long last = -1;

    LinkMemory(final InboundLink inbound)
    {
        this.inbound = inbound;
        link = inbound.link();
        buffer = link.firstSegment();
    }

    /**
     * The frames that are not given back, as far as they were seen.
     */
    Iterable<Known> frames()
    {
        return known;
    }

    /**
     * Looks at what has changed.
     *
     * @return null if everything is as it must be; otherwise what is wrong.
     */
    String violation()
    {
        while (!known.isEmpty() && known.peek().sequence() <= link.consumed())
        {
            known.remove();
        }
        final long taken = (long)TAKEN.get(inbound);
        if (last < taken - 1)
        {
            // Frames came and went since the last look; those that are held are not known.
            last = taken - 1;
            buffer = (OffHeapBuffer)HEAD.get(inbound);
            offset = (int)HEAD_OFFSET.get(inbound);
        }
        final String wrong = walk();
        if (null != wrong)
        {
            return wrong;
        }
        for (final Known frame : known)
        {
            if (!frame.isIntact())
            {
                return "frame " + frame.sequence() + " was overwritten before it was given back";
            }
        }
        return null;
    }

    private String walk()
    {
        while (last < link.published())
        {
            final long word = follow();
            if (word < FrameDescriptor.HEADER_LENGTH || offset + FrameDescriptor.stride(word) > buffer.capacity())
            {
                return "there is no frame " + (last + 1) + " of " + (link.published() + 1) + ", but " +
                    Long.toHexString(word);
            }
            last++;
            known.add(new Known(last, buffer, offset, word, hashOf(buffer, offset, word)));
            final int end = offset + FrameDescriptor.stride(word);
            offset = end == buffer.capacity() ? 0 : end;
        }
        final long behind = buffer.getLong(offset);
        return FrameDescriptor.ABSENT == behind ? null : "something is behind the last frame, " + last + ": " +
            Long.toHexString(behind);
    }

    /**
     * The word that the next frame begins with.
     */
    private long follow()
    {
        long word = buffer.getLong(offset);
        for (int i = 0; i < MAX_HOPS && word < 0; i++)
        {
            buffer = FrameDescriptor.leadsToStart(word) ? buffer : link.segment(word);
            offset = 0;
            word = buffer.getLong(0);
        }
        return word;
    }

    /**
     * Shows the frames that were not taken yet.
     */
    void visitUntaken(final LinkAudit.FrameVisitor visitor, final int receiver)
    {
        final long taken = (long)TAKEN.get(inbound);
        for (final Known frame : known)
        {
            if (frame.sequence() >= taken)
            {
                visitor.visit(
                    inbound.sender,
                    receiver,
                    frame.buffer(),
                    frame.offset() + FrameDescriptor.HEADER_LENGTH,
                    FrameDescriptor.length(frame.word()) - FrameDescriptor.HEADER_LENGTH);
            }
        }
    }

    private static long hashOf(final OffHeapBuffer buffer, final int offset, final long word)
    {
        long hash = word;
        for (int i = Long.BYTES; i < FrameDescriptor.length(word); i += Long.BYTES)
        {
            hash = 31 * hash + buffer.getLong(offset + i);
        }
        return hash;
    }
}
