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
 * The frame of an {@link Isochron} while it is assembled: its operations, their destinations, and the models that take
 * part. It owns the rule that an operation is appended whole or not at all, and only while the isochron is open. It
 * belongs to the application thread of the isochron.
 */
abstract class AssembledFrame extends Padded implements IsochronFrame
{
    private static final int CLOSED = -1;
    private static final String APPENDING = "an operation of an isochron";

    final IsochronIssuer issuer;
    private final AtomicInteger runningHandlers;
    private final int hostId;
    private final HostSet destinations;
    private final int maxLength;
    private final String remedy;

    // Null before the isochron is opened for the first time.
    private OffHeapBuffer buffer;
    private int frameOffset;
    private int endOffset;

    // The end of the room for operations; CLOSED while the isochron is not open, so that one comparison checks both.
    private int limit = CLOSED;
    private int operationCount;
    private HostSet lastTouched;
    private int distance;
    private boolean isFresh;
    private int operationsForApplications;
    private IsochronParticipant[] participants = new IsochronParticipant[2];
    private int participantCount;

    /**
     * @param issuer    takes the frames over.
     * @param hostId    number of the issuing host.
     * @param hostCount number of hosts of the cluster.
     * @param maxLength largest length of the operations in bytes.
     * @param remedy    what exception messages suggest if an isochron is too long.
     */
    AssembledFrame(
        final IsochronIssuer issuer, final int hostId, final int hostCount, final int maxLength, final String remedy)
    {
        this.issuer = issuer;
        runningHandlers = issuer.runningHandlers();
        this.hostId = hostId;
        this.maxLength = maxLength;
        this.remedy = remedy;
        destinations = new HostSet(hostCount);
    }

    /**
     * Opens a frame.
     *
     * @param memory the memory to assemble the frame in.
     * @param offset index in bytes of the start of the frame.
     */
    final void open(final OffHeapBuffer memory, final int offset)
    {
        if (buffer != memory)
        {
            buffer = memory;
        }
        isFresh = false;
        operationsForApplications = 0;
        destinations.clear();
        lastTouched = null;
        distance = 0;
        operationCount = 0;
        frameOffset = offset;
        endOffset = offset;
        limit = offset + maxLength;
    }

    /**
     * Closes the frame after the issuer has taken it over.
     */
    final void close()
    {
        limit = CLOSED;
    }

    /**
     * Discards the frame.
     */
    final void giveUp()
    {
        limit = CLOSED;
        for (int i = 0; i < participantCount; i++)
        {
            participants[i].abandoned();
        }
        participantCount = 0;
    }

    final void tellIssued()
    {
        for (int i = 0; i < participantCount; i++)
        {
            participants[i].issued();
        }
        participantCount = 0;
    }

    final void beFresh()
    {
        isFresh = true;
    }

    final int operationCount()
    {
        return operationCount;
    }

    /**
     * Returns whether the isochron is open: after {@link Isochron#begin()}, and before {@link Isochron#issue()} or
     * {@link Isochron#abandon()}.
     *
     * @return true if it is open.
     */
    public final boolean isOpen()
    {
        return CLOSED != limit;
    }

    @Override
    public final int hostId()
    {
        return hostId;
    }

    /**
     * For the models: returns the host side of this isochron.
     *
     * @return the issuer.
     */
    public final IsochronIssuer issuer()
    {
        return issuer;
    }

    /**
     * For the models: appends room for one operation. The caller fills it.
     *
     * @param length length of the operation in bytes, a multiple of 8.
     * @return index in {@link #buffer()} of the room.
     * @throws IllegalStateException      when the isochron is not open, or the call comes from inside a handler.
     * @throws IsochronTooLargeException when the operation does not fit; nothing was appended.
     */
    public final int append(final int length)
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
     * For the models: appends room for several operations of the same length. The caller fills it.
     *
     * @param count  number of operations.
     * @param length length of each operation in bytes, a multiple of 8.
     * @return index in {@link #buffer()} of the room.
     * @throws IllegalStateException      when the isochron is not open, or the call comes from inside a handler.
     * @throws IsochronTooLargeException when the operations do not all fit; nothing was appended.
     */
    public final int append(final int count, final int length)
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
     * @param hosts       the hosts that the operation must be sent to; must not change until the isochron is issued.
     * @param maxDistance largest logical distance from the issuing host to any of them.
     */
    public final void touch(final HostSet hosts, final int maxDistance)
    {
        if (hosts != lastTouched)
        {
            // Successive operations mostly touch the same page, or pages with the same copyset.
            lastTouched = hosts;
            destinations.addAll(hosts);
            distance = Math.max(distance, maxDistance);
        }
    }

    /**
     * For the models: adds one destination of an operation.
     *
     * @param host            the host that the operation must be sent to.
     * @param logicalDistance logical distance from the issuing host to it.
     */
    public final void touch(final int host, final int logicalDistance)
    {
        destinations.add(host);
        distance = Math.max(distance, logicalDistance);
    }

    /**
     * For the models: asks for notifications of the end of this isochron. Call this once between {@link
     * Isochron#begin()} and {@link Isochron#issue()}.
     *
     * @param participant the participant to notify.
     * @throws IllegalStateException when the isochron is not open, or the call comes from inside a handler.
     */
    public final void join(final IsochronParticipant participant)
    {
        checkMayChange(APPENDING);
        if (participantCount == participants.length)
        {
            participants = Arrays.copyOf(participants, 2 * participantCount);
        }
        participants[participantCount++] = participant;
    }

    /**
     * For the models: returns whether a participant of a class takes part.
     *
     * @param type the class of the participant.
     * @return true if one has joined.
     */
    public final boolean isJoinedBy(final Class<? extends IsochronParticipant> type)
    {
        for (int i = 0; i < participantCount; i++)
        {
            if (type.isInstance(participants[i]))
            {
                return true;
            }
        }
        return false;
    }

    /**
     * For the models: declares that the operation that was appended last is for the applications of its receivers. When
     * it executes, the host only hands it over, with everything behind it in its frame. The applications read it later,
     * also at the issuing host, so the frame must not be overwritten before its receivers allow that.
     */
    public final void leaveToApplications()
    {
        operationsForApplications++;
    }

    @Override
    public final boolean isFrameKept()
    {
        return operationsForApplications > 0;
    }

    @Override
    public final boolean isForApplications()
    {
        return operationsForApplications == operationCount;
    }

    @Override
    public final OffHeapBuffer buffer()
    {
        return buffer;
    }

    @Override
    public final int offset()
    {
        return frameOffset;
    }

    @Override
    public final int length()
    {
        return endOffset - frameOffset;
    }

    @Override
    public final HostSet destinations()
    {
        return destinations;
    }

    @Override
    public final int distance()
    {
        return distance;
    }

    @Override
    public final boolean isFresh()
    {
        return isFresh;
    }

    final boolean prepareParticipants()
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

    final void checkNotInHandler(final String what)
    {
        // A thread inside a handler never reads 0 here.
        if (0 != runningHandlers.getPlain())
        {
            issuer.checkNotInHandler(what);
        }
    }

    final void checkMayChange(final String what)
    {
        issuer.checkNotInHandler(what);
        checkOpen();
    }

    final void checkOpen()
    {
        if (!isOpen())
        {
            throw notOpen();
        }
    }

    // Separate methods build the messages, so that the good paths stay small enough to be inlined.

    private IllegalStateException notOpen()
    {
        return new IllegalStateException(
            "isochron of host " + hostId + " is not open: call begin() before its operations");
    }

    /**
     * Called if something is wrong, or if a handler of the cluster is running, perhaps on another thread.
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
}
