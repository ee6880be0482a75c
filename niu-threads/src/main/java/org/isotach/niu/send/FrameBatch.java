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
 * Isochrons that an application thread has issued, and that wait to be put into a frame. They lie directly one after
 * the other and go to the same hosts, so the thread only publishes where each one ends; the owner of the host flushes
 * them from there. It may look too early, but then it, or another owner, looks again. To append an isochron for other
 * hosts, the thread must be owner: then the frame goes to all of them.
 * <p>
 * A batch belongs to the thread that opens it. Appending takes neither the ownership of the host nor a fence;
 * everything else is for the owner. Other threads cannot take back what the thread is about to append: they {@link
 * #close} the batch, and the thread, when it notices, becomes owner and opens another one. Until then the host has to
 * look into this one.
 */
public final class FrameBatch extends Padded
{
    private static final int MIN_ISOCHRONS = 16;
    private static final int MAX_ISOCHRONS = 128;

    // Average length in bytes of isochrons from which on another thread may as well send them: to copy them is most of
    // the work.
    private static final int LONG_ISOCHRON = 256;

    // Largest length in bytes of a frame of isochrons for different hosts, times the hosts that read it: they read most
    // of it in vain.
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
    private int start;
    private int limit;
    private int distance;
    private boolean isForApplications;
    private int count;

    // Isochrons until the thread sends the frame itself. Others who find nothing to do become owners of the host and
    // send it, and moving the host costs both sides as much as many isochrons: so no more than it appends before that.
    private int maxCount = MAX_ISOCHRONS;

    // Written by owners, since the batch was opened.
    private boolean wasSentByOthers;
    private int state = CLOSED;

    // Indexes in the buffer: after the appended part, and after the flushed part.
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
     * For the application thread: issues an isochron after those of this batch, if the batch is open and the isochron
     * can go into the same frame.
     */
    public boolean tryAppend(final IsochronFrame isochron)
    {
        final int offset = isochron.offset();
        final int newEnd = offset + isochron.length();
        if (OPEN != (int)STATE.getOpaque(this) || end != offset || newEnd > limit || maxCount == count ||
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
     * For the application thread, after appending: returns whether the batch was closed for good. Then no thread may
     * look into it any more.
     */
    public boolean isClosedForGood()
    {
        // The compiler must not move the read up; as for the processor, see closeForGood().
        VarHandle.acquireFence();
        return CLOSED_FOR_GOOD == (int)STATE.getOpaque(this);
    }

    /**
     * For the application thread, as owner: takes back the isochron that was appended last.
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
     * For the application thread: returns the ticket of the last frame of the batch, when nothing comes after it, -1 if
     * there was none yet.
     */
    public long ticket()
    {
        return ticket;
    }

    /**
     * Returns whether anything that was appended has not been flushed. Any thread may call it. If not, everything that
     * was appended before is issued, in frames with tickets.
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
        learn();
        thread = Thread.currentThread();
        buffer = isochron.buffer();
        start = isochron.offset();
        limit = start + maxLength;
        destinations.copyFrom(isochron.destinations());
        distance = logicalDistance;
        isForApplications = isochron.isForApplications();
        count = 1;
        // Threads that still ask about earlier frames find none that is behind.
        end = isochron.offset();
        FLUSHED.setRelease(this, isochron.offset());
        END.setRelease(this, isochron.offset() + isochron.length());
        STATE.setOpaque(this, OPEN);
    }

    /**
     * The thread sends earlier if others have not waited for that, and later if it was never too late.
     */
    private void learn()
    {
        final int length = end - start;
        if (wasSentByOthers && length < LONG_ISOCHRON * count)
        {
            maxCount = Math.max(MIN_ISOCHRONS, maxCount / 2);
        }
        else if (maxCount == count)
        {
            maxCount = Math.min(MAX_ISOCHRONS, maxCount + 1);
        }
        wasSentByOthers = false;
    }

    /**
     * For the application thread, as owner: does the same as {@link #tryAppend}, for an isochron that goes to the same
     * hosts, but has a larger distance, or operations to execute.
     */
    public boolean tryJoin(final IsochronFrame isochron, final int logicalDistance)
    {
        return tryJoinUpTo(limit, isochron, logicalDistance);
    }

    /**
     * For the application thread, as owner: returns the largest length of a frame that also goes to the hosts of an
     * isochron: the others pass over its operations, and these are few.
     */
    public int mixedLength(final IsochronFrame isochron)
    {
        return Math.min(maxLength, MAX_MIXED_LENGTH / destinations.sizeWith(isochron.destinations()));
    }

    /**
     * Does the same as {@link #tryJoin} for other hosts. The frame then goes to all of them, and is never longer than
     * {@link #mixedLength}, whatever joins behind.
     */
    public boolean tryJoinMixed(final IsochronFrame isochron, final int logicalDistance)
    {
        final int mixedLimit = Math.min(limit, start + mixedLength(isochron));
        final boolean isJoined = tryJoinUpTo(mixedLimit, isochron, logicalDistance);
        if (isJoined)
        {
            limit = mixedLimit;
            destinations.addAll(isochron.destinations());
        }
        return isJoined;
    }

    /**
     * For the application thread, as owner: returns whether lack of room is the only reason not to append an isochron.
     */
    public boolean isFullFor(final IsochronFrame isochron)
    {
        return OPEN == state && (maxCount == count || isochron.offset() + isochron.length() > limit) &&
            destinations.isSameAs(isochron.destinations());
    }

    /**
     * Returns the number of bytes that are not flushed; for the application thread, as owner.
     */
    public int unflushedLength()
    {
        return end - flushed;
    }

    /**
     * Returns the hosts that the next frame of the batch goes to; for the owner.
     */
    public HostSet destinations()
    {
        return destinations;
    }

    /**
     * Asks the application thread to stop appending. Any thread may call it.
     */
    public void close()
    {
        if (OPEN == (int)STATE.getOpaque(this))
        {
            STATE.compareAndSet(this, OPEN, CLOSED);
        }
    }

    /**
     * For the owner, when issuing is over: from now on, either the calling thread sees everything that the application
     * thread has appended, or that thread sees that the batch is closed for good.
     */
    public void closeForGood()
    {
        STATE.setVolatile(this, CLOSED_FOR_GOOD);
        if (!isAtRest())
        {
            // The fence that tryAppend() does without: to walk the stack of a thread the virtual machine brings it to a
            // point where its writes are visible and its later reads are still to come, as for a garbage collection.
            // The thread may be there before it appends, or between appending and its check afterwards.
            thread.getStackTrace();
        }
    }

    /**
     * Returns whether nothing can be appended while the calling thread is owner.
     */
    public boolean isAtRest()
    {
        return Thread.currentThread() == thread || !thread.isAlive();
    }

    /**
     * For the owner: makes a frame of the part that is not flushed.
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
        wasSentByOthers |= Thread.currentThread() != thread;
        ticket = ticketOfFrame;
        // Publishes the ticket, and that the frame is issued. Partner: hasUnflushed().
        FLUSHED.setRelease(this, entry.offset + entry.length);
    }

    private boolean tryJoinUpTo(final int newLimit, final IsochronFrame isochron, final int logicalDistance)
    {
        final int newEnd = isochron.offset() + isochron.length();
        if (OPEN != state || end != isochron.offset() || newEnd > newLimit || maxCount == count)
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
