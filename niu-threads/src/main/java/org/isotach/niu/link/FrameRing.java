/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.function.IntFunction;

import com.lmax.disruptor.Sequence;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.thread.Doorbell;

/**
 * The isotach channel of one ordered pair of hosts: a ring of bytes whose frames the receiver reads in place, in order
 * of their timestamps. It owns the rule that a frame is seen whole or not at all, and that its place is used again only
 * after the receiver has given it back (docs/protocol.md, sections 7 and 8).
 * <p>
 * The place of a frame is reserved first, which takes a credit, and filled later. The unit that stamps for the sender
 * reserves (the {@code SwitchInterfaceUnit}, or the {@code DirectSender}), and the unit that ships publishes (the
 * {@code Lanai}, or the {@code DirectSender} again). The consumer is the {@code IsochronExecutor} of the receiver.
 * There is a credit for a frame if fewer than {@link #size} of them are not given back, and there is room for its
 * bytes.
 *
 * <h2>Implementation</h2>
 * {@link FrameDescriptor} describes the layout of a frame. Publishing a frame first clears the word after it, where the
 * receiver looks for the next one. If there is no room for that one before the end of the ring, the word leads to the
 * start, or to a longer ring: links begin short, and grow as needed up to a limit.
 */
public class FrameRing extends Padded implements FrameCarrier
{
    private static final int LINE = FrameDescriptor.LINE;
    private static final int GROWTH = 8;
    private static final long NEVER = -2;

    private final int sender;
    private final int size;
    private final int maxCapacity;
    private final Doorbell receiverDoorbell;
    private final IntFunction<OffHeapBuffer> memory;

    // Each is longer than the one before. The reserving unit adds one; readers find it through a word that leads there.
    private final OffHeapBuffer[] segments;

    // Used by the reserving unit. Positions count the bytes of a segment, and never wrap. The ends are by frame.
    private final long[] ends;
    private long reserved = -1;
    private int segment;
    private int capacity;
    private long position;
    private long limit;
    private long firstOfSegment;
    private long knownConsumed = -1;

    // The frames given back when there last was no room, for messages.
    private volatile long refusedAt = NEVER;

    // Used by the publishing unit: the number of each frame at its host, and where the next one is looked for.
    private final long[] issues;
    private int publishedSegment;
    private int publishedOffset;

    private final Consumption consumption;
    private final Sequence published = new Sequence();

    /**
     * @param sender           number of the sending host.
     * @param size             of the ring.
     * @param senderDoorbell   of the thread that works for the switch interface unit of the sender.
     * @param receiverDoorbell of the thread that works for the executor of the receiver.
     */
    FrameRing(final int sender, final LinkSize size, final Doorbell senderDoorbell, final Doorbell receiverDoorbell)
    {
        this(sender, size, senderDoorbell, receiverDoorbell, OffHeapBuffer::allocate);
    }

    /**
     * See the other constructor.
     *
     * @param memory creates the memory of a segment, given its length; returns null if the frames lie elsewhere: their
     *               places are reserved all the same.
     */
    FrameRing(
        final int sender,
        final LinkSize size,
        final Doorbell senderDoorbell,
        final Doorbell receiverDoorbell,
        final IntFunction<OffHeapBuffer> memory)
    {
        this.memory = memory;
        this.sender = sender;
        this.size = size.frames();
        maxCapacity = size.maxLength();
        consumption = new Consumption(new FinishedFrames(sender, senderDoorbell), senderDoorbell);
        this.receiverDoorbell = receiverDoorbell;
        ends = new long[size.frames()];
        issues = new long[size.frames()];
        segments = new OffHeapBuffer[1 + Integer.numberOfTrailingZeros(size.maxLength() / size.length())];
        capacity = size.length();
        segments[0] = memory.apply(capacity);
        limit = capacity - LINE;
    }

    final int sender()
    {
        return sender;
    }

    final int size()
    {
        return size;
    }

