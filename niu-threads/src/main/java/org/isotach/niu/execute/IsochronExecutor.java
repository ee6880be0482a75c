/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.execute;

import java.util.function.IntToLongFunction;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.ExpulsionFrame;
import org.isotach.niu.link.InboundLink;
import org.isotach.niu.link.InboundLinks;
import org.isotach.niu.link.ReplyLinks;
import org.isotach.niu.notice.NoticeInbox;
import org.isotach.niu.send.DirectSender;
import org.isotach.niu.thread.Doorbell;
import org.isotach.niu.thread.ExclusiveUnit;
import org.isotach.niu.thread.Handlers;
import org.isotach.niu.thread.HostHandlers;
import org.isotach.niu.thread.TryLock;
import org.isotach.niu.time.PulseClock;

/**
 * Executes the frames that arrive at one host. It owns the order (pulse, issuer, issue order) and the rule that a frame
 * executes when its pulse has ended (V1 section 3.2.5; docs/protocol.md, rule 6).
 *
 * <h2>Implementation</h2>
 * Each link is sorted already, so the links are merged; there are no buckets and nothing is sorted. The link of the
 * host to itself is its hit buffer: it carries the isochrons of the host that have local operations. A purely local
 * isochron that cannot execute at once has the timestamp of the isochron before it.
 * <p>
 * The time is read before the links, see {@link PulseClock}. {@link RunAhead} may let a frame execute before its pulse
 * has ended.
 * <p>
 * With order off, frames execute when they arrive, link by link ({@link Arrivals}). Notices, and the last isochron of a
 * host that is expelled, must be agreed about, so they keep their pulses. They come after all frames that were on their
 * links when the pulse ended, because links are always read after the time.
 */
public final class IsochronExecutor extends ExclusiveUnit implements ExpulsionFrame.Listener
{
    private static final int WORK_LIMIT = 1024;

    private final int hostId;
    private final PulseClock clock;
    private final HostHandlers handlers;
    private final ModelTable models;
    private final ApplicationSide application;
    private final CompletedPulse completed;
    private final InboundLinks inbound;
    private final Heads heads;
    private final ReplyLinks replies = new ReplyLinks();
    private FrameExecution execution;
    private long executedPulse;
    private RunAhead runAhead = RunAhead.NEVER;

    // Null with order on. Written before the first isochron is issued, hence before the first link: a thread that sees
    // a link sees it.
    private Arrivals arrivals;

    /**
     * @param hostId       number of the host.
     * @param lock         of the unit.
     * @param clock        of the host.
     * @param maxDeliveries largest number of entries of the queue to the application, a power of two: frames that all
     *                      senders have credits for, and notices.
     * @param doorbell     of the thread that works for this unit.
     * @param handlers     of the cluster.
     */
    public IsochronExecutor(
        final int hostId,
        final TryLock lock,
        final PulseClock clock,
        final int maxDeliveries,
        final Doorbell doorbell,
        final Handlers handlers)
    {
        super("host-" + hostId + "/executor", lock);
        this.hostId = hostId;
        this.clock = clock;
        inbound = new InboundLinks(doorbell);
        heads = new Heads(hostId);
        this.handlers = new HostHandlers(hostId, handlers, lock);
        models = new ModelTable(hostId, this.handlers);
        application = new ApplicationSide(maxDeliveries, doorbell);
        execution = new FrameExecution(hostId, models, application);
        completed = new CompletedPulse(doorbell);
    }

    /**
     * Lets frames execute before their pulses have ended, if the owner of this unit owns the unit that stamps for the
     * host too.
     *
     * @param otherHosts number of other hosts in the cluster.
     */
    public void runAheadWith(final DirectSender directSender, final int otherHosts)
    {
        runAhead = RunAhead.with(directSender, otherHosts);
    }

    /**
     * Does the same for a member of a cluster.
     *
     * @param promised returns, for each host, the pulse up to which its frames may execute ahead.
     */
    public void runAheadWith(
        final DirectSender directSender, final int otherHosts, final IntToLongFunction promised)
    {
        runAhead = RunAhead.with(directSender, otherHosts, promised);
    }

    /**
     * Checks the order of execution, in paranoid mode; call this before anything else.
     */
    public void watch(final int hostCount)
    {
        final ExecutionWatch watch = new ExecutionWatch(hostId, hostCount, handlers);
        execution = new WatchedExecution(hostId, models, application, watch);
    }

    /**
     * {@inheritDoc}
     * <p>
     * For the owner, from inside the isochron that announces it.
     */
    @Override
    public void hostExpelled(final int expelled, final long pulse)
    {
        // All results that the host will ever send were on their links before this isochron was.
        models.takeReplies(replies);
        runAhead.hostExpelled();
        models.hostExpelled(expelled, pulse);
    }

    /**
     * {@inheritDoc}
     * <p>
     * What it has sent for later pulses is forgotten. For the owner, from inside the frame that says so.
     */
    @Override
    public void cutOff(final int host, final long cut)
    {
        inbound.removeOlder(host);
        final NoticeInbox noticeInbox = application.inbox();
        if (null != noticeInbox)
        {
            noticeInbox.cutOff(host, cut);
        }
    }

    /**
     * Returns the clock of the host.
     */
    public PulseClock clock()
    {
        return clock;
    }

    /**
     * Returns the links on which frames come in.
     */
    public InboundLinks inbound()
    {
        return inbound;
    }

    /**
     * Returns the object that runs the handlers of the host; for the owner.
     */
    public HostHandlers handlers()
    {
        return handlers;
    }

