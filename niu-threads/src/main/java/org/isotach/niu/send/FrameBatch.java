/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.send;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import org.isotach.HostSet;
import org.isotach.IsochronFrame;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.link.FrameEntry;

/**
 * Isochrons that an application thread has issued, and that wait to be put into a frame. They lie directly behind each
 * other and go to the same hosts, so the thread says no more of each than where it ends; whoever owns the host
 * flushes it from there. It may look too early, but then it, or somebody else, looks again. One for other hosts the
 * thread appends as owner: then the frame goes to all of them.
 * <p>
 * A batch belongs to the thread that opens it. To append takes neither the ownership of the host nor a fence;
 * everything else is for the owner. Other threads cannot take back what the thread is about to append: they
 * {@link #close} the batch, and the thread, as soon as it notices, becomes owner and opens another one. Until then the
 * host has to look into this one.
 */
public final class FrameBatch extends Padded
{
    private static final int MAX_ISOCHRONS = 128;

    // How long a frame of isochrons for different hosts becomes in bytes, times the hosts that read it: most of it is
    // read in vain.
    private static final int MAX_MIXED_LENGTH = 2048;

    private static final int OPEN = 0;
    private static final int CLOSED = 1;
    private static final int CLOSED_FOR_GOOD = 2;

    private static final VarHandle STATE;
    private static final VarHandle END;
    private static final VarHandle FLUSHED;

    static
    {
        try
        {
            final MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(FrameBatch.class, "state", int.class);
            END = lookup.findVarHandle(FrameBatch.class, "end", int.class);
            FLUSHED = lookup.findVarHandle(FrameBatch.class, "flushed", int.class);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new ExceptionInInitializerError(ex);
        }
    }

    private final int hostId;
    private final int maxLength;
    private final HostSet destinations;
    private Thread thread;
    private OffHeapBuffer buffer;
    private int limit;
    private int distance;
    private boolean isForApplications;
    private int count;
    private int state = CLOSED;

    // Indexes in the buffer: behind what was appended, and behind that part of it that was flushed.
    private int end;
    private int flushed;
    private long ticket = -1;

    /**
     * @param hostId    number of the host.
     * @param hostCount number of hosts of the cluster.
     * @param maxLength in bytes; a longer isochron has a batch for itself.
     */
    public FrameBatch(final int hostId, final int hostCount, final int maxLength)
    {
        this.hostId = hostId;
        this.maxLength = maxLength;
        destinations = new HostSet(hostCount);
    }

    /**
     * For the application thread: issues an isochron behind those of this batch, if the batch is open and the isochron
     * can go into the same frame.
     */
    public boolean tryAppend(final IsochronFrame isochron)
    {
        final int offset = isochron.offset();
        final int newEnd = offset + isochron.length();
        if (OPEN != (int)STATE.getOpaque(this) || end != offset || newEnd > limit || MAX_ISOCHRONS == count ||
            Thread.currentThread() != thread || isochron.isFresh() || isochron.distance() > distance ||
            isForApplications && !isochron.isForApplications() || !destinations.isSameAs(isochron.destinations()))
        {
            return false;
        }
        count++;
        // Publishes the isochron. Partner: flushInto().
        END.setRelease(this, newEnd);
        return true;
    }

    /**
     * For the application thread, when it has appended: was the batch closed for good? Then nobody may look into it any
     * more.
     */
    public boolean isClosedForGood()
    {
        // The compiler must not look first; as for the processor, see closeForGood().
        VarHandle.acquireFence();
        return CLOSED_FOR_GOOD == (int)STATE.getOpaque(this);
    }

    /**
     * For the application thread, as owner: takes back what was appended last.
     *
     * @return false if it was flushed before.
     */
    public boolean tryTakeBack(final IsochronFrame isochron)
    {
        if (!hasUnflushed())
        {
            return false;
        }
        END.setRelease(this, isochron.offset());
        return true;
    }

    /**
     * For the application thread: the ticket of the last frame of the batch, when nothing is behind it, -1 if there was
     * none yet.
     */
    public long ticket()
    {
        return ticket;
    }

    /**
     * Has something been appended that was not flushed? Any thread may ask. If not, all that was appended before is
     * issued, in frames with tickets.
     */
    public boolean hasUnflushed()
    {
        // Acquire, in this order. Partners: tryAppend(), and flushed() for what is issued.
        return (int)END.getAcquire(this) != (int)FLUSHED.getAcquire(this);
    }

