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
 * Executes frames of one link, when the {@link IsochronExecutor} says so, and says that they are executed: it owns the
 * rule that no frame executes twice, and that none is given back before it has (docs/protocol.md, section 7). For the
 * owner of the executor, unless it says that any thread may call it.
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

    // Null unless somebody wants a trace.
    private HostRecorder recorder;

    FrameExecution(final int hostId, final ModelTable models, final ApplicationSide application)
    {
        this.hostId = hostId;
        this.models = models;
        this.application = application;
    }

    /**
     * Counts where others look, from now on.
     */
    public final void count(final CounterCells cells)
    {
        counters = cells;
    }

    /**
     * Records what is executed, from now on.
     */
    public final void record(final HostRecorder hostRecorder)
    {
        recorder = hostRecorder;
    }

    /**
     * Does anybody want to know of every frame?
     */
    public final boolean isRecorded()
    {
        return null != recorder;
    }

    /**
     * Has anything ever been executed at this host? Any thread may ask.
     */
    public final boolean hasExecuted()
    {
        // Volatile. Partner: begin().
        return hasExecuted;
    }

    /**
     * Sequence of the last isochron of this host with local operations that was executed, -1 if there is none. Any
     * thread may ask.
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
     * What is purely local was executed without an isochron.
     */
    public final void executedLocal()
    {
        begin();
        counters.increment(Counter.ISOCHRONS_ISSUED);
        counters.increment(Counter.FRAMES_EXECUTED);
    }

    /**
     * Executes the frames of a link up to a pulse, of which there is one.
     *
     * @param executedPulse pulse that they execute in.
     * @return how many.
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
            application.begin(link);
            models.execute(link.sender, executedPulse, link.buffer(), link.offset(), link.length());
            work++;
        }
        while (link.timestamp() <= pulse);
        counters.add(Counter.FRAMES_EXECUTED, work);
        done(link);
        return work;
    }

    /**
     * With order off: executes what has arrived on a link, up to a frame that keeps its pulse nevertheless.
     *
     * @return how many frames.
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
            application.begin(link);
            models.execute(link.sender, timestamp, link.buffer(), link.offset(), link.length());
            work++;
        }
        if (0 != work)
        {
            counters.add(Counter.FRAMES_EXECUTED, work);
            done(link);
        }
        return work;
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
     * A frame was taken from its link, to be executed.
     */
    void taken(final InboundLink link, final long timestamp, final long executedPulse)
    {
        // Nothing to be checked.
    }

    /**
     * As {@link #taken}, with order off.
     */
    void arrived(final InboundLink link, final long timestamp)
    {
        // As above.
    }

    /**
     * Frames that were taken from a link have been executed.
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
