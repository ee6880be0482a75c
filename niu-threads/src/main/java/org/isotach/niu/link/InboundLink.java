/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.OperationHeader;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;

/**
 * A link as its receiver sees it: where it is, and what it knows of the next frame. Belongs to the executor.
 */
public final class InboundLink extends Padded
{
    /**
     * Timestamp of the next frame of a link that has none.
     */
    public static final long NONE = Long.MAX_VALUE;

    // Bytes that come with the beginning of a frame: processors fetch two lines.
    private static final int FETCHED_LENGTH = 2 * OffHeapBuffer.CACHE_LINE_LENGTH;

    // Bytes of a frame that are fetched at once: more of them would keep its first operations waiting.
    private static final int MAX_FETCHED_LENGTH = 4096;

    public final int sender;
    private final FrameRing link;
    private long next;
    private long timestamp = NONE;

    // Where the next frame is looked for, and the word that it begins with.
    private OffHeapBuffer head;
    private int headOffset;
    private long headWord;

    // The frame that was taken last.
    private OffHeapBuffer buffer;
    private int offset;
    private long word;

    // Read by nobody: without it the compiler would see that nothing needs to be fetched.
    private long fetched;

    // Sequences of the frames that the application has not done with, oldest first.
    private long[] held = {};
    private int heldHead;
    private int heldTail;
    private long released = -1;

    public InboundLink(final FrameRing link)
    {
        this.link = link;
        sender = link.sender();
        head = link.firstSegment();
        buffer = head;
    }

    /**
     * Timestamp of the next frame, {@link #NONE} if there is none.
     */
    public long timestamp()
    {
        if (NONE == timestamp)
        {
            // Acquire: the frame. Partner: FrameRing.send().
            final long first = head.getLongVolatile(headOffset);
            if (FrameDescriptor.ABSENT != first)
            {
                headWord = first > 0 ? first : follow(first);
                timestamp = FrameDescriptor.timestamp(head, headOffset);
                if (FrameDescriptor.length(headWord) > FETCHED_LENGTH)
                {
                    fetch();
                }
            }
        }
        return timestamp;
    }

    /**
     * Goes to a frame that lies elsewhere.
     *
     * @param first word that leads there.
     * @return the word that the frame begins with.
     */
    private long follow(final long first)
    {
        long leading = first;
        while (leading < 0)
        {
            if (!FrameDescriptor.leadsToStart(leading))
            {
                head = link.segment(leading);
            }
            headOffset = 0;
            // Acquire. Partner: FrameRing.lead().
            leading = head.getLongVolatile(0);
        }
        return leading;
    }

    /**
     * Begins to transfer a frame, all cache lines of its beginning at the same time: whoever steps through it waits for
     * one after the other, until the processor sees where that leads.
     */
    private void fetch()
    {
        long read = 0;
        final int limit = headOffset + Math.min(FrameDescriptor.length(headWord), MAX_FETCHED_LENGTH);
        for (int i = headOffset + FETCHED_LENGTH; i < limit; i += OffHeapBuffer.CACHE_LINE_LENGTH)
        {
            read ^= head.getLong(i);
        }
        fetched = read;
    }

    /**
     * What {@link #timestamp()} returned last, without another look at the link.
     */
    public long seenTimestamp()
    {
        return timestamp;
    }

    /**
     * Does the next frame, of which there is one, begin with an operation of a family?
     */
    public boolean isNextOfFamily(final int family)
    {
        return FrameDescriptor.length(headWord) > FrameDescriptor.HEADER_LENGTH &&
            OperationHeader.family(head.getLong(headOffset + FrameDescriptor.HEADER_LENGTH)) == family;
    }

    /**
     * Takes the next frame, of which there is one. It stays as it is until {@link #release()}.
     *
     * @return its sequence.
     */
    public long next()
    {
        timestamp = NONE;
        // Mostly it is the same; a store of a reference costs a barrier.
        if (buffer != head)
        {
            buffer = head;
        }
        offset = headOffset;
        word = headWord;
        final int behind = headOffset + FrameDescriptor.stride(headWord);
        headOffset = behind == head.capacity() ? 0 : behind;
        return next++;
    }

    /**
     * The memory that the frame is in which was taken last.
     */
    public OffHeapBuffer buffer()
    {
        return buffer;
    }

    /**
     * Index in bytes in its memory of the operations of the frame that was taken last.
     */
    public int offset()
    {
        return offset + FrameDescriptor.HEADER_LENGTH;
    }

    /**
     * Length in bytes of the operations of the frame that was taken last.
     */
    public int length()
    {
        return FrameDescriptor.length(word) - FrameDescriptor.HEADER_LENGTH;
    }

    /**
     * Is the frame that was taken last for applications alone?
     */
    public boolean isForApplications()
    {
        return FrameDescriptor.isForApplications(word);
    }

    /**
     * Sequence at its host of the frame that was taken last, before {@link #release()}.
     */
    public long issue()
    {
        return FrameDescriptor.issue(buffer, offset);
    }

    public FrameRing link()
    {
        return link;
    }

    /**
     * In paranoid mode: number of the frame that was taken last.
     */
    public long number()
    {
        return watch().number(next - 1);
    }

    /**
     * In paranoid mode: the number that the frame must have that was taken last.
     */
    public long expectedNumber()
    {
        return watch().expectedNumber(next - 1);
    }

    /**
     * In paranoid mode: notes in which pulse the frame that was taken last was executed.
     */
    public void acknowledge(final long pulse)
    {
        watch().acknowledge(next - 1, pulse);
    }

    private FrameWatch watch()
    {
        return ((WatchedFrameRing)link).watch();
    }

    /**
     * The application reads the frame that was taken last; it is not given back before {@link #unhold()}.
     */
    public void hold()
    {
        if (0 == held.length)
        {
            held = new long[link.size()];
        }
        held[heldTail++ & held.length - 1] = next - 1;
    }

    /**
     * The application has done with the oldest frame that it held.
     */
    public void unhold()
    {
        heldHead++;
        release();
    }

    /**
     * Gives everything that was taken back to the sender, up to the first frame that the application holds.
     */
    public void release()
    {
        if (heldHead == heldTail)
        {
            release(next - 1);
        }
        else
        {
            release(held[heldHead & held.length - 1] - 1);
            link.executedWhileHeld(next - 1);
        }
    }

    private void release(final long sequence)
    {
        if (sequence > released)
        {
            released = sequence;
            link.release(sequence);
        }
    }
}