    /**
     * Returns the present length of the ring in bytes; for the reserving unit.
     */
    final int capacity()
    {
        return capacity;
    }

    /**
     * For the reserving unit: returns whether there is a credit for a frame.
     *
     * @param length length of its operations in bytes, at most {@link LinkSize#maxFrameLength}.
     */
    final boolean hasRoom(final int length)
    {
        final int space = FrameDescriptor.space(length);
        return position + space <= limit && reserved - knownConsumed < size || makesRoom(space);
    }

    private boolean makesRoom(final int space)
    {
        final boolean isMade = makeRoom(space);
        final long refused = isMade ? NEVER : knownConsumed;
        if (refusedAt != refused)
        {
            refusedAt = refused;
        }
        return isMade;
    }

    /**
     * Returns whether there was no room at the last check, and nothing has been given back since. For messages only:
     * any thread may call it.
     */
    final boolean isFull()
    {
        final long refused = refusedAt;
        return NEVER != refused && refused >= consumption.consumed();
    }

    /**
     * After each frame there is one line, for the word that says that the next one is not there yet.
     */
    private boolean makeRoom(final int space)
    {
        look();
        if (reserved - knownConsumed >= size)
        {
            return false;
        }
        final long lapEnd = lapEnd(position);
        final long start = position + space > lapEnd ? lapEnd : position;
        // The word after the last frame, where the receiver looks for the next one, is not free either.
        final long free = knownConsumed < firstOfSegment ? 0 : ends[index(knownConsumed)];
        if (start + space + LINE - free <= capacity)
        {
            position = start;
            limit = Math.min(free + capacity - LINE, lapEnd(start));
            return true;
        }
        return capacity < maxCapacity && tryGrow(space);
    }

    /**
     * For the reserving unit: looks up to which frame all are given back. The receiver may have said more before, see
     * {@link Consumption#consumed()}.
     */
    final long look()
    {
        knownConsumed = Math.max(knownConsumed, consumption.consumed());
        return knownConsumed;
    }

    private long lapEnd(final long at)
    {
        return (at & -capacity) + capacity;
    }

    private boolean tryGrow(final int space)
    {
        int length = (int)Math.min((long)GROWTH * capacity, maxCapacity);
        while (length < maxCapacity && length / 2 < space + LINE)
        {
            length *= 2;
        }
        // This first, because it can fail.
        segments[segment + 1] = memory.apply(length);
        segment++;
        capacity = length;
        firstOfSegment = reserved + 1;
        position = 0;
        limit = length - LINE;
        return space <= limit;
    }

    /**
     * For the reserving unit: returns whether this many frames, or all that there can be, are not given back.
     */
    final boolean isAhead(final int frames)
    {
        final int limitOfFrames = Math.min(frames, size);
        if (reserved - knownConsumed >= limitOfFrames)
        {
            look();
        }
        return reserved - knownConsumed >= limitOfFrames;
    }

    /**
     * Reserves the place of a frame, for which there must be room, see {@link #hasRoom}.
     *
     * @param length as in {@link #hasRoom}.
     * @return the place, for {@link #send}.
     */
    final long reserve(final int length)
    {
        reserved++;
        final long place = place(segment, (int)position & capacity - 1);
        position += FrameDescriptor.space(length);
        ends[index(reserved)] = position;
        return place;
    }

    private static long place(final int segment, final int offset)
    {
        return (long)segment << Integer.SIZE | offset;
    }

    /**
     * {@inheritDoc}
     * <p>
     * The frame is on the link at once, and the receiver is woken. Its length is a multiple of 8.
     */
    @Override
    public void send(final long place, final long issue, final FrameEntry entry)
    {
        put(place, 0, entry.buffer, entry.offset, entry.length);
        publish(place, issue, entry);
    }

