/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import com.lmax.disruptor.Sequence;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.thread.Doorbell;

/**
 * The isotach channel of one ordered pair of hosts: a single-producer ring of frame descriptors, in order of their
 * timestamps. Short frames lie in the ring too; longer ones stay where their sender wrote them.
 * <p>
 * The producer is the {@code Lanai} of the sender, the consumer the {@code IsochronExecutor} of the receiver. The
 * free slots are the sender's credits; its {@code SwitchInterfaceUnit} counts them.
 *
 * <h2>Implementation</h2>
 * A slot says itself that it is published, by the sequence of its frame, and a short frame lies behind its descriptor:
 * a receiver that finds a new frame has its descriptor and the beginning of a short frame with the same cache line, and
 * more of it with the line that processors fetch beside. A ring with a cursor of its own, or a frame elsewhere, costs
 * another transfer behind the first.
 * <pre>
 *    0                8           16      24      32         40            256
 *   +----------------+-----------+-------+-------+----------+-------------+
 *   | sequence + 1   | timestamp | place | issue | returned | short frame |
 *   +----------------+-----------+-------+-------+----------+-------------+
 * </pre>
 * {@code place} is the offset of the frame in its memory, its length, and whether it is for applications alone.
 * {@code returned} is how far the sender of this link has got with the link that leads back: a receiver that sends
 * too learns its credits with the frames that it gets, and need not ask for the word that they are counted in.
 */
public final class FrameRing
{
    /**
     * What {@link #returned} is when the sender does not say.
     */
    static final long NOT_SAID = -1;

    private static final int SLOT_LENGTH = 4 * OffHeapBuffer.CACHE_LINE_LENGTH;
    private static final int TIMESTAMP_OFFSET = Long.BYTES;
    private static final int PLACE_OFFSET = 2 * Long.BYTES;
    private static final int ISSUE_OFFSET = 3 * Long.BYTES;
    private static final int RETURNED_OFFSET = 4 * Long.BYTES;
    private static final int FRAME_OFFSET = 5 * Long.BYTES;

    // Beside the length, which is a multiple of 8.
    private static final int FOR_APPLICATIONS = 1;

    /**
     * Length in bytes of the longest frame that a slot has room for.
     */
    public static final int MAX_SHORT_LENGTH = SLOT_LENGTH - FRAME_OFFSET;

    // Bytes of a frame that are fetched at once: more of them would keep its first operations waiting.
    private static final int MAX_FETCHED_LENGTH = 4096;

    private final int sender;
    private final int size;
    private final OffHeapBuffer slots;
    private final OffHeapBuffer[] frames;
    private final Sequence published = new Sequence();
    private final Sequence consumed = new Sequence();
    private final Sequence executedWhileHeld = new Sequence();
    private final Doorbell senderDoorbell;
    private final Doorbell receiverDoorbell;

    // In paranoid mode, else null.
    private final Acknowledgements acknowledgements;

    // In paranoid mode, else null: by slot, the number that the sender has given to the frame.
    private OffHeapBuffer numbers;
    private long knownConsumed = -1;

    // Where the same thread sends and receives for the sender, and once it has received something; else null.
    private FrameRing back;

    /**
     * @param sender           number of the sending host.
     * @param size             slots, a power of two.
     * @param senderDoorbell   of the thread that works for the switch interface unit of the sender.
     * @param receiverDoorbell of the thread that works for the executor of the receiver.
     * @param acknowledgements in paranoid mode, else null.
     */
    public FrameRing(
        final int sender,
        final int size,
        final Doorbell senderDoorbell,
        final Doorbell receiverDoorbell,
        final Acknowledgements acknowledgements)
    {
        this.sender = sender;
        this.size = size;
        this.senderDoorbell = senderDoorbell;
        this.receiverDoorbell = receiverDoorbell;
        this.acknowledgements = acknowledgements;
        slots = OffHeapBuffer.allocate((long)size * SLOT_LENGTH);
        frames = new OffHeapBuffer[size];
    }

    int sender()
    {
        return sender;
    }

    int size()
    {
        return size;
    }

    /**
     * From now on tells the receiver, with every frame, what the sender has consumed of what comes from there.
     *
     * @param linkBack from the receiver to the sender, whose consumer is the thread that publishes.
     */
    public void leadBack(final FrameRing linkBack)
    {
        back = linkBack;
    }

