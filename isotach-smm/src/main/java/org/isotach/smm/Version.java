/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

/**
 * The version that an unsubstantiated variable waits for: every SCHED has a version of its own.
 * <pre>
 *   63   61          52          36                                   0
 *   +----+-----------+-----------+------------------------------------+
 *   | 0  | host + 1  |   port    |       number of the SCHED          |
 *   +----+-----------+-----------+------------------------------------+
 * </pre>
 */
final class Version
{
    /**
     * Version of a variable that does not wait.
     */
    static final long SUBSTANTIATED = 0;

    /**
     * No version.
     */
    static final long UNKNOWN = -1;

    static final int MAX_PORTS = 1 << 16;

    private static final int HOST_SHIFT = 52;
    private static final int PORT_SHIFT = 36;
    private static final long NUMBER_MASK = (1L << PORT_SHIFT) - 1;

    private Version()
    {
    }

    static long of(final int host, final int port, final long number)
    {
        return (long)(host + 1) << HOST_SHIFT | (long)port << PORT_SHIFT | number & NUMBER_MASK;
    }

    /**
     * Returns whether this count of consecutive versions exists, beginning with a number.
     */
    static boolean haveRoom(final long number, final int count)
    {
        return (number & NUMBER_MASK) + count - 1 <= NUMBER_MASK;
    }

    /**
     * Returns whether a version is this one of its port, or a later one.
     */
    static boolean isSince(final long version, final long first)
    {
        // Numbers begin again after the last one.
        return (version - first << Long.SIZE - PORT_SHIFT) >= 0;
    }

    /**
     * Returns the number of a version among those of its port.
     */
    static long number(final long version)
    {
        return version & NUMBER_MASK;
    }

    static int host(final long version)
    {
        return (int)(version >>> HOST_SHIFT) - 1;
    }

    static int port(final long version)
    {
        return (int)(version >>> PORT_SHIFT) & MAX_PORTS - 1;
    }

    /**
     * Refuses a number that cannot be the version of a SCHED.
     */
    static void check(final long version, final int hostCount)
    {
        final int schedHost = host(version);
        if (schedHost < 0 || schedHost >= hostCount)
        {
            throw new IllegalArgumentException("version: " + toString(version) +
                " (expected: a result of sched() or handOver() in this cluster)");
        }
    }

    static String toString(final long version)
    {
        return "0x" + Long.toHexString(version);
    }
}
