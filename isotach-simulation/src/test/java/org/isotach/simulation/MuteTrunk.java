/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.TrunkRecord;
import org.isotach.niu.spi.Trunk;

/**
 * The end of a trunk of a member that is cut off when it has said that it is there, and not which launch it takes part
 * in: everything behind that is lost on its way.
 */
final class MuteTrunk extends ForwardingTrunk
{
    private long last;
    private boolean isMute;

    MuteTrunk(final Trunk trunk)
    {
        super(trunk);
    }

    @Override
    public synchronized long offer(
        final OffHeapBuffer header,
        final int headerLength,
        final OffHeapBuffer body,
        final int bodyOffset,
        final int bodyLength)
    {
        isMute |= TrunkRecord.LAUNCH == header.getInt(TrunkRecord.TYPE);
        if (!isMute)
        {
            final long position = super.offer(header, headerLength, body, bodyOffset, bodyLength);
            last = Math.max(last, position);
            return position;
        }
        return ++last;
    }
}
