/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.execute;

import com.lmax.disruptor.Sequence;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.link.GrowingRing;
import org.isotach.niu.link.InboundLink;
import org.isotach.niu.thread.Doorbell;

/**
 * The frames and notices of one host for its application, in order of execution. The application reads frames where
 * their senders wrote them. This is the side of the executor; {@link Deliveries} is the side of the application.
 * <p>
 * There can be a slot for every frame that all senders have credits for, and for every notice, so nothing waits for a
 * slot. Slots are created as they are needed. A slot is free when the frame is given back, and not before: until then
 * its sender has one credit less.
 */
public final class DeliveryQueue extends Padded
{
    /**
     * Initial number of entries: an application that keeps up needs no more.
     */
    static final int INITIAL_SIZE = 8;

    private final GrowingRing<Deliveries.Entry> ring;
    private final Sequence taken = new Sequence();
    private final Deliveries deliveries;

    // Position of the next entry to give back, or of the one before it.
    private GrowingRing.Segment<Deliveries.Entry> segment;
    private long givenBack = -1;
    private int notices;

    /**
     * @param maxSize          largest number of entries, a power of two.
     * @param executorDoorbell of the thread that works for the executor.
     */
    DeliveryQueue(final int maxSize, final Doorbell executorDoorbell)
    {
        ring = new GrowingRing<>(INITIAL_SIZE, maxSize, Deliveries.Entry::new);
        segment = ring.first();
        deliveries = new Deliveries(ring, taken, executorDoorbell);
    }

    public Deliveries deliveries()
    {
        return deliveries;
    }

    /**
     * Returns the present number of entries.
     */
    int size()
    {
        return ring.size();
    }

    /**
     * Adds the frame that was taken last from its link, and holds it for the application. If this fails, the frame is
     * not held.
     */
    void addFrame(
        final InboundLink link,
        final long pulse,
        final OffHeapBuffer frame,
        final int offset,
        final int limit)
    {
        final Deliveries.Entry entry = claim();
        link.hold();
        // Mostly they equal those of the previous frame; a store of a reference costs a barrier.
        if (entry.link != link)
        {
            entry.link = link;
        }
        if (entry.frame != frame)
        {
            entry.frame = frame;
        }
        entry.pulse = pulse;
        entry.offset = offset;
        entry.limit = limit;
        // Release: publishes the entry and the frame. Partner: Deliveries.next().
        ring.publish();
        deliveries.wake();
    }

    public void addNotice(final long pulse, final long notice)
    {
        final Deliveries.Entry entry = claim();
        entry.link = null;
        entry.pulse = pulse;
        entry.notice = notice;
        // As in addFrame().
        ring.publish();
        deliveries.wake();
        notices++;
    }

    /**
     * Gives the frames that the application has finished back to their senders.
     *
     * @return number of entries that the application has finished.
     */
    int giveBack()
    {
        // Acquire: frames have been read. Partner: Deliveries.next().
        final long available = taken.get();
        final int work = (int)(available - givenBack);
        while (givenBack < available)
        {
            givenBack++;
            if (segment.isBefore(givenBack))
            {
                segment = segment.next();
            }
            final InboundLink link = segment.get(givenBack).link;
            if (null == link)
            {
                notices--;
            }
            else
            {
                link.unhold();
            }
        }
        if (0 != work)
        {
            ring.freed().set(givenBack);
        }
        return work;
    }

    /**
     * Returns whether the application has finished all notices.
     */
    boolean areNoticesTaken()
    {
        return 0 == notices;
    }

    private Deliveries.Entry claim()
    {
        final Deliveries.Entry entry = ring.tryClaim();
        if (null == entry)
        {
            throw new IllegalStateException("delivery queue is full: credits are wrong");
        }
        return entry;
    }
}
