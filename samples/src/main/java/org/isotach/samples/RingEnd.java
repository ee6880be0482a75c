/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.link.RecordReader;
import org.isotach.niu.link.RecordRing;
import org.isotach.niu.link.RecordWriter;

/**
 * Two bare rings of the link layer, one for each direction: what active messages stand on, without anything above. They
 * take the place of the raw network of the papers.
 */
final class RingEnd extends Padded implements PacketEnd
{
    // Small against the bytes of a stream: a receiver that comes late must not find most of it there.
    private static final int CAPACITY = 1 << 14;
    private static final int PACKETS = 4;

    // More than what threads on two cores need, and less than what they do when they share one, and yield.
    private static final double TWO_CORES_US = 3;

    private final RecordWriter out;
    private final RecordReader in;
    private final Violations violations;

    private RingEnd(final RecordWriter out, final RecordReader in, final Violations violations)
    {
        this.out = out;
        this.in = in;
        this.violations = violations;
    }

    /**
     * Connects two ends.
     *
     * @param longest    length of the longest packet in bytes.
     * @param violations told of packets that are wrong.
     */
    static RingEnd[] connect(final int longest, final Violations violations)
    {
        final int capacity = Math.max(CAPACITY, PACKETS * Integer.highestOneBit(longest));
        final RecordRing there = new RecordRing(capacity);
        final RecordRing back = new RecordRing(capacity);
        return new RingEnd[]{
            new RingEnd(there.writer(), back.reader(), violations),
            new RingEnd(back.writer(), there.reader(), violations) };
    }

    static PacketPair pair(final int longest, final Violations violations)
    {
        final RingEnd[] ends = connect(longest, violations);
        return new PacketPair(ends[0], ends[1]);
    }

    /**
     * Warns when two threads had to share a core, or to wait for one: then times are those of the scheduler.
     *
     * @param us time of the slowest round trip of some words, by bare rings or active messages.
     */
    static void printWarning(final PrintWriter out, final double us)
    {
        if (us > TWO_CORES_US)
        {
            out.println("Some words took up to " + ComparisonTable.format(us) +
                " us there and back: the threads had no core each.");
            out.println("The ratios of two threads say little then. Repeat it when nothing else runs.");
        }
    }

    @Override
    public boolean trySend(final int length, final long value)
    {
        final int offset = out.tryClaim(length);
        if (RecordWriter.NO_ROOM == offset)
        {
            return false;
        }
        PacketWords.fill(out.buffer(), offset, length, value);
        out.commit();
        return true;
    }

    @Override
    public boolean tryReceive(final int length, final long value)
    {
        if (!in.next())
        {
            return false;
        }
        if (in.length() != length || !PacketWords.isRight(in.buffer(), in.offset(), length, value))
        {
            PacketWords.addWrong(violations, "bare rings", length, value);
        }
        in.release();
        return true;
    }

    /**
     * {@inheritDoc} There is room: a packet that goes back leaves before the next one comes.
     */
    @Override
    public boolean tryEcho(final int length)
    {
        if (!in.next())
        {
            return false;
        }
        final OffHeapBuffer arrived = in.buffer();
        final int offset = out.tryClaim(in.length());
        arrived.copyTo(in.offset(), out.buffer(), offset, in.length());
        out.commit();
        in.release();
        return true;
    }
}
