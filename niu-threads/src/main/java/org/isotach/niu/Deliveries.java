/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;

import org.isotach.OffHeapBuffer;

/**
 * For the models: what one host has for its application, in order of execution.
 * <p>
 * A frame is read where its sender wrote it; its sender cannot use that memory, nor the credit, before
 * {@link #next()} goes on to what comes behind it.
 * <p>
 * <b>Note:</b> this class is not threadsafe: it belongs to one application thread of the host at a time.
 */
public final class Deliveries extends Padded
{
    private final RingBuffer<DeliveryQueue.Entry> ring;
    private final Sequence taken;
    private final Doorbell executorDoorbell;
    private long current = -1;
    private long available = -1;
    private DeliveryQueue.Entry entry;
    private volatile Waiter waiter;

    Deliveries(
        final RingBuffer<DeliveryQueue.Entry> ring, final Sequence taken, final Doorbell executorDoorbell)
    {
        this.ring = ring;
        this.taken = taken;
        this.executorDoorbell = executorDoorbell;
    }

    /**
     * Gives the current frame or notice up, and goes on to the next one.
     *
     * @return false if there is none at present.
     */
    public boolean next()
    {
        if (null != entry)
        {
            entry = null;
            // Release: the frame has been read. Partner: DeliveryQueue.giveBack().
            taken.set(current);
            executorDoorbell.ring();
        }
        if (current == available)
        {
            // Acquire. Partner: DeliveryQueue.addFrame().
            available = ring.getCursor();
            if (current == available)
            {
                return false;
            }
        }
        entry = ring.get(++current);
        return true;
    }

    /**
     * Is there nothing but, at most, the current frame or notice?
     *
     * @return true if {@link #next()} would return false now.
     */
    public boolean isLast()
    {
        return current == ring.getCursor();
    }

    /**
     * Has the application done with everything? Any thread may ask.
     *
     * @return true if nothing waits, and nothing is current.
     */
    public boolean isEmpty()
    {
        return taken.get() == ring.getCursor();
    }

    /**
     * Who is to be woken when something arrives.
     *
     * @param waitingThread of the application, null for nobody.
     */
    public void waiter(final Waiter waitingThread)
    {
        waiter = waitingThread;
    }

    /**
     * Is the current one a notice?
     *
     * @return false if it is a frame.
     */
    public boolean isNotice()
    {
        return null == entry.link;
    }

    /**
     * The host that issued the current frame.
     *
     * @return number of the host.
     */
    public int sender()
    {
        return entry.sender;
    }

    /**
     * The pulse in which the current frame was executed, or the notice given.
     *
     * @return the pulse.
     */
    public long pulse()
    {
        return entry.pulse;
    }

    /**
     * The memory of the current frame, which must not be written.
     *
     * @return the memory.
     */
    public OffHeapBuffer frame()
    {
        return entry.frame;
    }

    /**
     * Where the part of the current frame begins that was delivered.
     *
     * @return index in bytes.
     */
    public int offset()
    {
        return entry.offset;
    }

    /**
     * Where the current frame ends.
     *
     * @return index in bytes.
     */
    public int limit()
    {
        return entry.limit;
    }

    /**
     * What the current notice says.
     *
     * @return the notice.
     */
    public long notice()
    {
        return entry.notice;
    }

    void wake()
    {
        final Waiter waitingThread = waiter;
        if (null != waitingThread)
        {
            waitingThread.wake();
        }
    }
}