    /**
     * Is there a link back already?
     */
    public boolean leadsBack()
    {
        return null != back;
    }

    /**
     * Puts a frame on the link, where it stays in the memory that it is in, and wakes the receiver. The caller knows
     * that there is a free slot.
     *
     * @param issue sequence of the frame at its host.
     * @param entry of the frame, whose length is a multiple of 8.
     */
    public void publish(final long issue, final FrameEntry entry)
    {
        publish(claim(), issue, entry, entry.buffer, entry.offset);
    }

    /**
     * As {@link #publish}, for a frame of at most {@link #MAX_SHORT_LENGTH} bytes, which is copied into the slot.
     */
    void publishShort(final long issue, final FrameEntry entry)
    {
        final long sequence = claim();
        final int target = slot(sequence) + FRAME_OFFSET;
        entry.buffer.copyTo(entry.offset, slots, target, entry.length);
        publish(sequence, issue, entry, slots, target);
    }

    /**
     * For the producer: are all but less than some number of frames given back?
     */
    boolean hasRoom(final int frames)
    {
        final long required = published.get() - frames;
        // Acquire: the slots have been read. Partner: release().
        return required < knownConsumed || required < (knownConsumed = consumed.get());
    }

    /**
     * For the producer: the receiver has said, with a frame of its own, what it has given back.
     */
    void heard(final long sequence)
    {
        knownConsumed = Math.max(knownConsumed, sequence);
    }

    /**
     * For the producer: number of the frame before the first one that is not given back, see {@link #issue}; a larger
     * one than all if everything is.
     */
    long retired()
    {
        // Acquire: the frames have been read. Partner: release().
        final long known = consumed.get();
        return known == published.get() ? Long.MAX_VALUE : issue(known + 1) - 1;
    }

    private long claim()
    {
        final long sequence = published.get() + 1;
        if (sequence - size > knownConsumed)
        {
            checkCredit(sequence);
        }
        if (null != acknowledgements && sequence >= size)
        {
            acknowledgements.check(sequence - size, timestamp(sequence));
        }
        return sequence;
    }

    private void publish(
        final long sequence, final long issue, final FrameEntry entry, final OffHeapBuffer buffer, final int offset)
    {
        final int slot = slot(sequence);
        slots.putLongs(
            slot + TIMESTAMP_OFFSET,
            entry.timestamp,
            place(offset, entry),
            issue,
            null == back ? NOT_SAID : back.consumed());
        final int index = index(sequence);
        // Mostly there is nothing to write: the frames of one application thread are in one buffer.
        if (frames[index] != buffer)
        {
            frames[index] = buffer;
        }
        // Release: publishes the descriptor, the frame that the application thread wrote before it issued the isochron
        // or published its batch, and what was returned. Partner: isPublished().
        slots.putLongRelease(slot, sequence + 1);
        published.set(sequence);
        receiverDoorbell.ring();
    }

    /**
     * Sequence of the last frame that was put on the link.
     */
    public long published()
    {
        return published.get();
    }

    /**
     * Is a frame on the link, of which everything in front has been taken?
     */
    boolean isPublished(final long sequence)
    {
        // Acquire. Partner: publish().
        return slots.getLongVolatile(slot(sequence)) > sequence;
    }

    /**
     * Timestamp of a frame that is on the link.
     */
    public long timestamp(final long sequence)
    {
        return slots.getLong(slot(sequence) + TIMESTAMP_OFFSET);
    }

    /**
     * Begins to transfer a frame that is on the link, all cache lines of its beginning at the same time: whoever steps
     * through it waits for one after the other, until the processor sees where that leads.
     *
     * @return of no meaning, to be kept somewhere.
     */
    long fetch(final long sequence)
    {
        long read = 0;
        final long place = place(sequence);
        final int length = length(place);
        if (length > MAX_SHORT_LENGTH)
        {
            final OffHeapBuffer buffer = buffer(sequence);
            final int offset = offset(place);
            final int limit = Math.min(length, MAX_FETCHED_LENGTH);
            for (int i = 0; i < limit; i += OffHeapBuffer.CACHE_LINE_LENGTH)
            {
                read ^= buffer.getLong(offset + i);
            }
        }
        return read;
    }

