/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;

/**
 * A bare Disruptor per direction, whose events are buffers outside the heap: FIFO of one sender. Messages are written
 * and read in place.
 */
final class DisruptorConnection implements Connection
{
    private final Endpoint[] endpoints = new Endpoint[2];

    DisruptorConnection(final int payload)
    {
        final Direction there = new Direction(payload);
        final Direction back = new Direction(payload);
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

    private static final class Direction
    {
        private final RingBuffer<OffHeapBuffer> ring;
        private final Sequence consumed = new Sequence();

        Direction(final int payload)
        {
            ring = RingBuffer.createSingleProducer(
                () -> OffHeapBuffer.allocate(payload), MESSAGES_UNDER_WAY, new BusySpinWaitStrategy());
            ring.addGatingSequences(consumed);
        }
    }

    private static final class Side extends Padded implements Endpoint
    {
        private final Direction out;
        private final Direction in;
        private final int payload;
        private long next;
        private long available = -1;

        Side(final Direction out, final Direction in, final int payload)
        {
            this.out = out;
            this.in = in;
            this.payload = payload;
        }

        @Override
        public boolean trySend(final long word)
        {
            final long sequence;
            try
            {
                sequence = out.ring.tryNext();
            }
            catch (final InsufficientCapacityException ex)
            {
                return false;
            }
            final OffHeapBuffer message = out.ring.get(sequence);
            for (int i = 0; i < payload; i += Long.BYTES)
            {
                message.putLong(i, word);
            }
            out.ring.publish(sequence);
            return true;
        }

        @Override
        public long tryReceive()
        {
            if (next > available)
            {
                available = in.ring.getCursor();
                if (next > available)
                {
                    return NONE;
                }
            }
            final OffHeapBuffer message = in.ring.get(next);
            long sum = 0;
            for (int i = 0; i < payload; i += Long.BYTES)
            {
                sum += message.getLong(i);
            }
            in.consumed.set(next);
            next++;
            return sum;
        }
    }
}
