/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;

/**
 * A group of operations that executes atomically, at one point of logical time, at all hosts that it touches
 * (V1 section 2.1.1).
 * <p>
 * {@link #begin()}, operations of the models, {@link #issue()}, and again: the object is made to be reused and
 * allocates nothing in use. Its operations are written once, into memory that the receivers read in place; an
 * issued isochron may still be on its way while the next one is assembled.
 * <p>
 * All isochrons that the application threads of a host issue execute everywhere in the order in which they were
 * issued; together with the isochrons of all other hosts they are sequentially consistent.
 * <p>
 * <b>Note:</b> an isochron belongs to one application thread at a time; each application thread of a host has its
 * own, from {@code Host.isochron()}.
 */
public final class Isochron extends Padded implements IsochronFrame
{
    /**
     * In place of a window: the issuer copies what it sends.
     */
    public static final int COPIED = 0;

    private static final int ALIGNMENT = Long.BYTES;
    private static final int CLOSED = -1;
    private static final String APPENDING = "an operation of an isochron";

    private final IsochronIssuer issuer;
    private final AtomicInteger runningHandlers;
    private final int hostId;
    private final HostSet destinations;
    private final int maxLength;
    private final FrameSlab slab;
    private final String remedy;

    // Of the slab, null before the first begin().
    private OffHeapBuffer buffer;
    private int frameOffset;
    private int endOffset;

    // No operation goes further; CLOSED while the isochron is not open, so that one comparison finds both.
    private int limit = CLOSED;
    private int operationCount;
    private HostSet lastTouched;
    private int distance;
    private boolean isFresh;
    private int operationsForApplications;
    private IsochronParticipant[] participants = new IsochronParticipant[2];
    private int participantCount;

    /**
     * Made by {@code Host.isochron()}.
     *
     * @param issuer     that takes the isochrons over.
     * @param hostId     number of the issuing host.
     * @param hostCount  number of hosts of the cluster.
     * @param slabLength bytes for the frames of issued isochrons and of the one that is assembled.
     * @param maxLength  largest length of the operations of one isochron in bytes, a multiple of 8; at most a third of
     *                   slabLength, so that a frame at the end, the rest behind it, and the next one at the start all
     *                   fit.
     * @param window     largest number of isochrons that are read where they lie, a power of two; {@link #COPIED} if
     *                   the issuer copies what it sends.
     * @param remedy     against isochrons that are too long, for messages.
     * @throws IllegalArgumentException when the numbers do not go together.
     */
    public Isochron(
        final IsochronIssuer issuer,
        final int hostId,
        final int hostCount,
        final int slabLength,
        final int maxLength,
        final int window,
        final String remedy)
    {
        if (maxLength < ALIGNMENT || 0 != maxLength % ALIGNMENT || maxLength > slabLength / 3)
        {
            throw new IllegalArgumentException("maxLength: " + maxLength +
                " (expected: a multiple of " + ALIGNMENT + ", at most a third of slabLength " + slabLength + ')');
        }
        if (COPIED != window && (window < 1 || 1 != Integer.bitCount(window)))
        {
            throw new IllegalArgumentException("window: " + window + " (expected: a power of two, or 0)");
        }
        this.issuer = issuer;
        runningHandlers = issuer.runningHandlers();
        this.hostId = hostId;
        this.maxLength = maxLength;
        destinations = new HostSet(hostCount);
        this.remedy = remedy;
        slab = COPIED == window ? new CopiedFrames(issuer, slabLength, maxLength) :
            new KeptFrames(issuer, slabLength, maxLength, window);
    }

    /**
     * Opens the isochron; operations may be appended from now on.
     *
     * @return this.
     * @throws IllegalStateException when it is open already, or the call comes from inside a handler.
     */
    public Isochron begin()
    {
        checkNotInHandler("Isochron.begin()");
        if (isOpen())
        {
            throw new IllegalStateException("isochron of host " + hostId + " is open already with " + operationCount +
                " operations: issue() or abandon() it before the next begin()");
        }
        if (null == buffer)
        {
            buffer = slab.buffer();
        }
        isFresh = false;
        operationsForApplications = 0;
        destinations.clear();
        lastTouched = null;
        distance = 0;
        operationCount = 0;
        frameOffset = slab.frameOffset();
        endOffset = frameOffset;
        limit = frameOffset + maxLength;
        return this;
    }

