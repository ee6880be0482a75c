/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.execute;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;

import com.lmax.disruptor.Sequence;

import org.isotach.IsotachException;
import org.isotach.OperationExecutor;
import org.isotach.OperationHeader;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.ExpulsionFrame;
import org.isotach.niu.link.InboundLink;
import org.isotach.niu.link.InboundLinks;
import org.isotach.niu.link.ReplyLink;
import org.isotach.niu.notice.NoticeInbox;
import org.isotach.niu.send.DirectSender;
import org.isotach.niu.spi.ReplyHandler;
import org.isotach.niu.thread.Doorbell;
import org.isotach.niu.thread.ExclusiveUnit;
import org.isotach.niu.thread.Handlers;
import org.isotach.niu.thread.HostHandlers;
import org.isotach.niu.thread.TryLock;
import org.isotach.niu.time.TokenLink;
import org.isotach.niu.time.TokenManager;

/**
 * Executes at one host what arrives for it: it owns the order (pulse, issuer, issue order) and the rule that a frame
 * executes when its pulse has ended (V1 section 3.2.5).
 *
 * <h2>Implementation</h2>
 * Each link is sorted already, so the links are merged; there are no buckets and nothing is sorted. The host's link
 * to itself is its hit buffer: it carries the isochrons of the host that have local operations. A purely local isochron
 * that cannot execute at once has the timestamp of the isochron before it.
 * <p>
 * The pulse is read before the links are looked at. That is what makes "ended" mean that every frame of the pulse is
 * visible: frame on link (release), pin released (release), scan and compare-and-set of the token manager (volatile),
 * read of {@code time} (volatile), link (acquire).
 * <p>
 * Where the same thread stamps and executes for the host, a frame need not wait for its pulse when every other host has
 * a frame on its link that comes later: those links are sorted, and this host stamps behind it from now on. Logical
 * time then follows at some distance.
 * <p>
 * With order off, frames execute when they arrive, link by link (Ironman section 7.3, version 1). What is agreed about
 * is not: notices, and the last isochron of a host that is expelled, keep their pulses. They are behind all frames that
 * were on their links when the pulse ended, because links are looked at after the pulse is read, as always.
 */
public final class IsochronExecutor extends ExclusiveUnit
{
    private static final int WORK_LIMIT = 1024;

    // Pulses that frames may execute before they have ended: what somebody who waits for the end has to make up for.
    private static final int MAX_AHEAD = 64;
    private static final long NO_DEMAND = 0;
    private static final ReplyLink[] NO_REPLY_LINKS = {};

    private final int hostId;
    private final TokenManager tokenManager;
    private final boolean advancesTime;
    private final int maxDeliveries;
    private final Doorbell doorbell;
    private final HostHandlers handlers;
    private final OperationExecutor[] executors = new OperationExecutor[OperationHeader.FAMILY_COUNT];
    private final ReplyHandler[] replyHandlers = new ReplyHandler[OperationHeader.FAMILY_COUNT];
    private final SeqLock stateLock = new SeqLock();
    private final InboundLinks inbound;
    private final AtomicReference<ReplyLink[]> replies = new AtomicReference<>(NO_REPLY_LINKS);
    private volatile NoticeInbox inbox;
    private volatile DeliveryQueue deliveryQueue;
    private InboundLink executing;
    private boolean isDelivered;

    // Written before the first isochron is issued, hence before the first link: whoever sees a link sees it.
    private boolean isOrderOff;

    // Frames that were executed when they arrived, and not counted as work yet.
    private int arrivals;
    private long executedPulse;
    private long ended;

    // In paranoid mode, else null.
    private ExecutionWatch watch;

    // Over which the tokens of the switch come; null without faults.
    private TokenLink timeLink;

    // In INVOKER: what stamps for this host.
    private DirectSender sender;
    private int otherHosts;

    // What this host has executed, for any thread: the last isochron of its own with local operations, and the pulse
    // up to which nothing is missing.
    private final Sequence executedIssue = new Sequence();
    private final Sequence completedPulse = new Sequence(0);
    private volatile long demandedPulse = NO_DEMAND;

    // Written by the owner, read by any thread.
    private volatile long unknownOperations;

    // What those who wait have been told of.
    private long shownPulse;

    // The cluster is closed: the models are told by the next owner.
    private volatile boolean isClosing;
    private volatile boolean areModelsClosed;