    /**
     * Returns the models, which execute the operations of frames, and take results.
     */
    public ModelTable models()
    {
        return models;
    }

    /**
     * Returns the frames and notices for the application of the host.
     */
    public ApplicationSide application()
    {
        return application;
    }

    /**
     * Returns the object that executes the frames of a link.
     */
    public FrameExecution execution()
    {
        return execution;
    }

    /**
     * Returns the pulse up to which everything has been executed here.
     */
    public CompletedPulse completed()
    {
        return completed;
    }

    /**
     * Returns the links on which results come in.
     */
    public ReplyLinks replies()
    {
        return replies;
    }

    /**
     * Executes frames when they arrive from now on, in the order of their links only.
     */
    public void switchOrderOff()
    {
        arrivals = new Arrivals(execution);
        runAhead = RunAhead.NEVER;
    }

    public boolean isOrderOff()
    {
        return null != arrivals;
    }

    /**
     * Stops executing: for the owner, when everything up to a pulse has been executed, and nothing later. There are no
     * links from here on, so the code that executes needs no check.
     */
    public void stop(final long pulse)
    {
        inbound.stop();
        completed.complete(pulse);
    }

    /**
     * Executes a purely local isochron; for the owner, which has checked that nothing issued before is pending.
     */
    public void executeLocal(final OffHeapBuffer frame, final int offset, final int length)
    {
        execution.executeLocal(executedPulse, frame, offset, length);
    }

    /**
     * The end of a pulse is a change, too, whether anything was executed in it or not.
     */
    @Override
    public boolean hasChanged(final int work)
    {
        models.closeIfRequested();
        return completed.hasGoneOn() || work > 0;
    }

    /**
     * The cluster is closed: tells the models, unless a thread is working here, which will then do it. Any thread may
     * call it, while a closer that waits for this unit is registered.
     *
     * @return true if the models have been told.
     */
    public boolean tryCloseModels()
    {
        models.requestClose();
        if (!models.isClosed() && lock().tryEnter())
        {
            try
            {
                models.close();
            }
            finally
            {
                lock().exit();
            }
        }
        return models.isClosed();
    }

    @Override
    public int work()
    {
        return application.serve(false) + models.takeReplies(replies) + executeFrames(true) + arrived();
    }

    /**
     * Does the same as {@link #work()}, for the owner that is the application thread that receives for the host.
     */
    public int workToReceive()
    {
        try
        {
            return application.serve(true) + models.takeReplies(replies) + executeFrames(true) + arrived();
        }
        finally
        {
            application.received();
        }
    }

    /**
     * Does the part of {@link #work()} that does not read the time of the switch, which others may be moving; for the
     * owner.
     */
    public int workQuietly()
    {
        return application.serve(false) + models.takeReplies(replies) + executeFrames(false) + arrived();
    }

    /**
     * Executes all frames that can be executed.
     * <p>
     * Frames execute before their pulse has ended if nothing can come before them any more. Frames that arrive during
     * that check do not count: they may be earlier, and have notices before them.
     * <p>
     * One method on purpose, as {@code SharedMemoryManager.execute}: with more than 325 bytes of code, which is {@code
     * FreqInlineSize}, it is too large to be inlined. Otherwise the compiler would put all of this into the turn of the
     * host, in some JVMs, but not in others, and would then have no room left for the rest of the turn.
     *
     * @param endsPulses true if time may be moved.
     * @return how much was done.
     */
    private int executeFrames(final boolean endsPulses)
    {
        int work = 0;
        while (work < WORK_LIMIT)
        {
            // First the links, then the notices: one that was announced before a frame that is seen is seen too.
            final InboundLink[] links = inbound.get();
            final long framePulse = null == arrivals ? heads.read(links) : arrivals.execute(links);
            final NoticeInbox noticeInbox = application.inbox();
            final long noticePulse = null == noticeInbox ? NoticeInbox.NONE : noticeInbox.nextPulse();
            final long pulse = Math.min(framePulse, noticePulse);
            final boolean isOver = pulse <= clock.ended();
            if (isOver || runAhead.mayExecute(heads, framePulse, noticePulse, clock.ended()))
            {
                // A purely local isochron that had to wait may have the timestamp of a pulse that ended long ago.
                executedPulse = Math.max(executedPulse, pulse);
                if (isOver)
                {
                    for (final InboundLink link : links)
                    {
                        if (link.seenTimestamp() <= pulse)
                        {
                            work += execution.executeLink(link, pulse, executedPulse);
                        }
                    }
                    if (noticePulse == pulse)
                    {
                        work += noticeInbox.give(pulse);
                    }
                }
                else
                {
                    completed.complete(pulse - 1);
                    // Its sender may have more for this pulse, which comes before the frames of others.
                    work += execution.executeLink(links[heads.first()], pulse, executedPulse);
                }
                if (InboundLink.NONE == noticePulse && heads.areTaken(links))
                {
                    // The links were read after the ended pulse. Frames that arrive meanwhile are for the next turn.
                    completed.complete(clock.ended());
                    break;
                }
            }
            else
            {
                if (InboundLinks.isStopped(links))
                {
                    // Pulses go on ending, but the frames that others execute in them are not executed here.
                    break;
                }
                completed.complete(clock.ended());
                if (!endsPulses || !clock.end(completed.nextToEnd(pulse, clock.ended())))
                {
                    break;
                }
            }
        }
        return work;
    }

    private int arrived()
    {
        return null == arrivals ? 0 : arrivals.takeCount();
    }

    @Override
    public String toString()
    {
        return unitName() + "{executedPulse=" + executedPulse + '}';
    }
}