    /**
     * Makes this isochron take a timestamp of its own even if it touches local copies only, later than that of every
     * isochron of any host that has been seen to be executed ({@link #isExecuted()}) before this one is issued.
     * Without it a purely local isochron executes at once, on a copy that may lag behind what other hosts have
     * already executed.
     *
     * @return this.
     * @throws IllegalStateException when the isochron is not open, or the call comes from inside a handler.
     */
    public Isochron fresh()
    {
        checkMayChange("Isochron.fresh()");
        isFresh = true;
        return this;
    }

    /**
     * Issues the isochron if that is possible at once. If it is not, and the cluster has no threads, the host works as
     * in {@code Host.poll()}, and after some failures, {@code FailurePoll.FAILURES_PER_ROUND}, all hosts do. So a loop
     * around this call makes progress, even if the applications of all others are idle; all that it can lack for ever
     * is what an application has to do: to receive its messages, or to assign what it has scheduled.
     * <p>
     * An isochron without operations is a no-op. A purely local isochron has been executed on return if nothing that
     * was issued before it is pending, unless another thread is at work for the host at that moment.
     *
     * @return false if there is no room at present, or (with no threads in the cluster) another thread is at work for
     * the host: nothing was sent, and the isochron is still open and as it was.
     * @throws IllegalStateException  when the isochron is not open, or the call comes from inside a handler.
     * @throws ClusterClosedException when the cluster takes no isochrons any more; this isochron is abandoned.
     */
    @Override
    public boolean tryIssue()
    {
        checkOpen();
        checkNotInHandler("Isochron.tryIssue()");
        if (0 == operationCount)
        {
            // A model may have joined with an operation that it then refused.
            giveUp();
            return true;
        }
        final long ticket;
        try
        {
            if (!slab.hasRoomBehindFrame(length()) || !prepareParticipants())
            {
                // What is short now stays short for ever once nobody takes isochrons any more.
                issuer.checkOpen();
                issuer.backPressured();
                return false;
            }
            ticket = issuer.tryIssue(this);
        }
        catch (final ClusterClosedException ex)
        {
            giveUp();
            throw ex;
        }
        if (IsochronIssuer.BACK_PRESSURED == ticket)
        {
            issuer.backPressured();
            return false;
        }
        limit = CLOSED;
        if (IsochronIssuer.EXECUTED != ticket)
        {
            slab.frameIssued(ticket, length());
        }
        for (int i = 0; i < participantCount; i++)
        {
            participants[i].issued();
        }
        participantCount = 0;
        return true;
    }

    /**
     * Issues the isochron, waiting for room if necessary. That is its end, and each isochron has one: a second call
     * without {@link #begin()} in between is refused, and sends nothing (Ironman section A.7 takes it for nothing,
     * since isochrons begin by themselves there).
     *
     * @throws IllegalStateException   when the isochron is not open, or the call comes from inside a handler.
     * @throws ClusterClosedException  when the cluster takes no isochrons any more; this isochron is abandoned.
     * @throws IsotachTimeoutException when there is no room within the time limit of the cluster; nothing was sent,
     *                                 and the isochron is still open and as it was.
     */
    public void issue()
    {
        if (!tryIssue())
        {
            try
            {
                issuer.issue(this);
            }
            catch (final ClusterClosedException ex)
            {
                if (isOpen())
                {
                    giveUp();
                }
                throw ex;
            }
        }
    }

    /**
     * Gives the open isochron up: nothing was sent, no operation takes effect.
     *
     * @throws IllegalStateException when the isochron is not open, or the call comes from inside a handler.
     */
    public void abandon()
    {
        checkMayChange("Isochron.abandon()");
        giveUp();
    }

    /**
     * Is the isochron between {@link #begin()} and {@link #issue()} or {@link #abandon()}?
     *
     * @return true if it is.
     */
    public boolean isOpen()
    {
        return CLOSED != limit;
    }