    // For the owner: once is enough, also from inside of what a model does then.
    private boolean areModelsClosing;

    /**
     * @param hostId       number of the host.
     * @param lock         of the unit.
     * @param tokenManager of the switch of the host.
     * @param advancesTime does this unit move logical time itself, or ask the token manager's thread to?
     * @param maxDeliveries most entries of the queue to the application, a power of two: frames that all senders have
     *                     credits for, and notices.
     * @param doorbell     of the thread that works for this unit.
     * @param handlers     of the cluster.
     */
    public IsochronExecutor(
        final int hostId,
        final TryLock lock,
        final TokenManager tokenManager,
        final boolean advancesTime,
        final int maxDeliveries,
        final Doorbell doorbell,
        final Handlers handlers)
    {
        super("host-" + hostId + "/executor", lock);
        this.hostId = hostId;
        this.tokenManager = tokenManager;
        this.advancesTime = advancesTime;
        this.maxDeliveries = maxDeliveries;
        this.doorbell = doorbell;
        inbound = new InboundLinks(doorbell);
        this.handlers = new HostHandlers(hostId, handlers, lock);
    }

    /**
     * Lets frames execute before their pulses have ended, if the owner of this unit owns the unit that stamps for the
     * host too.
     *
     * @param otherHosts number of other hosts in the cluster.
     */
    public void runAheadWith(final DirectSender directSender, final int otherHosts)
    {
        sender = directSender;
        this.otherHosts = otherHosts;
    }

    /**
     * The tokens of the switch come over a link with faults.
     */
    public void hearTimeOver(final TokenLink link)
    {
        timeLink = link;
    }

    /**
     * Checks the order of execution from now on.
     */
    public void watch(final int hostCount)
    {
        watch = new ExecutionWatch(hostId, hostCount, handlers);
    }

    /**
     * Another host has been expelled; for the owner, from inside the isochron that says so.
     */
    public void hostExpelled(final int expelled, final long pulse)
    {
        // All results that the host will ever send were on their links before this isochron was.
        takeReplies();
        otherHosts--;
        for (final OperationExecutor model : executors)
        {
            if (null != model)
            {
                tellExpelled(model, expelled, pulse);
            }
        }
    }

    private void tellExpelled(final OperationExecutor model, final int expelled, final long pulse)
    {
        try
        {
            model.hostExpelled(expelled, pulse);
        }
        catch (final Throwable ex)
        {
            handlers.accept(ex);
        }
    }

    /**
     * For those who read the state of the models without being the owner.
     */
    public SeqLock stateLock()
    {
        return stateLock;
    }

    /**
     * Current pulse of logical time at this host. Any thread may ask.
     */
    public long logicalTime()
    {
        return tokenManager.time();
    }

    /**
     * The links on which frames come in.
     */
    public InboundLinks inbound()
    {
        return inbound;
    }

    /**
     * What runs the handlers of the host; for the owner.
     */
    public HostHandlers handlers()
    {
        return handlers;
    }

    /**
     * Adds the model for a family, before the first isochron with an operation of it is issued anywhere.
     */
    public void register(final int family, final OperationExecutor executor, final ReplyHandler replyHandler)
    {
        executors[family] = executor;
        replyHandlers[family] = replyHandler;
    }

    public boolean isRegistered(final int family)
    {
        return null != executors[family];
    }

    /**
     * Executes frames when they arrive from now on, in the order of their links alone.
     */
    public void switchOrderOff()
    {
        isOrderOff = true;
    }

    public boolean isOrderOff()
    {
        return isOrderOff;
    }

    /**
     * Has anything ever been executed at this host? Any thread may ask.
     */
    public boolean hasExecuted()
    {
        return stateLock.hasChanged();
    }

    /**
     * Executes nothing any more: for the owner, when everything up to a pulse has been executed, and nothing later.
     * There are no links from here on, so nobody who executes has to ask.
     */
    public void stop(final long pulse)
    {
        inbound.stop();
        complete(pulse);
    }

    public void connect(final ReplyLink link)
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
    public void executeLocal(final OffHeapBuffer frame, final int offset, final int length)
    {
        stateLock.beginExecution();
        execute(hostId, executedPulse, frame, offset, length);
        stateLock.endExecution();
    }

    /**
     * Adds what is to be given notices, before anybody listens.
     */
    public void register(final NoticeInbox noticeInbox)
    {
        inbox = noticeInbox;
    }

