/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.time.Duration;
import java.util.Random;

import org.isotach.niu.ThreadingMode;

/**
 * What a seed says about a random program of threads.
 *
 * @param seed           the seed.
 * @param mode           threading mode.
 * @param hosts          number of hosts.
 * @param copies         number of hosts that hold each variable.
 * @param sessions       number of sessions.
 * @param readCap        outstanding reads per host.
 * @param threads        number of threads.
 * @param isInterrupting are threads interrupted?
 * @param isExpelling    is a host expelled?
 * @param isClosing      is the Isotach closed while threads use it?
 */
record RandomSettings(
    long seed,
    ThreadingMode mode,
    int hosts,
    int copies,
    int sessions,
    int readCap,
    int threads,
    boolean isInterrupting,
    boolean isExpelling,
    boolean isClosing)
{
    private static final int MAX_HOSTS = 3;
    private static final int MAX_THREADS = 8;

    // Fewer than there are threads: calls wait for their turn.
    private static final int SMALL_READ_CAP = 16;
    private static final int READ_CAP = 1024;

    static RandomSettings of(final long seed)
    {
        final Random random = new Random(seed * 0x9E3779B97F4A7C15L >>> Short.SIZE);
        final ThreadingMode mode = ThreadingMode.values()[random.nextInt(ThreadingMode.values().length)];
        final int hosts = random.nextBoolean() ? 1 : 1 + random.nextInt(MAX_HOSTS);
        final boolean isExpelling = hosts > 1 && random.nextInt(3) == 0;
        // No copy is lost with one host.
        final int copies = isExpelling ? 2 : 1 + random.nextInt(hosts);
        return new RandomSettings(
            seed,
            mode,
            hosts,
            copies,
            hosts + random.nextInt(MAX_HOSTS),
            1 == hosts && random.nextBoolean() ? SMALL_READ_CAP : READ_CAP,
            2 + random.nextInt(MAX_THREADS - 1),
            random.nextInt(3) == 0,
            isExpelling,
            random.nextInt(6) == 0);
    }

    /**
     * Returns whether those that wait may take all reads of a host.
     */
    boolean areReadsFew()
    {
        return SMALL_READ_CAP == readCap;
    }

    /**
     * Returns a generator for a part of the program.
     */
    Random random(final int part)
    {
        return new Random(seed * 31 + part);
    }

    IsotachContext context()
    {
        return new IsotachContext()
            .hosts(hosts)
            .copies(copies)
            .sessions(sessions)
            .threadingMode(mode)
            .awaitTimeout(Duration.ofMinutes(1))
            .function(0, RandomVariables::take)
            .cluster(cluster -> cluster.readCap(readCap));
    }
}
