/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.Arrays;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import org.isotach.OffHeapBuffer;
import org.isotach.OperationExecutor;
import org.isotach.OperationHeader;

/**
 * Executes at one host what arrives for it: it owns the order (pulse, issuer, issue order) and the rule that a frame
 * executes when its pulse has ended (V1 section 3.2.5).
 *
 * <h2>Implementation</h2>
 * Each link is sorted already, so the links are merged; there are no buckets and nothing is sorted. The host's link
 * to itself is its hit buffer: it carries every isochron of the host, with or without local operations, so that the
 * order of purely local isochrons behind others needs no rule of its own. A purely local isochron has the timestamp
 * of the isochron before it and so executes directly behind it, or at once if that one is done.
 * <p>
 * The pulse is read before the links are looked at. That is what makes "ended" mean that every frame of the pulse is
 * visible: frame on link (release), pin released (release), scan and compare-and-set of the token manager (volatile),
 * read of {@code time} (volatile), link (acquire).
 */
final class IsochronExecutor extends OwnedUnit
{
    private static final int WORK_LIMIT = 1024;
    private static final InboundLink[] NO_LINKS = {};
    private static final ReplyLink[] NO_REPLY_LINKS = {};

    private final int hostId;
    private final TokenManager tokenManager;
    private final boolean advancesTime;
    private final int deliveryQueueSize;
    private final Doorbell doorbell;
    private final Consumer<Throwable> errorHandler;
    private final OperationExecutor[] executors = new OperationExecutor[OperationHeader.FAMILY_COUNT];
    private final ReplyHandler[] replyHandlers = new ReplyHandler[OperationHeader.FAMILY_COUNT];
    private final AtomicReference<InboundLink[]> inbound = new AtomicReference<>(NO_LINKS);
    private final AtomicReference<ReplyLink[]> replies = new AtomicReference<>(NO_REPLY_LINKS);
    private volatile NoticeInbox inbox;
    private volatile DeliveryQueue deliveryQueue;
    private InboundLink executing;
    private boolean isDelivered;
    private long executedPulse;
    private long ended;

    /**
     * @param hostId       number of the host.
     * @param ownership    of the unit.
     * @param tokenManager of the switch of the host.
     * @param advancesTime does this unit move logical time itself, or ask the token manager's thread to?
     * @param deliveryQueueSize entries of the queue to the application, a power of two: frames that all senders have
     *                     credits for, and notices.
     * @param doorbell     of the thread that works for this unit.
     * @param errorHandler told of everything that an operation throws.
     */
    IsochronExecutor(
        final int hostId,
        final Ownership ownership,
        final TokenManager tokenManager,
        final boolean advancesTime,
        final int deliveryQueueSize,
        final Doorbell doorbell,
        final Consumer<Throwable> errorHandler)
    {
        super("host-" + hostId + "/executor", ownership);
        this.hostId = hostId;
        this.tokenManager = tokenManager;
        this.advancesTime = advancesTime;
        this.deliveryQueueSize = deliveryQueueSize;
        this.doorbell = doorbell;
        this.errorHandler = errorHandler;
    }

    Doorbell doorbell()
    {
        return doorbell;
    }

    /**
     * Adds the model for a family, before the first isochron with an operation of it is issued anywhere.
     */
    void register(final int family, final OperationExecutor executor, final ReplyHandler replyHandler)
    {
        executors[family] = executor;
        replyHandlers[family] = replyHandler;
    }

    boolean isRegistered(final int family)
    {
        return null != executors[family];
    }

    /**
     * Adds a link; its sender calls it before it puts the first frame on it.
     */
    void connect(final Link link)
    {
        InboundLink[] before;
        InboundLink[] after;
        do
        {
            before = inbound.get();
            after = Arrays.copyOf(before, before.length + 1);
            after[before.length] = new InboundLink(link);
            Arrays.sort(after, Comparator.comparingInt(inboundLink -> inboundLink.sender));
        }
        while (!inbound.compareAndSet(before, after));
    }

    void connect(final ReplyLink link)
    {
        ReplyLink[] before;
        ReplyLink[] after;
        do
        {
            before = replies.get();
            after = Arrays.copyOf(before, before.length + 1);
            after[before.length] = link;
        }
        while (!replies.compareAndSet(before, after));
    }

    /**
     * Executes a purely local isochron; for the owner, who has made sure that nothing is pending that was issued
     * before.
     */
    void executeLocal(final OffHeapBuffer frame, final int offset, final int length)
    {
        execute(hostId, executedPulse, frame, offset, length);
    }

    /**
     * Adds what is to be given notices, before anybody listens.
     */
    void register(final NoticeInbox noticeInbox)
    {
        inbox = noticeInbox;
    }

    NoticeInbox inbox()
    {
        return inbox;
    }

    /**
     * The queue to the application of the host, made when it is first used: by the owner, or by an application thread.
     */
    DeliveryQueue deliveryQueue()
    {
        return null == deliveryQueue ? createDeliveryQueue() : deliveryQueue;
    }

