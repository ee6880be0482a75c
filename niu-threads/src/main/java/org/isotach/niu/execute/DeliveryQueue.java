/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.execute;

import java.util.function.IntSupplier;

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
 * slot. Slots are created as they are needed. A slot is free when the application has finished its frame or notice.
 */
public final class DeliveryQueue extends Padded
{
    /**
     * Initial number of entries: an application that keeps up needs no more.
     */
    static final int INITIAL_SIZE = 8;

    private final GrowingRing<Deliveries.Entry> ring;
    private final Deliveries deliveries;
    private long lastNotice = -1;

    // The last entry that is known to be finished.
    private long finished = -1;

    /**
     * @param maxSize          largest number of entries, a power of two.
     * @param executorDoorbell of the thread that works for the executor.
     * @param pollToReceive    polls the host for the application thread that receives.
     */
    DeliveryQueue(final int maxSize, final Doorbell executorDoorbell, final IntSupplier pollToReceive)
    {
        ring = new GrowingRing<>(INITIAL_SIZE, maxSize, Deliveries.Entry::new);
        deliveries = new Deliveries(ring, executorDoorbell, pollToReceive);
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
     *
     * @param isReceiving true if the caller is the application thread, inside {@link Deliveries#poll()}. If nothing is
     *                    in front of the frame, it gets the frame directly, which takes a place in the queue, but needs
     *                    no entry.
     */
    void addFrame(
        final InboundLink link,
        final long pulse,
        final OffHeapBuffer frame,
        final int offset,
        final int limit,
        final boolean isReceiving)
    {
        if (isReceiving && ring.hasRoom() && deliveries.hasTakenUpTo(ring.published().get()))
        {
            deliveries.take(link.hold(), link.finished(), pulse, frame, offset, limit);
            // Release, as below: others only count.
            ring.publish();
            return;
        }
        final Deliveries.Entry entry = claim();
        entry.sequence = link.hold();
        // Mostly they equal those of the previous frame; a store of a reference costs a barrier.
        if (entry.finished != link.finished())
        {
            entry.finished = link.finished();
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

    /**
     * Makes room for the next frame or notice, unless as many as there may be are on their way: a notice that needs no
     * entry can be taken nevertheless.
     */
    void makeRoom()
    {
        ring.tryClaim();
    }

    public void addNotice(final long pulse, final long notice)
    {
        final Deliveries.Entry entry = claim();
        entry.finished = null;
        entry.pulse = pulse;
        entry.notice = notice;
        // As in addFrame().
        lastNotice = ring.publish();
        deliveries.wake();
    }

    /**
     * Looks what the application has finished: senders have their credits back, and threads may wait for those.
     *
     * @return number of entries since the last look.
     */
    int takeFinished()
    {
        // Acquire: the notices have been read. Partner: Deliveries.next().
        final long last = ring.freed().get();
        final int count = (int)(last - finished);
        finished = last;
        return count;
    }

    /**
     * Returns whether the application has finished all notices, as far as {@link #takeFinished()} knows.
     */
    boolean areNoticesTaken()
    {
        return finished >= lastNotice;
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
