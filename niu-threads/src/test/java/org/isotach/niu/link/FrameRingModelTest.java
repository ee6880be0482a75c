/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.thread.Doorbell;
import org.isotach.test.TestThreads;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Frames of random lengths come out as they went in, and stay so until they are given back, whoever is in front.
 */
final class FrameRingModelTest
{
    private static final int RUNS = 2_000;
    private static final int STEPS = 300;
    private static final int THREADED_FRAMES = 300_000;
    private static final int SHORTEST = 512;
    private static final int LINE = OffHeapBuffer.CACHE_LINE_LENGTH;

    /**
     * A frame that was reserved, or sent.
     */
    private record Frame(long sequence, int length, long place)
    {
        int space()
        {
            return length + FrameDescriptor.HEADER_LENGTH + LINE - 1 & -LINE;
        }

        long word(final int index)
        {
            return sequence << 32 ^ (long)index * 0x9E3779B97F4A7C15L;
        }
    }

    /**
     * A frame that the application holds, where it is.
     */
    private record Held(Frame frame, OffHeapBuffer buffer, int offset)
    {
    }

    /**
     * A link, and what must be on it.
     */
    private static final class Run
    {
        private final Random random;
        private final int size;
        private final int maxLength;
        private final FrameRing link;
        private final InboundLink inbound;
        private final OffHeapBuffer source;
        private final Deque<Frame> reserved = new ArrayDeque<>();
        private final Deque<Frame> sent = new ArrayDeque<>();
        private final Deque<Held> held = new ArrayDeque<>();

        // Frames that were not given back, oldest first.
        private final Deque<Frame> used = new ArrayDeque<>();
        private long next;

        Run(final Random random)
        {
            this.random = random;
            size = 1 << random.nextInt(6);
            maxLength = SHORTEST << random.nextInt(6);
            final int length = Math.min(maxLength, SHORTEST << random.nextInt(2));
            link = new FrameRing(0, new LinkSize(size, length, maxLength), new Doorbell(), new Doorbell());
            inbound = new InboundLink(link);
            source = OffHeapBuffer.allocate(maxLength);
        }

        void step()
        {
            switch (random.nextInt(6))
            {
                case 0, 1:
                    reserve();
                    break;
                case 2:
                    publish();
                    break;
                case 3, 4:
                    take();
                    break;
                default:
                    if (!held.isEmpty())
                    {
                        finish(held.remove());
                    }
                    break;
            }
            held.forEach(Run::assertIntact);
            while (!used.isEmpty() && used.peek().sequence() <= link.consumed())
            {
                used.remove();
            }
            assertTrue(used.size() <= size);
        }

        private int randomLength()
        {
            final int longest = LinkSize.maxFrameLength(maxLength);
            return 8 * random.nextInt((0 == random.nextInt(3) ? longest : Math.min(longest, 128)) / 8 + 1);
        }

        private void reserve()
        {
            final int length = randomLength();
            if (0 == random.nextInt(4))
            {
                // Somebody looks, and does something else then.
                link.hasRoom(randomLength());
            }
            if (link.hasRoom(length))
            {
                final Frame frame = new Frame(next, length, link.reserve(length));
                next++;
                reserved.add(frame);
                used.add(frame);
            }
            else
            {
                assertRefusedForAReason(new Frame(next, length, 0));
            }
        }

        private void assertRefusedForAReason(final Frame frame)
        {
            final int bytes = used.stream().mapToInt(Frame::space).sum();
            // Between two of them there may be a rest that was too short for the longest.
            final int rest = LinkSize.maxFrameLength(maxLength) + FrameDescriptor.HEADER_LENGTH;
            assertTrue(
                used.size() == size || !used.isEmpty() && bytes + frame.space() + rest + LINE > maxLength,
                () -> frame + " was refused behind " + used);
        }

        private void publish()
        {
            if (!reserved.isEmpty())
            {
                final Frame frame = reserved.remove();
                for (int i = 0; i < frame.length(); i += Long.BYTES)
                {
                    source.putLong(i, frame.word(i));
                }
                link.send(
                    frame.place(), frame.sequence(), TestFrames.entry(frame.sequence(), source, 0, frame.length()));
                sent.add(frame);
            }
        }