    /**
     * Puts the frame that is being executed into the queue to the application, unless it is there already; for the
     * owner, from inside an operation.
     */
    void deliverFrame(final long pulse, final OffHeapBuffer frame, final int offset, final int limit)
    {
        if (!isDelivered)
        {
            isDelivered = true;
            executing.hold();
            deliveryQueue().addFrame(executing, pulse, frame, offset, limit);
        }
    }

    @Override
    int work()
    {
        return serveApplication() + takeReplies() + executeFrames(true);
    }

    /**
     * As {@link #work()}, as far as that can be done without looking at the time of the switch, which others may be
     * moving; for the owner.
     */
    int workQuietly()
    {
        return serveApplication() + takeReplies() + executeFrames(false);
    }

    /**
     * The owner has read the time of the switch anyway.
     */
    void observeTime(final long time)
    {
        ended = Math.max(ended, time);
    }

    /**
     * Gives back what the application has done with, and makes up for notices that could not be dealt with.
     */
    private int serveApplication()
    {
        int work = 0;
        final DeliveryQueue queue = deliveryQueue;
        if (null != queue)
        {
            work += queue.giveBack();
        }
        final NoticeInbox noticeInbox = inbox;
        if (null != noticeInbox)
        {
            work += noticeInbox.doWork();
            noticeInbox.giveBack(null == queue || queue.areNoticesTaken());
        }
        return work;
    }

    private synchronized DeliveryQueue createDeliveryQueue()
    {
        if (null == deliveryQueue)
        {
            deliveryQueue = new DeliveryQueue(deliveryQueueSize, doorbell);
        }
        return deliveryQueue;
    }

    private int takeReplies()
    {
        int work = 0;
        for (final ReplyLink link : replies.get())
        {
            work += link.poll(replyHandlers);
        }
        return work;
    }

    private int executeFrames(final boolean endsPulses)
    {
        int work = 0;
        while (work < WORK_LIMIT)
        {
            final InboundLink[] links = inbound.get();
            final NoticeInbox noticeInbox = inbox;
            final long noticePulse = null == noticeInbox ? NoticeInbox.NONE : noticeInbox.nextPulse();
            final long pulse = Math.min(earliest(links), noticePulse);
            if (pulse <= ended)
            {
                work += executePulse(links, pulse);
                if (noticePulse == pulse)
                {
                    work += noticeInbox.give(pulse);
                }
            }
            else
            {
                // When a pulse has ended the links must be looked at again: frames of it, and of earlier pulses, may
                // have been put on links that were found empty.
                final long before = ended;
                if (endsPulses && InboundLink.NONE != pulse)
                {
                    ended = endPulse(pulse);
                }
                if (ended == before)
                {
                    break;
                }
            }
        }
        return work;
    }

    private long endPulse(final long pulse)
    {
        if (advancesTime)
        {
            return tokenManager.advanceTo(pulse);
        }
        tokenManager.require(pulse);
        return tokenManager.time();
    }

    private static long earliest(final InboundLink[] links)
    {
        long earliest = InboundLink.NONE;
        for (final InboundLink link : links)
        {
            earliest = Math.min(earliest, link.timestamp());
        }
        return earliest;
    }

    private int executePulse(final InboundLink[] links, final long pulse)
    {
        int work = 0;
        // A purely local isochron that had to wait may come with the timestamp of a pulse that is long over.
        executedPulse = Math.max(executedPulse, pulse);
        for (final InboundLink link : links)
        {
            if (link.timestamp() <= pulse)
            {
                do
                {
                    // Stepping first: whatever happens, no frame is executed twice.
                    final long sequence = link.next();
                    executing = link;
                    isDelivered = false;
                    execute(
                        link.sender,
                        executedPulse,
                        link.buffer(sequence),
                        link.offset(sequence),
                        link.length(sequence));
                    work++;
                }
                while (link.timestamp() <= pulse);
                link.release();
            }
        }
        return work;
    }

    private void execute(
        final int sender, final long timestamp, final OffHeapBuffer frame, final int offset, final int length)
    {
        int next = offset;
        final int limit = offset + length;
        try
        {
            while (next < limit)
            {
                final int family = OperationHeader.family(frame.getLong(next));
                if (null == executors[family])
                {
                    throw new IllegalStateException("operation of family " + family + " from host " + sender +
                        ": host " + hostId + " has no model for it");
                }
                next = executors[family].execute(sender, timestamp, frame, next, limit);
            }
        }
        catch (final Throwable ex)
        {
            // The frame counts as executed: the other hosts execute it too, and the cluster goes on.
            errorHandler.accept(ex);
        }
    }

    /**
     * Has every result that was sent to this host been taken? Any thread may ask.
     */
    boolean hasTakenReplies()
    {
        for (final ReplyLink link : replies.get())
        {
            if (!link.isEmpty())
            {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString()
    {
        return unitName() + "{executedPulse=" + executedPulse + '}';
    }
}