    /**
     * Has the isochron that was issued last executed at its own host? If it has no operations there: has everything
     * that comes before it in the total order?
     *
     * @return true if it has, or if none was ever issued.
     * @throws IllegalStateException when the isochron is open: ask before the next {@link #begin()}, or once it is
     *                               issued.
     */
    public boolean isExecuted()
    {
        if (isOpen())
        {
            throw notIssued("isExecuted()");
        }
        final long ticket = slab.lastTicket();
        return IsochronIssuer.EXECUTED == ticket || issuer.isExecuted(ticket);
    }

    /**
     * Waits until {@link #isExecuted()}.
     *
     * @throws IllegalStateException   when the isochron is open, or the call comes from inside a handler.
     * @throws ClusterClosedException  when the cluster is closed before.
     * @throws IsotachTimeoutException when it takes longer than the time limit of the cluster.
     */
    public void awaitExecuted()
    {
        issuer.checkNotInHandler("Isochron.awaitExecuted()");
        if (isOpen())
        {
            throw notIssued("awaitExecuted()");
        }
        if (!isExecuted())
        {
            issuer.awaitExecuted(slab.lastTicket());
        }
    }

    /**
     * Number of the issuing host.
     *
     * @return number of the issuing host.
     */
    @Override
    public int hostId()
    {
        return hostId;
    }

    /**
     * For the models: the host side of this isochron.
     *
     * @return the issuer.
     */
    public IsochronIssuer issuer()
    {
        return issuer;
    }

    /**
     * For the models: appends room for one operation, which the caller fills.
     *
     * @param length in bytes, a multiple of 8.
     * @return index in {@link #buffer()} of the room.
     * @throws IllegalStateException      when the isochron is not open, or the call comes from inside a handler.
     * @throws IsochronTooLargeException when the operation does not fit any more; nothing was appended.
     */
    public int append(final int length)
    {
        final int offset = endOffset;
        if (length > limit - offset || 0 != runningHandlers.getPlain())
        {
            checkAppend(1, length);
        }
        endOffset = offset + length;
        operationCount++;
        return offset;
    }

    /**
     * For the models: appends room for several operations of the same length, which the caller fills.
     *
     * @param count  of the operations.
     * @param length of each in bytes, a multiple of 8.
     * @return index in {@link #buffer()} of the room.
     * @throws IllegalStateException      when the isochron is not open, or the call comes from inside a handler.
     * @throws IsochronTooLargeException when not all of the operations fit any more; nothing was appended.
     */
    public int append(final int count, final int length)
    {
        final int offset = endOffset;
        if ((long)count * length > limit - offset || 0 != runningHandlers.getPlain())
        {
            checkAppend(count, length);
        }
        endOffset = offset + count * length;
        operationCount += count;
        return offset;
    }

    /**
     * For the models: adds the destinations of an operation.
     *
     * @param hosts       that the operation must be sent to; must not change until the isochron is issued.
     * @param maxDistance largest logical distance from the issuing host to one of them.
     */
    public void touch(final HostSet hosts, final int maxDistance)
    {
        if (hosts != lastTouched)
        {
            // Operations behind each other mostly touch the same page, or pages with the same copyset.
            lastTouched = hosts;
            destinations.addAll(hosts);
            distance = Math.max(distance, maxDistance);
        }
    }

    /**
     * For the models: adds one destination of an operation.
     *
     * @param host            that the operation must be sent to.
     * @param logicalDistance from the issuing host to it.
     */
    public void touch(final int host, final int logicalDistance)
    {
        destinations.add(host);
        distance = Math.max(distance, logicalDistance);
    }

    /**
     * For the models: asks to be told what becomes of this isochron. To be called once between {@link #begin()} and
     * {@link #issue()}.
     *
     * @param participant to be told.
     * @throws IllegalStateException when the isochron is not open, or the call comes from inside a handler.
     */
    public void join(final IsochronParticipant participant)
    {
        checkMayChange(APPENDING);
        if (participantCount == participants.length)
        {
            participants = Arrays.copyOf(participants, 2 * participantCount);
        }
        participants[participantCount++] = participant;
    }

