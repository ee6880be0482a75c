/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;

import org.isotach.memory.Padded;

/**
 * A number there and back over two bare Disruptors with one producer and one consumer each.
 */
final class DisruptorExchange implements Exchange
{
    private static final int RING_SIZE = 256;

    private final Channel ping = new Channel();
    private final Channel pong = new Channel();
    private final Caller caller = new Caller(ping, pong);

    @Override
    public long operate()
    {
        return caller.call();
    }

    @Override
    public int serve()
    {
        if (!ping.hasNext())
        {
            return 0;
        }
        pong.send(ping.take());
        return 1;
    }

    @Override
    public void close()
    {
        // Holds nothing but memory.
    }

    private static final class Caller extends Padded
    {
        private final Channel ping;
        private final Channel pong;
        private long sent;

        Caller(final Channel ping, final Channel pong)
        {
            this.ping = ping;
            this.pong = pong;
        }

        long call()
        {
            ping.send(++sent);
            while (!pong.hasNext())
            {
                Thread.onSpinWait();
            }
            return pong.take();
        }
    }

    /**
     * One direction.
     */
    private static final class Channel
    {
        private final RingBuffer<Event> ring =
            RingBuffer.createSingleProducer(Event::new, RING_SIZE, new BusySpinWaitStrategy());
        private final Sequence consumed = new Sequence();

        Channel()
        {
            ring.addGatingSequences(consumed);
        }

        void send(final long value)
        {
            final long sequence = ring.next();
            ring.get(sequence).value = value;
            ring.publish(sequence);
        }

        boolean hasNext()
        {
            return ring.getCursor() > consumed.get();
        }

        long take()
        {
            final long sequence = consumed.get() + 1;
            final long value = ring.get(sequence).value;
            consumed.set(sequence);
            return value;
        }
    }

    /**
     * The event.
     */
    private static final class Event
    {
        private long value;
    }
}
