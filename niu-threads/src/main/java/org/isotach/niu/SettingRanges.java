/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.nio.file.Path;
import java.time.Duration;

import org.isotach.niu.trace.SpaceTimeDiagram;

/**
 * The range of each setting, independent of other settings. Each check returns the value, or throws {@link
 * IllegalArgumentException} with the name and the expected range.
 */
final class SettingRanges
{
    private static final int LARGEST_SIZE = 1 << 20;

    private SettingRanges()
    {
    }

    /**
     * 1..2^20.
     */
    static int count(final String name, final int value)
    {
        if (value < 1 || value > LARGEST_SIZE)
        {
            throw new IllegalArgumentException(name + ": " + value + " (expected: 1.." + LARGEST_SIZE + ')');
        }
        return value;
    }

    /**
     * A file that can be written when the cluster is closed; null for none.
     */
    static Path writable(final String name, final Path file)
    {
        if (null != file && !SpaceTimeDiagram.canWrite(file))
        {
            throw new IllegalArgumentException(name + ": '" + file + "' (expected: a file that can be written; it" +
                " comes from ClusterContext.traceFile, or from the system property isotach.trace)");
        }
        return file;
    }

    /**
     * A power of two up to 2^20.
     */
    static int powerOfTwo(final String name, final int value, final int smallest)
    {
        if (value < smallest || value > LARGEST_SIZE || 1 != Integer.bitCount(value))
        {
            throw new IllegalArgumentException(
                name + ": " + value + " (expected: a power of two in " + smallest + ".." + LARGEST_SIZE + ')');
        }
        return value;
    }

    /**
     * Bytes of a link: a power of two in 2^9..2^30.
     */
    static int linkLength(final String name, final int bytes)
    {
        if (bytes < 1 << 9 || 1 != Integer.bitCount(bytes))
        {
            throw new IllegalArgumentException(name + ": " + bytes + " (expected: a power of two in 512..2^30 bytes)");
        }
        return bytes;
    }

    /**
     * Bytes of an isochron: a multiple of 8, 32..2^28.
     */
    static int isochronLength(final String name, final int bytes)
    {
        if (bytes < 32 || bytes > 1 << 28 || 0 != bytes % Long.BYTES)
        {
            throw new IllegalArgumentException(
                name + ": " + bytes + " (expected: a multiple of 8 in 32..2^28 bytes)");
        }
        return bytes;
    }

    /**
     * 0 or more.
     */
    static Duration notNegative(final String name, final Duration value)
    {
        if (value.isNegative())
        {
            throw new IllegalArgumentException(name + ": " + value + " (expected: not negative)");
        }
        return value;
    }
}