    /**
     * Puts a part of the operations of a frame to its reserved place, before the frame is published.
     *
     * @param at     index in bytes of the part in the operations.
     * @param length of the part in bytes, a multiple of 8.
     */
    final void put(final long place, final int at, final OffHeapBuffer from, final int offset, final int length)
    {
        final int to = (int)place + FrameDescriptor.HEADER_LENGTH + at;
        FrameDescriptor.copy(from, offset, segments[(int)(place >> Integer.SIZE)], to, length);
    }

    /**
     * Publishes a frame whose operations are in their place: it is on the link at once, and the receiver is woken.
     */
    void publish(final long place, final long issue, final FrameEntry entry)
    {
        final int ofSegment = (int)(place >> Integer.SIZE);
        final int offset = (int)place;
        final OffHeapBuffer buffer = segments[ofSegment];
        final int end = offset + FrameDescriptor.space(entry.length);
        final int next = buffer.capacity() == end ? 0 : end;
        buffer.putLong(next, FrameDescriptor.ABSENT);
        FrameDescriptor.write(buffer, offset, issue, entry);
        final long word = FrameDescriptor.word(entry);
        if (ofSegment == publishedSegment && offset == publishedOffset)
        {
            // Release: publishes the frame, and that nothing is after it yet. Partner: InboundLink.timestamp().
            buffer.putLongRelease(offset, word);
        }
        else
        {
            if (0 != offset)
            {
                throw new IllegalStateException("link of host " + sender + ": the frame at " + offset +
                    " is sent before the one at " + publishedOffset + ": places are wrong");
            }
            buffer.putLong(offset, word);
            lead(ofSegment);
        }
        publishedSegment = ofSegment;
        publishedOffset = next;
        count(issue);
        receiverDoorbell.ring();
    }

    /**
     * For the publishing unit: the next frame is on the link, or on its way there if the frames lie elsewhere.
     *
     * @param issue as in {@link #send}.
     */
    final void count(final long issue)
    {
        final long sequence = published.get() + 1;
        issues[index(sequence)] = issue;
        published.set(sequence);
    }

    private void lead(final int toSegment)
    {
        // Release: publishes the frame as above, and the segment. Partner: InboundLink.timestamp().
        segments[publishedSegment].putLongRelease(
            publishedOffset, FrameDescriptor.leadingTo(toSegment, publishedSegment));
    }

    /**
     * Returns the memory of the ring that a negative word leads to.
     */
    final OffHeapBuffer segment(final long word)
    {
        return segments[FrameDescriptor.segment(word)];
    }

    /**
     * Returns the memory that the ring begins in.
     */
    final OffHeapBuffer firstSegment()
    {
        return segments[0];
    }

    /**
     * Returns the sequence of the last frame that was put on the link.
     */
    public final long published()
    {
        return published.get();
    }

    /**
     * For the publishing unit: returns the number of the frame before the first one that is not given back, see {@link
     * #send}; if all are given back, a number larger than all.
     */
    final long retired()
    {
        // Acquire: the frames have been read. Partner: Consumption.execute(). It may be less than what it was when the
        // last frame got its place: all that are that far in front of it had been given back then.
        final long known = Math.max(consumption.consumed(), published.get() - size);
        return known == published.get() ? Long.MAX_VALUE : issues[index(known + 1)] - 1;
    }

    /**
     * Returns the sequence of the last frame with a place; for the reserving unit, or for messages.
     */
    public final long reserved()
    {
        return reserved;
    }

    /**
     * Returns the words of the receiver.
     */
    public final Consumption consumption()
    {
        return consumption;
    }

    /**
     * In paranoid mode: checks the pulses of the executed frames; for the sender.
     */
    void checkAcknowledgements()
    {
        // Otherwise nothing is acknowledged.
    }

    /**
     * Returns the sequence up to which the receiver, and its application, have finished all frames.
     */
    public final long consumed()
    {
        return consumption.consumed();
    }

    /**
     * Returns the sequence of the last frame that the receiver has executed.
     */
    public final long executed()
    {
        return consumption.executed();
    }

    private int index(final long sequence)
    {
        return (int)sequence & size - 1;
    }
}