    /**
     * The memory that a frame is in.
     */
    public OffHeapBuffer buffer(final long sequence)
    {
        return frames[index(sequence)];
    }

    private static long place(final int offset, final FrameEntry entry)
    {
        return (long)offset << Integer.SIZE | entry.length | (entry.isForApplications ? FOR_APPLICATIONS : 0);
    }

    /**
     * Where a frame is in its memory, and what it is, in one word: see {@link #offset(long)}, {@link #length(long)} and
     * {@link #isForApplications(long)}.
     */
    public long place(final long sequence)
    {
        return slots.getLong(slot(sequence) + PLACE_OFFSET);
    }

    /**
     * Index of a frame in its memory in bytes.
     */
    public static int offset(final long place)
    {
        return (int)(place >> Integer.SIZE);
    }

    /**
     * Length of a frame in bytes.
     */
    public static int length(final long place)
    {
        return (int)place & ~FOR_APPLICATIONS;
    }

    /**
     * Is there nothing to be executed in a frame but what is handed to applications?
     */
    static boolean isForApplications(final long place)
    {
        return 0 != (place & FOR_APPLICATIONS);
    }

    /**
     * Sequence of a frame at its host.
     */
    long issue(final long sequence)
    {
        return slots.getLong(slot(sequence) + ISSUE_OFFSET);
    }

    /**
     * Sequence up to which the sender of a frame was done with the link back when it sent it, {@link #NOT_SAID} if it
     * does not say.
     */
    public long returned(final long sequence)
    {
        return slots.getLong(slot(sequence) + RETURNED_OFFSET);
    }

    /**
     * Gives the slots, and the memory of the frames, up to a sequence back to the sender.
     */
    public void release(final long sequence)
    {
        // Release: the frames have been read. Partner: consumed().
        consumed.set(sequence);
        senderDoorbell.ring();
    }

    /**
     * Notes how far the receiver has got beyond what it can give back.
     */
    void executedWhileHeld(final long sequence)
    {
        // Release: the frames have been executed. Partner: executed().
        executedWhileHeld.set(sequence);
    }

    /**
     * In paranoid mode, before the first frame: frames have numbers.
     */
    public void numberFrames()
    {
        numbers = OffHeapBuffer.allocate((long)size * Long.BYTES);
    }

    /**
     * In paranoid mode: the number of the frame that is put on the link next. The caller knows that there is a free
     * slot; {@link #publish} publishes the number, too.
     */
    public void number(final long number)
    {
        numbers.putLong(index(published.get() + 1) * Long.BYTES, number);
    }

    /**
     * In paranoid mode: the number of a frame that is on the link.
     */
    long numberOf(final long sequence)
    {
        return numbers.getLong(index(sequence) * Long.BYTES);
    }

    /**
     * In paranoid mode: notes in which pulse a frame was executed.
     */
    void acknowledge(final long sequence, final long pulse)
    {
        if (null != acknowledgements)
        {
            acknowledgements.acknowledge(sequence, pulse);
        }
    }

    /**
     * In paranoid mode: checks when the frames were executed that have been since their slots were used before; for the
     * sender.
     */
    void checkAcknowledgements()
    {
        if (null != acknowledgements)
        {
            final long executed = executed();
            for (long sequence = Math.max(0, published() + 1 - size); sequence <= executed; sequence++)
            {
                acknowledgements.check(sequence, timestamp(sequence));
            }
        }
    }

    /**
     * Sequence up to which the receiver, and its application, are done with all frames.
     */
    public long consumed()
    {
        return consumed.get();
    }

    /**
     * Sequence of the last frame that the receiver has executed.
     */
    public long executed()
    {
        // Acquire. Partners: release(), executedWhileHeld().
        return Math.max(consumed.get(), executedWhileHeld.get());
    }

    private void checkCredit(final long sequence)
    {
        // Acquire: the slot has been read. Partner: release().
        knownConsumed = consumed.get();
        if (sequence - size > knownConsumed)
        {
            throw new IllegalStateException("link of host " + sender + " is full: credits are wrong");
        }
    }

    private int slot(final long sequence)
    {
        return index(sequence) * SLOT_LENGTH;
    }

    private int index(final long sequence)
    {
        return (int)sequence & size - 1;
    }
}
