/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.link.RecordReader;
import org.isotach.niu.link.RecordRing;
import org.isotach.niu.link.RecordWriter;

/**
 * A ring of the link layer per direction, and nothing above it: what all endpoints of this library stand on.
 */
final class RingConnection implements Connection
{
    private final Endpoint[] endpoints = new Endpoint[2];

    RingConnection(final int payload)
    {
        final RecordRing there = ring(payload);
        final RecordRing back = ring(payload);
        endpoints[0] = new Side(there.writer(), back.reader(), payload);
        endpoints[1] = new Side(back.writer(), there.reader(), payload);
    }

    private static RecordRing ring(final int payload)
    {
        return new RecordRing(Integer.highestOneBit(2 * MESSAGES_UNDER_WAY * RecordRing.recordLength(payload) - 1));
    }

    @Override
    public Endpoint endpoint(final int side)
    {
        return endpoints[side];
    }

    @Override
    public void close()
    {
        // Holds nothing but memory.
    }

    private static final class Side extends Padded implements Endpoint
    {
        private final RecordWriter out;
        private final RecordReader in;
        private final int payload;

        Side(final RecordWriter out, final RecordReader in, final int payload)
        {
            this.out = out;
            this.in = in;
            this.payload = payload;
        }

        @Override
        public boolean trySend(final long word)
        {
            final int offset = out.tryClaim(payload);
            if (RecordWriter.NO_ROOM == offset)
            {
                return false;
            }
            final OffHeapBuffer packet = out.buffer();
            for (int i = 0; i < payload; i += Long.BYTES)
            {
                packet.putLong(offset + i, word);
            }
            out.commit();
            return true;
        }

        @Override
        public long tryReceive()
        {
            if (!in.next())
            {
                return NONE;
            }
            final OffHeapBuffer packet = in.buffer();
            final int offset = in.offset();
            long sum = 0;
            for (int i = 0; i < payload; i += Long.BYTES)
            {
                sum += packet.getLong(offset + i);
            }
            return sum;
        }
    }
}
