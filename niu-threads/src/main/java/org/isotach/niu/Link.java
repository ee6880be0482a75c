/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;

import org.isotach.OffHeapBuffer;

/**
 * The isotach channel of one ordered pair of hosts: a single-producer ring of frame descriptors, in order of their
 * timestamps. The frames themselves stay where their sender wrote them.
 * <p>
 * The producer is the {@link Lanai} of the sender, the consumer the {@link IsochronExecutor} of the receiver. The
 * free slots are the sender's credits; its {@link SwitchInterfaceUnit} counts them.
 */
final class Link
{
    /**
     * A frame on its way.
     */
    static final class Descriptor
    {
        long timestamp;
        OffHeapBuffer buffer;
        int offset;
        int length;
    }

    private final int sender;
    private final RingBuffer<Descriptor> ring;
    private final Sequence consumed = new Sequence();
    private final Sequence executedWhileHeld = new Sequence();
    private final Doorbell senderDoorbell;
    private final Doorbell receiverDoorbell;

    /**
     * @param sender           number of the sending host.
     * @param size             slots, a power of two.
     * @param senderDoorbell   of the thread that works for the switch interface unit of the sender.
     * @param receiverDoorbell of the thread that works for the executor of the receiver.
     */
    Link(final int sender, final int size, final Doorbell senderDoorbell, final Doorbell receiverDoorbell)
    {
        this.sender = sender;
        this.senderDoorbell = senderDoorbell;
        this.receiverDoorbell = receiverDoorbell;
        ring = RingBuffer.createSingleProducer(Descriptor::new, size, new BusySpinWaitStrategy());
        ring.addGatingSequences(consumed);
    }

    int sender()
    {
        return sender;
    }

    int size()
    {
        return ring.getBufferSize();
    }

    /**
     * Puts a frame on the link, and wakes the receiver. The caller knows that there is a free slot.
     */
    void publish(final long timestamp, final OffHeapBuffer buffer, final int offset, final int length)
    {
        final long sequence = claim();
        final Descriptor descriptor = ring.get(sequence);
        descriptor.timestamp = timestamp;
        descriptor.buffer = buffer;
        descriptor.offset = offset;
        descriptor.length = length;
        // Release: publishes the descriptor, and the frame that the application thread wrote before it published the
        // isochron in the send ring. Partner: published().
        ring.publish(sequence);
        receiverDoorbell.ring();
    }

    /**
     * Sequence of the last frame that was put on the link.
     */
    long published()
    {
        return ring.getCursor();
    }

    Descriptor get(final long sequence)
    {
        return ring.get(sequence);
    }

    /**
     * Gives the slots, and the memory of the frames, up to a sequence back to the sender.
     */
    void release(final long sequence)
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
     * Sequence up to which the receiver, and its application, are done with all frames.
     */
    long consumed()
    {
        return consumed.get();
    }

    /**
     * Sequence of the last frame that the receiver has executed.
     */
    long executed()
    {
        // Acquire. Partners: release(), executedWhileHeld().
        return Math.max(consumed.get(), executedWhileHeld.get());
    }

    private long claim()
    {
        try
        {
            // Not next(): under -ea that remembers the first producer thread for ever, and a LANai may be worked for
            // by different threads, one after the other.
            return ring.tryNext();
        }
        catch (final InsufficientCapacityException ex)
        {
            throw new IllegalStateException("link of host " + sender + " is full: credits are wrong", ex);
        }
    }
}
