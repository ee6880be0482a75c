/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.members;

import java.util.concurrent.atomic.AtomicLong;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.TrunkRecord;
import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.Trunk;
import org.isotach.niu.spi.TrunkFactory;
import org.isotach.niu.spi.TrunkHandler;

/**
 * Counts the tokens that are records of their own.
 */
final class CountedTrunks implements TrunkFactory
{
    private final TrunkFactory trunks;
    private final AtomicLong tokens = new AtomicLong();

    CountedTrunks(final TrunkFactory trunks)
    {
        this.trunks = trunks;
    }

    /**
     * Returns how many this member has sent.
     */
    long tokens()
    {
        return tokens.get();
    }

    @Override
    public Trunk newTrunk(final Members members, final int own, final int other)
    {
        return new CountedTrunk(trunks.newTrunk(members, own, other));
    }

    private final class CountedTrunk implements Trunk
    {
        private final Trunk trunk;

        CountedTrunk(final Trunk trunk)
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
            final long position = trunk.offer(header, headerLength, body, bodyOffset, bodyLength);
            if (REFUSED != position && TrunkRecord.TOKEN == header.getInt(TrunkRecord.TYPE))
            {
                tokens.incrementAndGet();
            }
            return position;
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
}
