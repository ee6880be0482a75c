/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.Arrays;

/**
 * What a global memory must look like. Each block of words has one host that writes it in a phase, and the values of a
 * word only grow: so whoever reads it finds at least what was known to be there before, and at most what has been begun
 * meanwhile.
 */
final class GlobalMemoryModel
{
    static final int BLOCKS = 3;
    static final int WORDS_OF_BLOCK = 10;
    static final int WORDS = BLOCKS * WORDS_OF_BLOCK;

    private final int hosts;

    // By host and word: what is known to be there, what has been begun, and whether that may not have ended yet.
    private final long[] known;
    private final long[] begun;
    private final boolean[] isUnderWay;

    // By host: how often it has come to a barrier, and bytes of stores to it that it has not waited for.
    private final int[] come;
    private final long[] stored;
    private String violation;

    GlobalMemoryModel(final int hosts)
    {
        this.hosts = hosts;
        known = new long[hosts * WORDS];
        begun = new long[hosts * WORDS];
        isUnderWay = new boolean[hosts * WORDS];
        come = new int[hosts];
        stored = new long[hosts];
    }

    String violation()
    {
        return violation;
    }

    void violate(final String what)
    {
        if (null == violation)
        {
            violation = what;
        }
    }

    int writer(final int host, final int block, final int phase)
    {
        return (host * BLOCKS + block + phase) % hosts;
    }

    private static int index(final int host, final int word)
    {
        return host * WORDS + word;
    }

    boolean isUnderWay(final int host, final int first, final int count)
    {
        for (int word = first; word < first + count; word++)
        {
            if (isUnderWay[index(host, word)])
            {
                return true;
            }
        }
        return false;
    }

    /**
     * A word is being written.
     *
     * @return its new value.
     */
    long begin(final int host, final int word)
    {
        isUnderWay[index(host, word)] = true;
        return ++begun[index(host, word)];
    }

    void end(final int host, final int word)
    {
        isUnderWay[index(host, word)] = false;
        known[index(host, word)] = begun[index(host, word)];
    }

    /**
     * Everything that has been begun has ended.
     */
    void endAll()
    {
        System.arraycopy(begun, 0, known, 0, known.length);
        Arrays.fill(isUnderWay, false);
    }

    long known(final int host, final int word)
    {
        return known[index(host, word)];
    }

    void check(final String reader, final int host, final int word, final long atLeast, final long value)
    {
        final long atMost = begun[index(host, word)];
        if (value < atLeast || value > atMost)
        {
            violate(reader + " finds " + value + " in word " + word + " of host " + host + ", where " + atLeast +
                (atLeast == atMost ? "" : ".." + atMost) + " must be");
        }
    }

    void store(final int host, final long bytes)
    {
        stored[host] += bytes;
    }

    /**
     * Returns how many bytes the stores to a host have, since the last call.
     */
    long takeStored(final int host)
    {
        final long bytes = stored[host];
        stored[host] = 0;
        return bytes;
    }

    void come(final int host)
    {
        come[host]++;
    }

    /**
     * A host has come through a barrier.
     */
    void through(final int host)
    {
        for (int other = 0; other < hosts; other++)
        {
            final int ahead = come[other] - come[host];
            if (ahead < 0 || ahead > 1)
            {
                violate("host " + host + " comes through barrier " + come[host] + " when host " + other +
                    " has come to barrier " + come[other]);
            }
        }
    }
}
