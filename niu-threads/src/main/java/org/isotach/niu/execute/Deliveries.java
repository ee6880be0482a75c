/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.execute;

import java.util.function.IntSupplier;

import com.lmax.disruptor.Sequence;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.link.FinishedFrames;
import org.isotach.niu.link.GrowingRing;
import org.isotach.niu.spi.Wakeable;
import org.isotach.niu.thread.Doorbell;

/**
 * For the models: the frames and notices of one host for its application, in order of execution.
 * <p>
 * The application reads a frame where its sender wrote it; the sender can use neither that memory nor the credit before
 * {@link #next()} moves past the frame. A notice is finished at once.
 * <p>
 * <b>Note:</b> this class is not threadsafe: it belongs to one application thread of the host at a time.
 */
public final class Deliveries extends Padded
{
    /**
     * A frame, or a notice.
     */
    public static final class Entry
    {
        /**
         * Where to say that the frame is finished; null for a notice.
         */
        public FinishedFrames finished;
        long sequence;
        long pulse;
        OffHeapBuffer frame;
        int offset;
        int limit;
        long notice;
    }

    private final Sequence published;
    private final Sequence taken;
    private final Doorbell executorDoorbell;
    private GrowingRing.Segment<Entry> segment;
    private long current = -1;
    private long available = -1;

    // State of the current entry.
    private boolean isFrame;
    private long pulse;
    private FinishedFrames finished;
    private long sequence;
    private OffHeapBuffer frame;
    private int offset;
    private int limit;
    private long notice;
    private volatile Wakeable waiter;

    // The place in the queue of the last frame that was handed over by the executor, on the thread of the application.
    // Its data are above, and not in the entry there.
    private long handedOver = -1;
    private final IntSupplier pollToReceive;

    Deliveries(final GrowingRing<Entry> ring, final Doorbell executorDoorbell, final IntSupplier pollToReceive)
    {
        this.pollToReceive = pollToReceive;
        published = ring.published();
        taken = ring.freed();
        this.executorDoorbell = executorDoorbell;
        segment = ring.first();
    }

    /**
     * Releases the current frame or notice, and moves to the next one.
     *
     * @return false if there is none at present.
     */
    public boolean next()
    {
        if (isFrame)
        {
            isFrame = false;
            // It publishes that the frame was read: its place is the sender's again.
            finished.finish(sequence);
            takeCurrent();
        }
        if (handedOver > current)
        {
            isFrame = true;
            goOn();
            // Its place was published by this thread, and the entry there is not to be read.
            available = Math.max(available, current);
            return true;
        }
        if (current == available)
        {
            // Acquire. Partner: DeliveryQueue.addFrame().
            available = published.get();
            if (current == available)
            {
                return false;
            }
        }
        goOn();
        take(segment.get(current));
        return true;
    }

    /**
     * Polls the host as {@code Host.poll()} does. If {@link #next()} has returned false before, the first frame that
     * executes comes to this object directly, unless something is in front of it.
     */
    public void poll()
    {
        pollToReceive.getAsInt();
    }

    private void goOn()
    {
        current++;
        if (segment.isBefore(current))
        {
            segment = segment.next();
        }
    }

    private void take(final Entry entry)
    {
        if (null == entry.finished)
        {
            pulse = entry.pulse;
            notice = entry.notice;
            takeCurrent();
        }
        else
        {
            isFrame = true;
            set(entry.sequence, entry.finished, entry.pulse, entry.frame, entry.offset, entry.limit);
        }
    }

    /**
     * Returns whether the application has got everything that was published, holds no frame, and none has been handed
     * over to it. For its thread.
     */
    boolean hasTakenUpTo(final long lastPublished)
    {
        return !isFrame && current == lastPublished && handedOver <= current;
    }

    /**
     * Takes the frame that comes next from the executor, on the thread of the application.
     */
    void take(
        final long frameSequence,
        final FinishedFrames frameFinished,
        final long framePulse,
        final OffHeapBuffer frameBuffer,
        final int frameOffset,
        final int frameLimit)
    {
        handedOver = current + 1;
        set(frameSequence, frameFinished, framePulse, frameBuffer, frameOffset, frameLimit);
    }

    private void set(
        final long frameSequence,
        final FinishedFrames frameFinished,
        final long framePulse,
        final OffHeapBuffer frameBuffer,
        final int frameOffset,
        final int frameLimit)
    {
        pulse = framePulse;
        // As in DeliveryQueue.addFrame().
        if (finished != frameFinished)
        {
            finished = frameFinished;
        }
        sequence = frameSequence;
        if (frame != frameBuffer)
        {
            frame = frameBuffer;
        }
        offset = frameOffset;
        limit = frameLimit;
    }

    private void takeCurrent()
    {
        // Release: the entry has been read. Partners: GrowingRing.tryClaim(), DeliveryQueue.takeFinished().
        taken.set(current);
        executorDoorbell.ring();
    }

    /**
     * Returns whether the application has finished everything. Any thread may call it.
     *
     * @return true if nothing waits, and no frame is current.
     */
    public boolean isEmpty()
    {
        return taken.get() == published.get();
    }

    /**
     * Returns the number of frames and notices that the application has not taken yet. Any thread may call it.
     */
    long unread()
    {
        return Math.max(0, published.get() - taken.get());
    }

    /**
     * Sets the thread to wake when something arrives.
     *
     * @param waitingThread of the application, null for none.
     */
    public void waiter(final Wakeable waitingThread)
    {
        waiter = waitingThread;
    }

    /**
     * Returns whether the current entry is a notice.
     *
     * @return false if it is a frame.
     */
    public boolean isNotice()
    {
        return !isFrame;
    }

    /**
     * Returns the host that issued the current frame.
     *
     * @return number of the host.
     */
    public int sender()
    {
        return finished.sender();
    }

    /**
     * Returns the pulse in which the current frame was executed, or the notice given.
     *
     * @return the pulse.
     */
    public long pulse()
    {
        return pulse;
    }

    /**
     * Returns the memory of the current frame, which must not be written.
     *
     * @return the memory.
     */
    public OffHeapBuffer frame()
    {
        return frame;
    }

    /**
     * Returns the start of the delivered part of the current frame.
     *
     * @return index in bytes.
     */
    public int offset()
    {
        return offset;
    }

    /**
     * Returns the end of the current frame.
     *
     * @return index in bytes.
     */
    public int limit()
    {
        return limit;
    }

    /**
     * Returns the content of the current notice.
     *
     * @return the notice.
     */
    public long notice()
    {
        return notice;
    }

    void wake()
    {
        final Wakeable waitingThread = waiter;
        if (null != waitingThread)
        {
            waitingThread.wake();
        }
    }
}
