/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RecordDescriptor;
import org.agrona.concurrent.ringbuffer.RingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

import org.isotach.memory.Padded;

/**
 * A ring buffer of Agrona per direction, for one sender and one receiver: FIFO. Messages are claimed, written and read
 * in place.
 */
final class AgronaConnection implements Connection
{
    private final Endpoint[] endpoints = new Endpoint[2];

    AgronaConnection(final int payload)
    {
        final RingBuffer there = ring(payload);
        final RingBuffer back = ring(payload);
        endpoints[0] = new Side(there, back, payload);
        endpoints[1] = new Side(back, there, payload);
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

    private static RingBuffer ring(final int payload)
    {
        final int record = BitUtil.align(payload + RecordDescriptor.HEADER_LENGTH, RecordDescriptor.ALIGNMENT);
        final int capacity = BitUtil.findNextPositivePowerOfTwo(MESSAGES_UNDER_WAY * record);
        final AtomicBuffer buffer = new UnsafeBuffer(BufferUtil.allocateDirectAligned(
            capacity + RingBufferDescriptor.TRAILER_LENGTH, BitUtil.CACHE_LINE_LENGTH));
        return new OneToOneRingBuffer(buffer);
    }

    private static final class Side extends Padded implements Endpoint, MessageHandler
    {
        private static final int MESSAGE_TYPE = 1;

        private final RingBuffer out;
        private final RingBuffer in;
        private final AtomicBuffer outBuffer;
        private final int payload;
        private final PolledSums sums = new PolledSums();

        Side(final RingBuffer out, final RingBuffer in, final int payload)
        {
            this.out = out;
            this.in = in;
            this.payload = payload;
            outBuffer = out.buffer();
        }

        @Override
        public boolean trySend(final long word)
        {
            final int index = out.tryClaim(MESSAGE_TYPE, payload);
            if (index < 0)
            {
                return false;
            }
            for (int i = 0; i < payload; i += Long.BYTES)
            {
                outBuffer.putLong(index + i, word);
            }
            out.commit(index);
            return true;
        }

        @Override
        public long tryReceive()
        {
            return sums.isEmpty() && 0 == in.read(this, PolledSums.LIMIT) ? NONE : sums.take();
        }

        @Override
        public void onMessage(final int type, final MutableDirectBuffer buffer, final int index, final int length)
        {
            long sum = 0;
            for (int i = 0; i < length; i += Long.BYTES)
            {
                sum += buffer.getLong(index + i);
            }
            sums.add(sum);
        }
    }
}
