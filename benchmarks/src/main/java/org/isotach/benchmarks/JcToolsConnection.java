/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.util.Queue;

import org.jctools.queues.SpscArrayQueue;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;

/**
 * Two queues of JCTools per direction: one for full buffers, and one for empty ones on their way back. FIFO of one
 * sender. Messages are written and read in place.
 * <p>
 * The queues are those that most programs use, with {@code sun.misc.Unsafe}; JCTools has others with {@code VarHandle}.
 */
final class JcToolsConnection implements Connection
{
    private final Endpoint[] endpoints = new Endpoint[2];

    JcToolsConnection(final int payload)
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
        private final Queue<OffHeapBuffer> full = new SpscArrayQueue<>(MESSAGES_UNDER_WAY);
        private final Queue<OffHeapBuffer> empty = new SpscArrayQueue<>(MESSAGES_UNDER_WAY);

        Direction(final int payload)
        {
            for (int i = 0; i < MESSAGES_UNDER_WAY; i++)
            {
                empty.add(OffHeapBuffer.allocate(payload));
            }
        }
    }

    private static final class Side extends Padded implements Endpoint
    {
        private final Direction out;
        private final Direction in;
        private final int payload;

        Side(final Direction out, final Direction in, final int payload)
        {
            this.out = out;
            this.in = in;
            this.payload = payload;
        }

        @Override
        public boolean trySend(final long word)
        {
            final OffHeapBuffer message = out.empty.poll();
            if (null == message)
            {
                return false;
            }
            for (int i = 0; i < payload; i += Long.BYTES)
            {
                message.putLong(i, word);
            }
            return out.full.offer(message);
        }

        @Override
        public long tryReceive()
        {
            final OffHeapBuffer message = in.full.poll();
            if (null == message)
            {
                return NONE;
            }
            long sum = 0;
            for (int i = 0; i < payload; i += Long.BYTES)
            {
                sum += message.getLong(i);
            }
            in.empty.offer(message);
            return sum;
        }
    }
}
