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
import org.isotach.Padded;

/**
 * What one host has for its application, in order of execution: frames that the application reads where their senders
 * wrote them, and notices. This is the side of the executor; {@link Deliveries} is the side of the application.
 * <p>
 * There is a slot for every frame that all senders have credits for, and for every notice; so nothing waits for one.
 */
final class DeliveryQueue extends Padded
{
    /**
     * A frame, or a notice.
     */
    static final class Entry
    {
        /**
         * The link that the frame came on; null for a notice.
         */
        InboundLink link;
        int sender;
        long pulse;
        OffHeapBuffer frame;
        int offset;
        int limit;
        long notice;
    }

    private final RingBuffer<Entry> ring;
    private final Sequence taken = new Sequence();
    private final Deliveries deliveries;
    private long givenBack = -1;
    private int notices;

    /**
     * @param size             entries, a power of two.
     * @param executorDoorbell of the thread that works for the executor.
     */
    DeliveryQueue(final int size, final Doorbell executorDoorbell)
    {
        ring = RingBuffer.createSingleProducer(Entry::new, size, new BusySpinWaitStrategy());
        ring.addGatingSequences(taken);
        deliveries = new Deliveries(ring, taken, executorDoorbell);
    }

    Deliveries deliveries()
    {
        return deliveries;
    }

    void addFrame(
        final InboundLink link,
        final long pulse,
        final OffHeapBuffer frame,
        final int offset,
        final int limit)
    {
        final long sequence = claim();
        final Entry entry = ring.get(sequence);
        entry.link = link;
        entry.sender = link.sender;
        entry.pulse = pulse;
        entry.frame = frame;
        entry.offset = offset;
        entry.limit = limit;
        // Release: publishes the entry and the frame. Partner: Deliveries.next().
        ring.publish(sequence);
        deliveries.wake();
    }

    void addNotice(final long pulse, final long notice)
    {
        final long sequence = claim();
        final Entry entry = ring.get(sequence);
        entry.link = null;
        entry.pulse = pulse;
        entry.notice = notice;
        // As in addFrame().
        ring.publish(sequence);
        deliveries.wake();
        notices++;
    }

    /**
     * Gives the frames that the application has done with back to their senders.
     *
     * @return how much the application has done with.
     */
    int giveBack()
    {
        // Acquire: frames have been read. Partner: Deliveries.next().
        final long available = taken.get();
        final int work = (int)(available - givenBack);
        while (givenBack < available)
        {
            final InboundLink link = ring.get(++givenBack).link;
            if (null == link)
            {
                notices--;
            }
            else
            {
                link.unhold();
            }
        }
        return work;
    }

    /**
     * Has the application done with all notices?
     */
    boolean areNoticesTaken()
    {
        return 0 == notices;
    }

    private long claim()
    {
        try
        {
            return ring.tryNext();
        }
        catch (final InsufficientCapacityException ex)
        {
            throw new IllegalStateException("delivery queue is full: credits are wrong", ex);
        }
    }
}
