/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.spi.Trunk;
import org.isotach.niu.spi.TrunkHandler;

/**
 * The end of a trunk, for those that do only some things differently.
 */
public class ForwardingTrunk implements Trunk
{
    private final Trunk trunk;

    protected ForwardingTrunk(final Trunk trunk)
    {
        this.trunk = trunk;
    }

    @Override
    public long offer(
        final OffHeapBuffer header,
        final int headerLength,
        final OffHeapBuffer body,
        final int bodyOffset,
        final int bodyLength)
    {
        return trunk.offer(header, headerLength, body, bodyOffset, bodyLength);
    }

    @Override
    public int maxRecordLength()
    {
        return trunk.maxRecordLength();
    }

    @Override
    public int poll(final TrunkHandler handler, final int limit)
    {
        return trunk.poll(handler, limit);
    }

    @Override
    public void close()
    {
        trunk.close();
    }
}
