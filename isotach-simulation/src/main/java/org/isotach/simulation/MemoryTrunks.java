/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.Trunk;
import org.isotach.niu.spi.TrunkFactory;
import org.isotach.niu.spi.TrunkHandler;

/**
 * Trunks between members in this JVM, for tests of programs on clusters with members. They keep records back for a
 * while, and refuse them, as a random source says. Threadsafe.
 */
public final class MemoryTrunks implements TrunkFactory
{
    private static final int DELAY_CHANCE = 3;
    private static final int REFUSAL_CHANCE = 3;

    private final Random random;
    private final int capacity;
    private final Stream[][] streams;

    /**
     * Creates the trunks of one cluster.
     *
     * @param members  number of members.
     * @param capacity largest number of records on each stream; some are refused before that.
     * @param random   source of what happens to them.
     */
    public MemoryTrunks(final int members, final int capacity, final Random random)
    {
        this.random = random;
        this.capacity = capacity;
        streams = new Stream[members][members];
        for (int from = 0; from < members; from++)
        {
            for (int to = 0; to < members; to++)
            {
                streams[from][to] = new Stream();
            }
        }
    }

    @Override
    public Trunk newTrunk(final Members members, final int own, final int other)
    {
        return new End(streams[own][other], streams[other][own]);
    }

    /**
     * Nothing more comes from one member to another.
     *
     * @param from      number of the member that sends.
     * @param to        number of the member that receives.
     * @param losesTail true if some of what is on its way is lost, from some record on; how much is drawn.
     */
    public void stop(final int from, final int to, final boolean losesTail)
    {
        streams[from][to].stop(losesTail);
    }

    @Override
    public String toString()
    {
        return "MemoryTrunks{members=" + streams.length + ", capacity=" + capacity + '}';
    }

    /**
     * One direction.
     */
    private final class Stream
    {
        private final Deque<OffHeapBuffer> records = new ArrayDeque<>();
        private final Deque<Integer> lengths = new ArrayDeque<>();
        private long offered;
        private long taken;
        private boolean hasRefused;
        private boolean isClosed;

        synchronized long offer(
            final OffHeapBuffer header,
            final int headerLength,
            final OffHeapBuffer body,
            final int bodyOffset,
            final int bodyLength)
        {
            if (0 != (headerLength | bodyLength) % Long.BYTES)
            {
                throw new IllegalArgumentException("a record of " + headerLength + " and " + bodyLength +
                    " bytes (expected: multiples of 8)");
            }
            if (isClosed)
            {
                // As if it were lost on its way.
                return ++offered;
            }
            if (records.size() >= capacity || 0 == draw(capacity + REFUSAL_CHANCE))
            {
                hasRefused = true;
                return Trunk.REFUSED;
            }
            final OffHeapBuffer record = OffHeapBuffer.allocate((long)headerLength + bodyLength);
            header.copyTo(0, record, 0, headerLength);
            if (bodyLength > 0)
            {
                body.copyTo(bodyOffset, record, headerLength, bodyLength);
            }
            records.add(record);
            lengths.add(headerLength + bodyLength);
            return ++offered;
        }

        /**
         * Returns whether there is a record, and it is to be kept back.
         */
        synchronized boolean isLate()
        {
            return !records.isEmpty() && 0 == draw(DELAY_CHANCE);
        }

        /**
         * Returns whether a record has been refused since the last call: whoever has it comes again.
         */
        synchronized boolean takeRefusal()
        {
            final boolean taken = hasRefused;
            hasRefused = false;
            return taken;
        }

        synchronized int nextLength()
        {
            return lengths.isEmpty() ? 0 : lengths.remove();
        }

        synchronized OffHeapBuffer next()
        {
            taken++;
            return records.remove();
        }

        /**
         * Returns the position of the record that was taken last: positions count records.
         */
        synchronized long position()
        {
            return taken;
        }

        synchronized void stop(final boolean losesTail)
        {
            isClosed = true;
            final int rest = losesTail ? draw(records.size() + 1) : records.size();
            while (records.size() > rest)
            {
                records.removeLast();
                lengths.removeLast();
            }
        }

        synchronized void close()
        {
            isClosed = true;
        }
    }

    private int draw(final int bound)
    {
        synchronized (random)
        {
            return random.nextInt(bound);
        }
    }

    /**
     * What one member has of two directions.
     */
    private static final class End implements Trunk
    {
        private final Stream out;
        private final Stream in;

        // Inside poll(): a trunk may have one lock for both directions.
        private volatile Thread poller;

        End(final Stream out, final Stream in)
        {
            this.out = out;
            this.in = in;
        }

        @Override
        public long offer(
            final OffHeapBuffer header,
            final int headerLength,
            final OffHeapBuffer body,
            final int bodyOffset,
            final int bodyLength)
        {
            if (Thread.currentThread() == poller)
            {
                throw new IllegalStateException("a record is offered while records are handed out");
            }
            return out.offer(header, headerLength, body, bodyOffset, bodyLength);
        }

        @Override
        public int poll(final TrunkHandler handler, final int limit)
        {
            // A record that is kept back comes nearer, and one that was refused will come: that is work, too.
            int count = out.takeRefusal() ? 1 : 0;
            boolean isLate = in.isLate();
            while (!isLate && count < limit)
            {
                final int length = in.nextLength();
                if (0 == length)
                {
                    break;
                }
                final OffHeapBuffer record = in.next();
                handOut(handler, record, length);
                count++;
                isLate = in.isLate();
            }
            return isLate ? count + 1 : count;
        }

        private void handOut(final TrunkHandler handler, final OffHeapBuffer record, final int length)
        {
            poller = Thread.currentThread();
            try
            {
                handler.onRecord(record, 0, length, in.position());
            }
            finally
            {
                poller = null;
            }
        }

        @Override
        public void close()
        {
            out.close();
        }
    }
}