    public NoticeInbox inbox()
    {
        return inbox;
    }

    /**
     * The queue to the application of the host, made when it is first used: by the owner, or by an application thread.
     */
    public DeliveryQueue deliveryQueue()
    {
        return null == deliveryQueue ? createDeliveryQueue() : deliveryQueue;
    }

    /**
     * Puts the frame that is being executed into the queue to the application, unless it is there already; for the
     * owner, from inside an operation.
     *
     * @return true if nothing of the frame is left to be executed.
     */
    public boolean deliverFrame(final long pulse, final OffHeapBuffer frame, final int offset, final int limit)
    {
        if (!isDelivered)
        {
            isDelivered = true;
            deliveryQueue().addFrame(executing, pulse, frame, offset, limit);
        }
        return executing.isForApplications();
    }

    /**
     * Sequence of the last isochron of this host with local operations that was executed, -1 if there is none. Any
     * thread may ask.
     */
    public long executedIssue()
    {
        return executedIssue.get();
    }

    /**
     * Has everything been executed at this host that has a timestamp up to a pulse? Any thread may ask; if not, the
     * pulse will be ended even if there is nothing to be executed in it.
     */
    public boolean isCompleted(final long pulse)
    {
        if (completedPulse.get() >= pulse)
        {
            return true;
        }
        if (demandedPulse < pulse)
        {
            // Of several that ask at the same time one may be forgotten, until it asks again.
            demandedPulse = pulse;
            doorbell.ring();
        }
        return false;
    }

    /**
     * A pulse that has ended is a change, too, whether anything was executed in it or not.
     */
    @Override
    public boolean hasChanged(final int work)
    {
        if (isClosing)
        {
            closeModels();
        }
        final long pulse = completedPulse.get();
        final boolean hasEnded = pulse != shownPulse;
        shownPulse = pulse;
        return hasEnded || work > 0;
    }

    /**
     * The cluster is closed: tells the models, unless somebody is at work here, who will then do it. Any thread may
     * call it, while a closer is noted who waits for this unit.
     *
     * @return true if the models have been told.
     */
    public boolean tryCloseModels()
    {
        // Volatile. Partner: hasChanged().
        isClosing = true;
        if (!areModelsClosed && lock().tryEnter())
        {
            try
            {
                closeModels();
            }
            finally
            {
                lock().exit();
            }
        }
        return areModelsClosed;
    }

    /**
     * As owner.
     */
    public void closeModels()
    {
        if (!areModelsClosing)
        {
            areModelsClosing = true;
            try
            {
                for (final OperationExecutor model : executors)
                {
                    if (null != model)
                    {
                        closeModel(model);
                    }
                }
            }
            finally
            {
                // Volatile: the models have been told, and not before. Partner: tryCloseModels().
                areModelsClosed = true;
            }
        }
    }

    private void closeModel(final OperationExecutor model)
    {
        try
        {
            model.clusterClosed();
        }
        catch (final Throwable ex)
        {
            handlers.accept(ex);
        }
    }

    @Override
    public int work()
    {
        return serveApplication() + takeReplies() + executeFrames(true) + takeArrivals();
    }

    /**
     * As {@link #work()}, as far as that can be done without looking at the time of the switch, which others may be
     * moving; for the owner.
     */
    public int workQuietly()
    {
        return serveApplication() + takeReplies() + executeFrames(false) + takeArrivals();
    }

