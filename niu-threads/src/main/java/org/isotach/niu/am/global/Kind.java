/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am.global;

/**
 * Who waits for the end of an operation. It goes with each request and each answer, in their first word, together with
 * the number of a call.
 */
enum Kind
{
    /**
     * The call itself.
     */
    BLOCKING("reads and writes"),

    /**
     * The next {@code sync()} of its host.
     */
    SPLIT_PHASE("puts and gets"),

    /**
     * The next {@code allStoreSync()} of its host.
     */
    STORE("stores"),

    /**
     * The barrier.
     */
    BARRIER("messages of a barrier");

    private static final Kind[] ALL = values();
    private static final int BITS = 8;
    private static final int MASK = (1 << BITS) - 1;

    private final String plural;

    Kind(final String plural)
    {
        this.plural = plural;
    }

    static int count()
    {
        return ALL.length;
    }

    static Kind of(final long word)
    {
        return ALL[(int)word & MASK];
    }

    /**
     * Returns the word of a call of this kind.
     */
    long word(final long call)
    {
        return call << BITS | ordinal();
    }

    static long call(final long word)
    {
        return word >>> BITS;
    }

    String plural()
    {
        return plural;
    }
}
