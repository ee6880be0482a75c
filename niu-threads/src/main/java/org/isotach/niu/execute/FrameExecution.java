/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.execute;

import com.lmax.disruptor.Sequence;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.link.ExpulsionFrame;
import org.isotach.niu.link.InboundLink;
import org.isotach.niu.status.Counter;
import org.isotach.niu.status.CounterCells;
import org.isotach.niu.trace.HostRecorder;

/**
 * Executes frames of one link when the {@link IsochronExecutor} says so, and publishes their execution. It owns the
 * rule that no frame executes twice, and that none is given back before its execution (docs/protocol.md, section 7).
 * For the owner of the executor, unless a method says that any thread may call it.
 */
public class FrameExecution extends Padded
{
    private final int hostId;
    private final ModelTable models;
    private final ApplicationSide application;

    // The last isochron of this host with local operations that was executed.
    private final Sequence executedIssue = new Sequence();
    private volatile boolean hasExecuted;
    private CounterCells counters = new CounterCells();

    // Null without a trace.
    private HostRecorder recorder;

    FrameExecution(final int hostId, final ModelTable models, final ApplicationSide application)
    {
        this.hostId = hostId;
        this.models = models;
        this.application = application;
    }

    /**
     * Sets the cells for the counters from now on.
     */
    public final void count(final CounterCells cells)
    {
        counters = cells;
    }

    /**
     * Records executions from now on.
     */
    public final void record(final HostRecorder hostRecorder)
    {
        recorder = hostRecorder;
    }

    /**
     * Returns whether every frame is recorded. Threadsafe: that is settled before the first isochron is issued.
     */
    public final boolean isRecorded()
    {
        return null != recorder;
    }

    /**
     * Returns whether anything has ever been executed at this host. Any thread may call it.
     */
    public final boolean hasExecuted()
    {
        // Volatile. Partner: begin().
        return hasExecuted;
    }

    /**
     * Returns the sequence of the last isochron of this host with local operations that was executed, -1 if there is
     * none. Any thread may call it.
     */
    public final long executedIssue()
    {
        // Acquire. Partner: done().
        return executedIssue.get();
    }

    /**
     * Executes a purely local isochron.
     *
     * @param executedPulse pulse that it executes in.
     */
    final void executeLocal(final long executedPulse, final OffHeapBuffer frame, final int offset, final int length)
    {
        if (null != recorder)
        {
            recorder.executed(hostId, executedPulse, HostRecorder.NO_ISSUE, frame, offset, length);
        }
        begin();
        models.execute(hostId, executedPulse, frame, offset, length);
        counters.increment(Counter.FRAMES_EXECUTED);
    }

    /**
     * Purely local operations were executed without an isochron.
     */
    public final void executedLocal()
    {
        begin();
        counters.increment(Counter.ISOCHRONS_ISSUED);
        counters.increment(Counter.FRAMES_EXECUTED);
    }

    /**
     * Executes the frames of a link up to a pulse; there is at least one.
     *
     * @param executedPulse pulse that they execute in.
     * @return number of frames.
     */
    final int executeLink(final InboundLink link, final long pulse, final long executedPulse)
    {
        int work = 0;
        begin();
        do
        {
            // Stepping first: whatever happens, no frame is executed twice.
            final long timestamp = link.seenTimestamp();
            link.next();
            taken(link, timestamp, executedPulse);
            if (null != recorder)
            {
                record(link, executedPulse);
            }
            execute(link, executedPulse);
            work++;
        }
        while (link.timestamp() <= pulse);
        counters.add(Counter.FRAMES_EXECUTED, work);
        done(link);
        return work;
    }

    /**
     * With order off: executes the frames that have arrived on a link, up to one that keeps its pulse nevertheless.
     *
     * @return number of frames.
     */
    final int executeArrived(final InboundLink link)
    {
        int work = 0;
        while (InboundLink.NONE != link.timestamp() && !link.isNextOfFamily(ExpulsionFrame.FAMILY))
        {
            final long timestamp = link.seenTimestamp();
            link.next();
            begin();
            arrived(link, timestamp);
            if (null != recorder)
            {
                record(link, timestamp);
            }
            execute(link, timestamp);
            work++;
        }
        if (0 != work)
        {
            counters.add(Counter.FRAMES_EXECUTED, work);
            done(link);
        }
        return work;
    }

    private void execute(final InboundLink link, final long pulse)
    {
        if (!link.isForApplications() || !leave(link, pulse))
        {
            application.begin(link);
            models.execute(link.sender, pulse, link.buffer(), link.offset(), link.length());
        }
    }

    /**
     * Leaves a frame to the application, if its model says so. A frame whose model throws is not executed.
     *
     * @return false if it is to be executed.
     */
    private boolean leave(final InboundLink link, final long pulse)
    {
        try
        {
            if (!models.isLeftToApplication(link.buffer(), link.offset(), link.length()))
            {
                return false;
            }
            application.deliver(link, pulse);
        }
        catch (final Throwable ex)
        {
            // As in ModelTable.execute(): the link goes on.
            models.report(ex);
        }
        return true;
    }

    private void begin()
    {
        if (!hasExecuted)
        {
            // Volatile, and publishes nothing. Partner: hasExecuted().
            hasExecuted = true;
        }
    }

    private void record(final InboundLink link, final long pulse)
    {
        recorder.executed(link.sender, pulse, link.issue(), link.buffer(), link.offset(), link.length());
    }

    /**
     * Called after a frame was taken from its link, to be executed.
     */
    void taken(final InboundLink link, final long timestamp, final long executedPulse)
    {
        // Nothing to check.
    }

    /**
     * Does the same as {@link #taken}, with order off.
     */
    void arrived(final InboundLink link, final long timestamp)
    {
        // As above.
    }

    /**
     * The frames that were taken from a link have been executed.
     */
    private void done(final InboundLink link)
    {
        if (link.sender == hostId)
        {
            // Release: what was executed. Partner: executedIssue().
            executedIssue.set(link.issue());
        }
        link.release();
    }

    @Override
    public String toString()
    {
        return "FrameExecution{host=" + hostId + ", executedIssue=" + executedIssue.get() + '}';
    }
}
