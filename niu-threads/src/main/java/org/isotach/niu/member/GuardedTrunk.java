/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.spi.Trunk;
import org.isotach.niu.spi.TrunkHandler;
import org.isotach.niu.thread.ForeignText;

/**
 * A trunk whose exceptions come out of {@link #poll} only, where nothing else is under way: records are offered while
 * tokens are stopped. A trunk that has thrown takes nothing any more, and one to a member that is out takes everything,
 * and drops it. Threadsafe as a trunk is.
 */
public final class GuardedTrunk implements Trunk
{
    /**
     * A record could not be offered.
     */
    private static final class NotOfferedException extends IllegalStateException
    {
        private static final long serialVersionUID = 1;

        NotOfferedException(final Throwable cause)
        {
            super("its trunk takes nothing: " + ForeignText.of(cause), cause);
        }
    }

    // The position of what nobody gets any more.
    private static final long NOWHERE = 0;

    private final Trunk trunk;
    private final int maxRecordLength;

    // Null as long as nothing was thrown; the last one, if threads offer at the same time.
    private volatile Throwable failure;
    private volatile boolean isRefusing;
    private volatile boolean isAbandoned;

    // Null if there is none, and when it is said. Belongs to the owner of the trunks.
    private OffHeapBuffer lastRecord;

    /**
     * @param trunk of the user.
     */
    public GuardedTrunk(final Trunk trunk)
    {
        this.trunk = trunk;
        // Once: it is asked for where nothing may fail.
        maxRecordLength = trunk.maxRecordLength();
    }

    @Override
    public long offer(
        final OffHeapBuffer header,
        final int headerLength,
        final OffHeapBuffer body,
        final int bodyOffset,
        final int bodyLength)
    {
        if (isAbandoned)
        {
            return NOWHERE;
        }
        final long position = tryOffer(header, headerLength, body, bodyOffset, bodyLength);
        final boolean isTaken = REFUSED != position;
        if (isTaken == isRefusing)
        {
            isRefusing = !isTaken;
        }
        return position;
    }

    private long tryOffer(
        final OffHeapBuffer header,
        final int headerLength,
        final OffHeapBuffer body,
        final int bodyOffset,
        final int bodyLength)
    {
        if (null != failure)
        {
            return REFUSED;
        }
        try
        {
            final long position = trunk.offer(header, headerLength, body, bodyOffset, bodyLength);
            return position > 0 ? position : REFUSED;
        }
        catch (final Throwable ex)
        {
            failure = ex;
            return REFUSED;
        }
    }

    /**
     * The member at the other end is out, or this one: nobody waits for room any more, and all records but one are
     * dropped.
     *
     * @param last the last record; {@link #sayLast} offers it.
     */
    void abandon(final OffHeapBuffer last)
    {
        lastRecord = last;
        isAbandoned = true;
    }

    /**
     * Offers the last record, until it is taken or never will be.
     *
     * @return 1 if that has happened just now.
     */
    int sayLast()
    {
        if (null == lastRecord ||
            REFUSED == tryOffer(lastRecord, lastRecord.capacity(), null, 0, 0) && null == failure)
        {
            return 0;
        }
        lastRecord = null;
        return 1;
    }

    /**
     * Does the same as {@link #poll}, also when a record could not be offered.
     */
    int drain(final TrunkHandler handler, final int limit)
    {
        return trunk.poll(handler, limit);
    }

    /**
     * Returns whether {@link #poll} has thrown something only because a record could not be offered.
     */
    boolean isOfOffer(final Throwable thrown)
    {
        return thrown instanceof NotOfferedException;
    }

    /**
     * Returns whether the last record was refused. Any thread may call it, for messages.
     */
    boolean isRefusing()
    {
        return isRefusing;
    }

    @Override
    public int maxRecordLength()
    {
        return maxRecordLength;
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException when a record could not be offered.
     */
    @Override
    public int poll(final TrunkHandler handler, final int limit)
    {
        final Throwable thrown = failure;
        if (null != thrown)
        {
            throw new NotOfferedException(thrown);
        }
        return trunk.poll(handler, limit);
    }

    /**
     * {@inheritDoc} What is offered afterwards is dropped.
     */
    @Override
    public void close()
    {
        isAbandoned = true;
        trunk.close();
    }

    @Override
    public String toString()
    {
        return "GuardedTrunk{" + trunk + ", failure=" + failure + '}';
    }
}
