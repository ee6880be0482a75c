/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;

/**
 * The indispensable part of isotach messages between two hosts without threads of their own, and nothing else, without
 * their order: a lower limit for the time of a round trip over {@link IsotachConnection}. It is no limit for streams:
 * here each message has its own descriptor, timestamp and ownership of its host, which isotach messages share that are
 * sent one behind the other.
 * <p>
 * A message lies in the memory of its sender, since any number of hosts may have to read it, and a descriptor says
 * where. The sender stops tokens before it reads the time for the timestamp, and lets them go behind the descriptor. A
 * thread that works for a host, to send or to receive, has to become its owner, since the threads of other hosts may
 * work for it, too.
 */
final class PinnedConnection implements Connection
{
    // Lines are fetched in pairs.
    private static final int LINE = 2 * OffHeapBuffer.CACHE_LINE_LENGTH;
    private static final int TIME = LINE;
    private static final int WORDS_LENGTH = 8 * LINE;
    private static final long IDLE = Long.MAX_VALUE;

    private final OffHeapBuffer words = OffHeapBuffer.allocate(WORDS_LENGTH);
    private final Endpoint[] endpoints = new Endpoint[2];

    PinnedConnection(final int payload)
    {
        final Direction there = new Direction(payload);
        final Direction back = new Direction(payload);
        endpoints[0] = new Side(words, 0, there, back, payload);
        endpoints[1] = new Side(words, 1, back, there, payload);
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

    /**
     * Memory of one sender, and its link to the other side.
     */
    private static final class Direction
    {
        private static final int CONSUMED = LINE;
        private static final int SLOTS = 2 * LINE;
        private static final int SLOT_LENGTH = OffHeapBuffer.CACHE_LINE_LENGTH / 2;
        private static final int TIMESTAMP_OFFSET = Long.BYTES;

        private final OffHeapBuffer link = OffHeapBuffer.allocate(SLOTS + MESSAGES_UNDER_WAY * SLOT_LENGTH);
        private final OffHeapBuffer frames;
        private final int payload;

        Direction(final int payload)
        {
            this.payload = payload;
            frames = OffHeapBuffer.allocate((long)MESSAGES_UNDER_WAY * payload);
        }

        static int slot(final long sequence)
        {
            return SLOTS + index(sequence) * SLOT_LENGTH;
        }

        int frame(final long sequence)
        {
            return index(sequence) * payload;
        }

        private static int index(final long sequence)
        {
            return (int)sequence & MESSAGES_UNDER_WAY - 1;
        }
    }

    private static final class Side extends Padded implements Endpoint
    {
        private final OffHeapBuffer words;
        private final int owner;
        private final int token;
        private final Direction out;
        private final Direction in;
        private final int payload;
        private long sent;
        private long received;
        private long knownConsumed;
        private long last;

        Side(
            final OffHeapBuffer words, final int side, final Direction out, final Direction in, final int payload)
        {
            this.words = words;
            this.out = out;
            this.in = in;
            this.payload = payload;
            owner = TIME + (1 + side) * LINE;
            token = TIME + (3 + side) * LINE;
            words.putLongRelease(token, IDLE);
        }

        @Override
        public boolean trySend(final long word)
        {
            if (sent - knownConsumed == MESSAGES_UNDER_WAY)
            {
                knownConsumed = out.link.getLongVolatile(Direction.CONSUMED);
                if (sent - knownConsumed == MESSAGES_UNDER_WAY)
                {
                    return false;
                }
            }
            final int frame = out.frame(sent);
            for (int i = 0; i < payload; i += Long.BYTES)
            {
                out.frames.putLong(frame + i, word);
            }
            if (!tryEnter())
            {
                return false;
            }
            last = Math.max(last, stopTokens() + 1);
            final int slot = Direction.slot(sent);
            out.link.putLong(slot + Direction.TIMESTAMP_OFFSET, last);
            sent++;
            out.link.putLongRelease(slot, sent);
            words.putLongRelease(token, IDLE);
            exit();
            return true;
        }

        @Override
        public long tryReceive()
        {
            if (!tryEnter())
            {
                return NONE;
            }
            final int slot = Direction.slot(received);
            final boolean isThere = in.link.getLongVolatile(slot) > received;
            if (isThere)
            {
                last = Math.max(last, in.link.getLong(slot + Direction.TIMESTAMP_OFFSET) + 1);
            }
            exit();
            if (!isThere)
            {
                return NONE;
            }
            final int frame = in.frame(received);
            long sum = 0;
            for (int i = 0; i < payload; i += Long.BYTES)
            {
                sum += in.frames.getLong(frame + i);
            }
            received++;
            in.link.putLongRelease(Direction.CONSUMED, received);
            return sum;
        }

        private long stopTokens()
        {
            long time = words.getLongVolatile(TIME);
            while (true)
            {
                words.putLongVolatile(token, time);
                final long now = words.getLongVolatile(TIME);
                if (now == time)
                {
                    return time;
                }
                time = now;
            }
        }

        private boolean tryEnter()
        {
            return 0 == words.getLongVolatile(owner) && words.compareAndSetLong(owner, 0, 1);
        }

        private void exit()
        {
            words.putLongRelease(owner, 0);
        }
    }
}
