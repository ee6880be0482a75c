/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.OperationHeader;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;

/**
 * A link as its receiver sees it: the position of the next frame, and its first word. Belongs to the executor.
 */
public final class InboundLink extends Padded
{
    /**
     * Timestamp of the next frame of a link that has none.
     */
    public static final long NONE = Long.MAX_VALUE;

    // Bytes that arrive with the beginning of a frame: processors fetch two lines.
    private static final int FETCHED_LENGTH = 2 * OffHeapBuffer.CACHE_LINE_LENGTH;

    // Largest number of bytes of a frame to fetch at once: more of them would delay its first operations.
    private static final int MAX_FETCHED_LENGTH = 4096;

    public final int sender;
    private final FrameRing link;
    private final Consumption consumption;
    private long next;
    private long timestamp = NONE;

    // Where the next frame is looked for, and its first word.
    private OffHeapBuffer head;
    private int headOffset;
    private long headWord;

    // The frame that was taken last.
    private OffHeapBuffer buffer;
    private int offset;
    private long word;

    // Never read: without it the compiler would see that the fetch is useless.
    private long fetched;

    public InboundLink(final FrameRing link)
    {
        this.link = link;
        consumption = link.consumption();
        sender = link.sender();
        head = link.firstSegment();
        buffer = head;
    }

    /**
     * Returns the timestamp of the next frame, {@link #NONE} if there is none.
     */
    public long timestamp()
    {
        if (NONE == timestamp)
        {
            // Acquire: the frame. Partner: FrameRing.publish().
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
     * Moves to a frame that lies elsewhere.
     *
     * @param first word that leads there.
     * @return the first word of the frame.
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
     * Begins to transfer a frame, all cache lines of its beginning at the same time. Stepping through it would wait for
     * one line after the other, until the processor detects the pattern.
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
     * Returns the last result of {@link #timestamp()}, without another look at the link.
     */
    public long seenTimestamp()
    {
        return timestamp;
    }

    /**
     * Returns whether the next frame, which must be there, begins with an operation of a family.
     */
    public boolean isNextOfFamily(final int family)
    {
        return FrameDescriptor.length(headWord) > FrameDescriptor.HEADER_LENGTH &&
            OperationHeader.family(head.getLong(headOffset + FrameDescriptor.HEADER_LENGTH)) == family;
    }

    /**
     * Takes the next frame, which must be there. It stays valid until {@link #release()}.
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
     * Returns the memory of the frame that was taken last.
     */
    public OffHeapBuffer buffer()
    {
        return buffer;
    }

    /**
     * Returns the index in bytes of the operations of the frame that was taken last, in its memory.
     */
    public int offset()
    {
        return offset + FrameDescriptor.HEADER_LENGTH;
    }

    /**
     * Returns the length in bytes of the operations of the frame that was taken last.
     */
    public int length()
    {
        return FrameDescriptor.length(word) - FrameDescriptor.HEADER_LENGTH;
    }

    /**
     * Returns whether the frame that was taken last is for applications only.
     */
    public boolean isForApplications()
    {
        return FrameDescriptor.isForApplications(word);
    }

    /**
     * Returns the sequence at its host of the frame that was taken last; call this before {@link #release()}.
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
     * In paranoid mode: returns the number of the frame that was taken last.
     */
    public long number()
    {
        return watch().number(next - 1);
    }

    /**
     * In paranoid mode: returns the number that the frame that was taken last must have.
     */
    public long expectedNumber()
    {
        return watch().expectedNumber(next - 1);
    }

    /**
     * In paranoid mode: notes the pulse in which the frame that was taken last was executed.
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
     * Holds the frame that was taken last, because the application is to read it: its place is not given back before
     * the application has finished it.
     *
     * @return its sequence, for {@link FinishedFrames#finish}.
     */
    public long hold()
    {
        final long sequence = next - 1;
        consumption.hold(sequence);
        return sequence;
    }

    /**
     * Returns where the application says which frames it has finished.
     */
    public FinishedFrames finished()
    {
        return consumption.finished();
    }

    /**
     * Everything that was taken is executed: gives it back to the sender, except what the application has not finished.
     */
    public void release()
    {
        consumption.execute(next - 1);
    }
}