        private void take()
        {
            if (sent.isEmpty())
            {
                assertEquals(InboundLink.NONE, inbound.timestamp());
            }
            else
            {
                final Frame frame = sent.remove();
                assertEquals(frame.sequence(), inbound.timestamp());
                assertEquals(frame.sequence(), inbound.next());
                assertEquals(frame.length(), inbound.length());
                assertEquals(frame.sequence(), inbound.issue());
                final Held taken = new Held(frame, inbound.buffer(), inbound.offset());
                assertIntact(taken);
                if (0 == random.nextInt(3))
                {
                    inbound.hold();
                    held.add(taken);
                }
                inbound.release();
            }
        }

        void finish()
        {
            while (!reserved.isEmpty())
            {
                publish();
            }
            while (!sent.isEmpty())
            {
                take();
            }
            while (!held.isEmpty())
            {
                finish(held.remove());
            }
            assertEquals(link.published(), link.consumed());
            assertTrue(link.hasRoom(LinkSize.maxFrameLength(maxLength)), "it is empty");
            assertTrue(link.capacity() <= maxLength);
        }

        private void finish(final Held taken)
        {
            assertIntact(taken);
            inbound.finished().finish(taken.frame().sequence());
        }

        private static void assertIntact(final Held taken)
        {
            for (int i = 0; i < taken.frame().length(); i += Long.BYTES)
            {
                assertEquals(taken.frame().word(i), taken.buffer().getLong(taken.offset() + i), taken::toString);
            }
        }
    }

    @Test
    void shouldBehaveAsAQueueOfFrames()
    {
        final long firstSeed = System.nanoTime();
        for (long seed = firstSeed; seed < firstSeed + RUNS; seed++)
        {
            try
            {
                final Run run = new Run(new Random(seed));
                for (int step = 0; step < STEPS; step++)
                {
                    run.step();
                }
                run.finish();
            }
            catch (final AssertionError | IndexOutOfBoundsException ex)
            {
                throw new AssertionError("seed " + seed, ex);
            }
        }
    }

    /**
     * One thread sends, another one takes, holds some, and gives back.
     */
    @Test
    void shouldCarryFramesFromThreadToThread() throws Exception
    {
        final long seed = System.nanoTime();
        final LinkSize linkSize = new LinkSize(32, SHORTEST, 16 * SHORTEST);
        final FrameRing link = new FrameRing(0, linkSize, new Doorbell(), new Doorbell());
        final TestThreads threads = new TestThreads();
        threads.start("sender", () ->
        {
            final Random random = new Random(seed);
            final OffHeapBuffer source = OffHeapBuffer.allocate(1024);
            for (long sequence = 0; sequence < THREADED_FRAMES; sequence++)
            {
                final Frame frame = new Frame(sequence, 8 * random.nextInt(random.nextInt(128) + 1), 0);
                for (int i = 0; i < frame.length(); i += Long.BYTES)
                {
                    source.putLong(i, frame.word(i));
                }
                while (!link.hasRoom(frame.length()))
                {
                    Thread.yield();
                }
                TestFrames.publish(link, sequence, TestFrames.entry(sequence, source, 0, frame.length()));
            }
        });
        threads.start("receiver", () ->
        {
            final Random random = new Random(seed);
            final Random holding = new Random(seed + 1);
            final InboundLink inbound = new InboundLink(link);
            final Deque<Held> held = new ArrayDeque<>();
            for (long sequence = 0; sequence < THREADED_FRAMES; sequence++)
            {
                final Frame frame = new Frame(sequence, 8 * random.nextInt(random.nextInt(128) + 1), 0);
                while (InboundLink.NONE == inbound.timestamp())
                {
                    while (!held.isEmpty())
                    {
                        final Held first = held.remove();
                        Run.assertIntact(first);
                        inbound.finished().finish(first.frame().sequence());
                    }
                    Thread.yield();
                }
                assertEquals(sequence, inbound.timestamp(), () -> "seed " + seed);
                inbound.next();
                assertEquals(frame.length(), inbound.length(), () -> "seed " + seed);
                final Held taken = new Held(frame, inbound.buffer(), inbound.offset());
                Run.assertIntact(taken);
                if (0 == holding.nextInt(4))
                {
                    inbound.hold();
                    held.add(taken);
                }
                inbound.release();
            }
        });
        threads.join();
        assertEquals(THREADED_FRAMES - 1, link.published());
    }
}
