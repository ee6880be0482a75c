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

    public final int sender;
    private final FrameRing link;
    private long next;
    private long timestamp = NONE;

    // Of the frame that was taken last.
    private OffHeapBuffer buffer;
    private long place;

    // In paranoid mode: the number that the next frame must have.
    private long expectedNumber;

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
    }

    /**
     * Timestamp of the next frame, {@link #NONE} if there is none.
     */
    public long timestamp()
    {
        if (NONE == timestamp && link.isPublished(next))
        {
            timestamp = link.timestamp(next);
            fetched = link.fetch(next);
        }
        return timestamp;
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
        final long nextPlace = link.place(next);
        return FrameRing.length(nextPlace) > 0 &&
            OperationHeader.family(link.buffer(next).getLong(FrameRing.offset(nextPlace))) == family;
    }

    /**
     * Takes the next frame, of which there is one. Its slot stays as it is until {@link #release()}.
     *
     * @return its sequence.
     */
    public long next()
    {
        timestamp = NONE;
        // Mostly it is the same; a store of a reference costs a barrier.
        final OffHeapBuffer nextBuffer = link.buffer(next);
        if (buffer != nextBuffer)
        {
            buffer = nextBuffer;
        }
        place = link.place(next);
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
     * Index in bytes in its memory of the frame that was taken last.
     */
    public int offset()
    {
        return FrameRing.offset(place);
    }

    /**
     * Length in bytes of the frame that was taken last.
     */
    public int length()
    {
        return FrameRing.length(place);
    }

    /**
     * Is the frame that was taken last for applications alone?
     */
    public boolean isForApplications()
    {
        return FrameRing.isForApplications(place);
    }

    /**
     * Sequence at its host of the frame that was taken last, before {@link #release()}.
     */
    public long issue()
    {
        return link.issue(next - 1);
    }

    /**
     * What the frame that was taken last says of the link back, see {@link FrameRing#returned}.
     */
    public long returned()
    {
        return link.returned(next - 1);
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
        return link.numberOf(next - 1);
    }

    /**
     * In paranoid mode: the number that the frame must have that was taken last. The next one must have the number
     * behind the one that it has.
     */
    public long expectedNumber()
    {
        final long expected = expectedNumber;
        expectedNumber = number() + 1;
        return expected;
    }

    /**
     * In paranoid mode: notes in which pulse the frame that was taken last was executed.
     */
    public void acknowledge(final long pulse)
    {
        link.acknowledge(next - 1, pulse);
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
