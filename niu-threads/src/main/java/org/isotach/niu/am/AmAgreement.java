/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.time.Duration;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.wait.WaitSettings;

/**
 * Refuses settings that contradict each other, or the cluster.
 */
final class AmAgreement
{
    static final int NO_LIMIT = 0;

    private static final int LARGEST_DEPTH = 1 << 12;
    private static final int LARGEST_PACKET = 1 << 16;
    private static final int PACKET_UNIT = OffHeapBuffer.CACHE_LINE_LENGTH;
    private static final int BLOCKS_PER_INSTANCE = 4;
    private static final long LONGEST_NS = Long.MAX_VALUE / 4;

    private AmAgreement()
    {
    }

    static void checkDepth(final int depth)
    {
        if (depth < 1 || depth > LARGEST_DEPTH || 1 != Integer.bitCount(depth))
        {
            throw new IllegalArgumentException(
                "depth: " + depth + " (expected: a power of two in 1.." + LARGEST_DEPTH + ')');
        }
    }

    static void checkPacketLength(final int bytes)
    {
        if (bytes < PACKET_UNIT || bytes > LARGEST_PACKET || 0 != bytes % PACKET_UNIT)
        {
            throw new IllegalArgumentException("maxPacketLength: " + bytes + " (expected: a multiple of " +
                PACKET_UNIT + " in " + PACKET_UNIT + ".." + LARGEST_PACKET + " bytes)");
        }
    }

    static void checkBlocks(final int blocks, final int depth, final int hosts)
    {
        final long needed = (long)BLOCKS_PER_INSTANCE * (hosts - 1) * depth;
        if (NO_LIMIT != blocks && needed > blocks)
        {
            throw new IllegalArgumentException("blocks: " + blocks + " (expected: at least 4(P - 1)D = " + needed +
                " for " + hosts + " hosts with depth " + depth + "; raise blocks or lower depth)");
        }
    }

    /**
     * @param isStepped true if a scheduler runs the cluster.
     */
    static void checkModes(
        final Progress progress, final boolean inOrder, final boolean reliable, final boolean isStepped)
    {
        if (inOrder && !reliable)
        {
            throw new IllegalArgumentException("inOrder: true (expected: false without windows; see reliable)");
        }
        if (Progress.CLUSTER == progress && isStepped)
        {
            throw new IllegalArgumentException("progress: CLUSTER (expected: CALLER in a cluster with a Scheduler," +
                " which decides when threads run)");
        }
    }

    static void checkBlocks(final int count)
    {
        if (count < 1)
        {
            throw new IllegalArgumentException("blocks: " + count + " (expected: at least 1)");
        }
    }

    static Duration positive(final String name, final Duration value)
    {
        if (value.isNegative() || value.isZero())
        {
            throw new IllegalArgumentException(name + ": " + value + " (expected: positive)");
        }
        return value;
    }

    /**
     * A time in nanoseconds, saturated at 73 years: twice that, and the time of a port, do not overflow.
     */
    static long saturatedNanos(final Duration value)
    {
        return Math.min(WaitSettings.saturatedNanos(value), LONGEST_NS);
    }
}
