/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.ArrayDeque;
import java.util.Queue;
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
        private final Queue<OffHeapBuffer> records = new ArrayDeque<>();
        private final Queue<Integer> lengths = new ArrayDeque<>();
        private boolean hasRefused;
        private boolean isClosed;

        synchronized boolean offer(
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
                return true;
            }
            if (records.size() >= capacity || 0 == draw(capacity + REFUSAL_CHANCE))
            {
                hasRefused = true;
                return false;
            }
            final OffHeapBuffer record = OffHeapBuffer.allocate((long)headerLength + bodyLength);
            header.copyTo(0, record, 0, headerLength);
            if (bodyLength > 0)
            {
                body.copyTo(bodyOffset, record, headerLength, bodyLength);
            }
            records.add(record);
            lengths.add(headerLength + bodyLength);
            return true;
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
            return records.remove();
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

        End(final Stream out, final Stream in)
        {
            this.out = out;
            this.in = in;
        }

        @Override
        public boolean offer(
            final OffHeapBuffer header,
            final int headerLength,
            final OffHeapBuffer body,
            final int bodyOffset,
            final int bodyLength)
        {
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
                handler.onRecord(in.next(), 0, length);
                count++;
                isLate = in.isLate();
            }
            return isLate ? count + 1 : count;
        }

        @Override
        public void close()
        {
            out.close();
        }
    }
}