    /**
     * For the application thread, as owner: opens the batch with its first isochron.
     */
    public void open(final IsochronFrame isochron, final int logicalDistance)
    {
        thread = Thread.currentThread();
        buffer = isochron.buffer();
        limit = isochron.offset() + maxLength;
        destinations.copyFrom(isochron.destinations());
        distance = logicalDistance;
        isForApplications = isochron.isForApplications();
        count = 1;
        // Threads that still ask about the frames of the time before find none that is behind.
        end = isochron.offset();
        FLUSHED.setRelease(this, isochron.offset());
        END.setRelease(this, isochron.offset() + isochron.length());
        STATE.setOpaque(this, OPEN);
    }

    /**
     * For the application thread, as owner: as {@link #tryAppend}, for an isochron that goes to the same hosts, but has
     * a longer way, or something to be executed.
     */
    public boolean tryJoin(final IsochronFrame isochron, final int logicalDistance)
    {
        return destinations.isSameAs(isochron.destinations()) && tryJoin(isochron, logicalDistance, maxLength);
    }

    /**
     * As {@link #tryJoin(IsochronFrame, int)}, for other hosts. The frame then goes to all of them, each of which
     * passes over what is not for it, as long as that is little.
     */
    public boolean tryJoinMixed(final IsochronFrame isochron, final int logicalDistance)
    {
        final int hosts = destinations.sizeWith(isochron.destinations());
        final boolean isJoined = tryJoin(isochron, logicalDistance, MAX_MIXED_LENGTH / hosts);
        if (isJoined)
        {
            destinations.addAll(isochron.destinations());
        }
        return isJoined;
    }

    /**
     * For the application thread, as owner: is there no reason not to append an isochron, but that there is no room?
     */
    public boolean isFullFor(final IsochronFrame isochron)
    {
        return OPEN == state && (MAX_ISOCHRONS == count || isochron.offset() + isochron.length() > limit) &&
            destinations.isSameAs(isochron.destinations());
    }

    /**
     * Bytes that are not flushed; for the application thread, as owner.
     */
    public int unflushedLength()
    {
        return end - flushed;
    }

    /**
     * Hosts that the next frame of the batch goes to; for the owner.
     */
    public HostSet destinations()
    {
        return destinations;
    }

    /**
     * Asks the application thread to append no more. Any thread may call it.
     */
    public void close()
    {
        if (OPEN == (int)STATE.getOpaque(this))
        {
            STATE.compareAndSet(this, OPEN, CLOSED);
        }
    }

    /**
     * For the owner, when issuing is over: whatever the application thread has appended is seen by this one from now
     * on, or that thread sees that the batch is closed for good.
     */
    public void closeForGood()
    {
        STATE.setVolatile(this, CLOSED_FOR_GOOD);
        if (!isAtRest())
        {
            // The fence that tryAppend() does without: to walk the stack of a thread the virtual machine brings it to a
            // point where its writes are visible and its later reads are still to be done, as for a collection of
            // garbage. The thread may be there before it appends, or between that and the look behind it.
            thread.getStackTrace();
        }
    }

    /**
     * Is there nobody who could append while this thread is owner?
     */
    public boolean isAtRest()
    {
        return Thread.currentThread() == thread || !thread.isAlive();
    }

    /**
     * For the owner: makes a frame of what is behind.
     */
    public void flushInto(final FrameEntry entry)
    {
        // Acquire: the isochrons. Partner: tryAppend().
        final int limitOfFrame = (int)END.getAcquire(this);
        entry.set(hostId, destinations, buffer, flushed, limitOfFrame - flushed, isForApplications, distance);
    }

    /**
     * For the owner: the frame was sent.
     */
    public void flushed(final FrameEntry entry, final long ticketOfFrame)
    {
        ticket = ticketOfFrame;
        // Publishes the ticket, and that the frame is issued. Partner: hasUnflushed().
        FLUSHED.setRelease(this, entry.offset + entry.length);
    }

    private boolean tryJoin(final IsochronFrame isochron, final int logicalDistance, final int maxFrameLength)
    {
        final int newEnd = isochron.offset() + isochron.length();
        if (OPEN != state || end != isochron.offset() || newEnd > Math.min(limit, flushed + maxFrameLength) ||
            MAX_ISOCHRONS == count)
        {
            return false;
        }
        count++;
        distance = Math.max(distance, logicalDistance);
        isForApplications &= isochron.isForApplications();
        END.setRelease(this, newEnd);
        return true;
    }
}
