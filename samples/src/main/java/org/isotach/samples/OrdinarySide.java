/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;

/**
 * An ordinary messaging layer between two threads: a ring buffer of the LMAX Disruptor for each direction.
 */
final class OrdinarySide implements PairSide
{
    private static final int SLOTS = 256;

    private final Direction out;
    private final Direction in;
    private final Pause pause = new Pause();
    private long next;
    private long available = -1;

    private OrdinarySide(final Direction out, final Direction in)
    {
        this.out = out;
        this.in = in;
    }

    /**
     * The two sides.
     */
    static PairSide[] pair(final int payload)
    {
        final Direction there = new Direction(payload);
        final Direction back = new Direction(payload);
        return new PairSide[]{ new OrdinarySide(there, back), new OrdinarySide(back, there) };
    }

    @Override
    public void send(final long word)
    {
        final long sequence = claim();
        final long[] message = out.ring.get(sequence);
        for (int i = 0; i < message.length; i++)
        {
            message[i] = word;
        }
        out.ring.publish(sequence);
    }

    @Override
    public long receive()
    {
        while (next > available)
        {
            available = in.ring.getCursor();
            pause.after(next > available ? 0 : 1);
        }
        final long[] message = in.ring.get(next);
        long differences = 0;
        for (final long word : message)
        {
            differences |= message[0] ^ word;
        }
        final long word = 0 == differences ? message[0] : NOT_ONE_WORD;
        in.consumed.set(next++);
        return word;
    }

    private long claim()
    {
        while (true)
        {
            try
            {
                final long sequence = out.ring.tryNext();
                pause.after(1);
                return sequence;
            }
            catch (final InsufficientCapacityException ex)
            {
                pause.after(0);
            }
        }
    }

    private static final class Direction
    {
        private final RingBuffer<long[]> ring;
        private final Sequence consumed = new Sequence();

        Direction(final int payload)
        {
            ring = RingBuffer.createSingleProducer(
                () -> new long[payload / Long.BYTES], SLOTS, new BusySpinWaitStrategy());
            ring.addGatingSequences(consumed);
        }
    }
}
