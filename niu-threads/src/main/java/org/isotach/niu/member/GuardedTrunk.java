/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.member;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.spi.Trunk;
import org.isotach.niu.spi.TrunkHandler;

/**
 * A trunk whose exceptions come out of {@link #poll} only, where nothing else is under way: records are offered while
 * tokens are stopped. A trunk that has thrown takes nothing any more. Threadsafe as a trunk is.
 */
public final class GuardedTrunk implements Trunk
{
    private final Trunk trunk;

    // Null as long as nothing was thrown.
    private volatile Throwable failure;

    /**
     * @param trunk of the user.
     */
    public GuardedTrunk(final Trunk trunk)
    {
        this.trunk = trunk;
    }

    @Override
    public boolean offer(
        final OffHeapBuffer header,
        final int headerLength,
        final OffHeapBuffer body,
        final int bodyOffset,
        final int bodyLength)
    {
        if (null != failure)
        {
            return false;
        }
        try
        {
            return trunk.offer(header, headerLength, body, bodyOffset, bodyLength);
        }
        catch (final Throwable ex)
        {
            failure = ex;
            return false;
        }
    }

    @Override
    public int maxRecordLength()
    {
        return trunk.maxRecordLength();
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
            throw new IllegalStateException("its trunk takes nothing: " + thrown, thrown);
        }
        return trunk.poll(handler, limit);
    }

    @Override
    public void close()
    {
        trunk.close();
    }

    @Override
    public String toString()
    {
        return "GuardedTrunk{" + trunk + ", failure=" + failure + '}';
    }
}