    /**
     * For the models: the operation that was appended last is for the applications of its receivers. There is nothing
     * to be done when it executes but to hand it over, with all that is behind it in its frame; it is read later, at
     * the issuing host too, so the frame must not be overwritten before its receivers say so.
     */
    public void leaveToApplications()
    {
        operationsForApplications++;
    }

    /**
     * For the issuer: will the frame be read after it was executed?
     *
     * @return true if an operation is for applications, see {@link #leaveToApplications()}.
     */
    @Override
    public boolean isFrameKept()
    {
        return operationsForApplications > 0;
    }

    /**
     * For the issuer: is the frame for applications alone?
     *
     * @return true if all operations are for applications, see {@link #leaveToApplications()}.
     */
    @Override
    public boolean isForApplications()
    {
        return operationsForApplications == operationCount;
    }

    /**
     * For the models and the issuer: the memory that holds the frame.
     *
     * @return the memory.
     */
    @Override
    public OffHeapBuffer buffer()
    {
        return buffer;
    }

    /**
     * For the issuer: where the frame begins.
     *
     * @return index in bytes in {@link #buffer()}.
     */
    @Override
    public int offset()
    {
        return frameOffset;
    }

    /**
     * For the issuer: length of the frame.
     *
     * @return in bytes.
     */
    @Override
    public int length()
    {
        return endOffset - frameOffset;
    }

    /**
     * For the issuer: hosts that the operations must be sent to.
     *
     * @return the set, which must not be changed.
     */
    @Override
    public HostSet destinations()
    {
        return destinations;
    }

    /**
     * For the issuer: largest logical distance to a destination, 0 if there is no other host among them.
     *
     * @return the distance.
     */
    @Override
    public int distance()
    {
        return distance;
    }

    /**
     * For the issuer: was {@link #fresh()} called?
     *
     * @return true if it was.
     */
    @Override
    public boolean isFresh()
    {
        return isFresh;
    }

    @Override
    public String toString()
    {
        return "Isochron{host=" + hostId + ", open=" + isOpen() + ", operations=" + operationCount + ", destinations=" +
            destinations + '}';
    }

    private void giveUp()
    {
        limit = CLOSED;
        for (int i = 0; i < participantCount; i++)
        {
            participants[i].abandoned();
        }
        participantCount = 0;
    }

    private void checkNotInHandler(final String what)
    {
        // Whoever is inside of a handler does not read 0.
        if (0 != runningHandlers.getPlain())
        {
            issuer.checkNotInHandler(what);
        }
    }

    private void checkMayChange(final String what)
    {
        issuer.checkNotInHandler(what);
        checkOpen();
    }

    private void checkOpen()
    {
        if (!isOpen())
        {
            throw notOpen();
        }
    }

    // Messages are put together apart from the paths where nothing is wrong, which are small enough to be inlined then.

    private IllegalStateException notOpen()
    {
        return new IllegalStateException(
            "isochron of host " + hostId + " is not open: call begin() before its operations");
    }

    private IllegalStateException notIssued(final String call)
    {
        return new IllegalStateException("isochron of host " + hostId + " is open with " + operationCount +
            " operations, which nobody executes before it is issued: issue() or abandon() it before " + call);
    }

    /**
     * Something is wrong, or a handler of the cluster is running, perhaps on another thread.
     */
    private void checkAppend(final int count, final int length)
    {
        issuer.checkNotInHandler(APPENDING);
        checkOpen();
        if ((long)count * length > limit - endOffset)
        {
            throw tooLarge(count, length);
        }
    }

    private IsochronTooLargeException tooLarge(final int count, final int length)
    {
        return new IsochronTooLargeException((1 == count ? "operation of " : count + " operations of ") + length +
            " bytes " + (1 == count ? "does" : "do") + " not fit behind the " + length() +
            " bytes of the " + operationCount + " operations of this isochron (maximum: " + maxLength +
            " bytes): issue fewer operations at a time, or " + remedy);
    }

    private boolean prepareParticipants()
    {
        for (int i = 0; i < participantCount; i++)
        {
            if (!participants[i].prepare())
            {
                return false;
            }
        }
        return true;
    }
}
