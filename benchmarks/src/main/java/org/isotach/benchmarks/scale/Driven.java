/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.scale;

import org.openjdk.jmh.infra.ThreadParams;

/**
 * Distributes hosts to the threads of a benchmark.
 */
final class Driven
{
    private Driven()
    {
    }

    /**
     * The hosts of one thread: thread {@code t} of {@code n} drives {@code t}, {@code t + n}, and so on.
     *
     * @param threadParams of this thread.
     * @param hosts        number of hosts, at least that of the threads.
     * @return numbers of the hosts, at least one.
     * @throws IllegalArgumentException when there are more threads than hosts.
     */
    static int[] by(final ThreadParams threadParams, final int hosts)
    {
        final int threads = threadParams.getThreadCount();
        if (threads > hosts)
        {
            throw new IllegalArgumentException(
                "threads: " + threads + " (expected: 1.." + hosts + ", one host for each thread; use -t)");
        }
        final int first = threadParams.getThreadIndex();
        final int[] driven = new int[(hosts - first + threads - 1) / threads];
        for (int i = 0; i < driven.length; i++)
        {
            driven[i] = first + i * threads;
        }
        return driven;
    }
}