    /**
     * The owner has read the time of the switch anyway.
     */
    public void observeTime(final long time)
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
            deliveryQueue = new DeliveryQueue(maxDeliveries, doorbell);
        }
        return deliveryQueue;
    }

    private int takeReplies()
    {
        int work = 0;
        for (final ReplyLink link : replies.get())
        {
            work += link.poll(replyHandlers, handlers);
        }
        return work;
    }

    /**
     * Executes what can be executed.
     * <p>
     * Frames execute before their pulse has ended if nothing can come any more that is before them. What arrives while
     * that is found out does not count: it may be earlier, and have notices before it.
     * <p>
     * One method on purpose, as {@code SharedMemoryManager.execute}: it is too large to be inlined. Otherwise the
     * compiler would put all of this into the method of an application that polls, and then have no room left for what
     * that method does with what it has received: a call for each word of a message, in some JVMs and not in others.
     *
     * @param endsPulses may time be moved?
     * @return how much was done.
     */
    private int executeFrames(final boolean endsPulses)
    {
        int work = 0;
        while (work < WORK_LIMIT)
        {
            // First the links, then the notices: one that was announced before a frame that is seen is seen too.
            final InboundLink[] links = inbound.get();
            final long framePulse = earliest(links);
            final NoticeInbox noticeInbox = inbox;
            final long noticePulse = null == noticeInbox ? NoticeInbox.NONE : noticeInbox.nextPulse();
            final long pulse = Math.min(framePulse, noticePulse);
            final boolean isOver = pulse <= ended;
            boolean isNext = isOver;
            if (!isOver && null != sender && framePulse <= noticePulse && InboundLink.NONE != framePulse &&
                framePulse - ended <= MAX_AHEAD)
            {
                int others = 0;
                int counted = hostId;
                for (final InboundLink link : links)
                {
                    if (InboundLink.NONE != link.seenTimestamp() && link.sender != hostId && link.sender != counted)
                    {
                        // A host that is being expelled has two links.
                        counted = link.sender;
                        others++;
                    }
                }
                if (others >= otherHosts && sender.tryFollow(framePulse))
                {
                    isNext = true;
                    complete(framePulse - 1);
                }
            }
            if (isNext)
            {
                // A purely local isochron that had to wait may come with the timestamp of a pulse that is long over.
                executedPulse = Math.max(executedPulse, pulse);
                for (final InboundLink link : links)
                {
                    if (link.seenTimestamp() <= pulse)
                    {
                        work += executeLink(link, pulse);
                        if (!isOver)
                        {
                            // Its sender may have more for this pulse, which is before what others have.
                            break;
                        }
                    }
                }
                if (isOver && noticePulse == pulse)
                {
                    work += noticeInbox.give(pulse);
                }
                if (InboundLink.NONE == noticePulse && isNothingSeen(links))
                {
                    // The links were looked at after what has ended was read. What arrives meanwhile is for the next
                    // turn.
                    complete(ended);
                    break;
                }
            }
            else
            {
                if (InboundLinks.isStopped(links))
                {
                    // Pulses go on ending, but what others execute in them is not executed here.
                    break;
                }
                complete(ended);
                if (!endsPulses || !endPulse(pulse))
                {
                    break;
                }
            }
        }
        return work;
    }

    /**
     * Had none of the links a frame left when it was looked at last?
     */
    private static boolean isNothingSeen(final InboundLink[] links)
    {
        for (final InboundLink link : links)
        {
            if (InboundLink.NONE != link.seenTimestamp())
            {
                return false;
            }
        }
        return true;
    }

    /**
     * Everything that has, or will have, a timestamp up to a pulse has been executed.
     */
    private void complete(final long pulse)
    {
        if (completedPulse.get() < pulse)
        {
            // Release: what was executed. Partner: isCompleted().
            completedPulse.set(pulse);
        }
    }

    /**
     * Makes the pulse end, or, before it, one that somebody asks for. When a pulse has ended the links must be looked
     * at again: frames of it, and of earlier pulses, may have been put on links that were found empty.
     *
     * @param pulse to end, {@link InboundLink#NONE} for none.
     * @return true if a pulse has ended.
     */
    private boolean endPulse(final long pulse)
    {
        final long demanded = demandedPulse;
        final long next = demanded > ended ? Math.min(pulse, demanded) : pulse;
        if (InboundLink.NONE == next)
        {
            return false;
        }
        final long before = ended;
        final long time;
        if (advancesTime)
        {
            time = tokenManager.advanceTo(next);
        }
        else
        {
            tokenManager.require(next);
            time = tokenManager.time();
        }
        ended = Math.max(ended, null == timeLink ? time : timeLink.hearTime(time));
        return ended > before;
    }

    private long earliest(final InboundLink[] links)
    {
        if (isOrderOff)
        {
            return executeArrivals(links);
        }
        long earliest = InboundLink.NONE;
        for (final InboundLink link : links)
        {
            earliest = Math.min(earliest, link.timestamp());
        }
        return earliest;
    }

    /**
     * With order off: executes what has arrived.
     *
     * @return timestamp of the first frame that keeps its pulse nevertheless, {@link InboundLink#NONE} for none.
     */
    private long executeArrivals(final InboundLink[] links)
    {
        long earliest = InboundLink.NONE;
        for (final InboundLink link : links)
        {
            // One link cannot keep the others waiting for ever: its slots are given back when it is left.
            boolean hasExecuted = false;
            while (InboundLink.NONE != link.timestamp() && !link.isNextOfFamily(ExpulsionFrame.FAMILY))
            {
                final long timestamp = link.seenTimestamp();
                link.next();
                if (!hasExecuted)
                {
                    stateLock.beginExecution();
                }
                if (null != watch)
                {
                    watch.checkArrival(link.sender, link.issue());
                    watch.checkNumber(link.sender, link.number(), link.expectedNumber());
                    link.acknowledge(timestamp);
                }
                executing = link;
                isDelivered = false;
                execute(link.sender, timestamp, link.buffer(), link.offset(), link.length());
                hasExecuted = true;
                arrivals++;
            }
            if (hasExecuted)
            {
                stateLock.endExecution();
                done(link);
            }
            earliest = Math.min(earliest, link.seenTimestamp());
        }
        return earliest;
    }

    private int takeArrivals()
    {
        final int count = arrivals;
        arrivals = 0;
        return count;
    }

    private int executeLink(final InboundLink link, final long pulse)
    {
        int work = 0;
        stateLock.beginExecution();
        do
        {
            // Stepping first: whatever happens, no frame is executed twice.
            final long timestamp = link.seenTimestamp();
            link.next();
            if (null != watch)
            {
                watch.check(link.sender, timestamp, link.issue());
                watch.checkNumber(link.sender, link.number(), link.expectedNumber());
                link.acknowledge(executedPulse);
            }
            executing = link;
            isDelivered = false;
            execute(link.sender, executedPulse, link.buffer(), link.offset(), link.length());
            work++;
        }
        while (link.timestamp() <= pulse);
        stateLock.endExecution();
        done(link);
        return work;
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
        else if (null != sender)
        {
            sender.heardFrom(link);
        }
        link.release();
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
                final OperationExecutor model = executors[OperationHeader.family(frame.getLong(next))];
                final int end = null == model ? next : model.execute(sender, timestamp, frame, next, limit);
                if (end < next)
                {
                    throw wentBack(frame, next, end);
                }
                next = end > next ? end : passUnknown(sender, timestamp, frame, next, limit);
            }
        }
        catch (final Throwable ex)
        {
            // The frame counts as executed: the other hosts execute it too, and the cluster goes on.
            handlers.accept(ex);
        }
    }

    /**
     * Passes over an operation that nobody here knows, and counts it (Ironman section B.1.2). It concerns this host no
     * more than one for another host does; the others of its frame take effect here as they do elsewhere.
     *
     * @return index in bytes of the next operation.
     */
    private int passUnknown(
        final int sender, final long timestamp, final OffHeapBuffer frame, final int offset, final int limit)
    {
        final long header = frame.getLong(offset);
        final int family = OperationHeader.family(header);
        final int rest = limit - offset;
        final int length =
            OperationHeader.isLong(header) && rest < 2 * Long.BYTES ? 0 : OperationHeader.length(frame, offset);
        final boolean isWhole = length > 0 && length <= rest && 0 == length % Long.BYTES;
        // One owner at a time writes it.
        unknownOperations = unknownOperations + 1;
        handlers.accept(new IsotachException("unknown operation " + unknownOperations + " at host " + hostId +
            ": type 0x" + Integer.toHexString(OperationHeader.opcode(header)) + " from host " + sender + ", pulse " +
            timestamp + (null == executors[family] ? ", family " + family + " without a model; " : "; ") +
            (isWhole ? "it was passed over" :
            "its length of " + length + " bytes does not fit, so the last " + rest + " of the frame were passed over") +
            " (give all hosts the same models, before the first isochron)"));
        return isWhole ? offset + length : limit;
    }

    /**
     * Operations that nobody here knew. Any thread may ask.
     */
    public long unknownOperations()
    {
        return unknownOperations;
    }

    /**
     * Apart from the path where nothing is wrong, as the messages of {@code Isochron}.
     */
    private IllegalStateException wentBack(final OffHeapBuffer frame, final int offset, final int end)
    {
        return new IllegalStateException("the executor of operation family " +
            OperationHeader.family(frame.getLong(offset)) + " at host " + hostId + " has returned " + end +
            " for the operations from " + offset +
            " on (expected: the index of the first one that it has not looked at)");
    }

    /**
     * Has every result that was sent to this host been taken? Any thread may ask.
     */
    public boolean hasTakenReplies()
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
