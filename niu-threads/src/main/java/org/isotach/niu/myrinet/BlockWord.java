/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

/**
 * The word that says where a block of memory is. Every change of it is one compare-and-set from the word that was read,
 * so each hand-over, receipt and return happens once, whoever else tries.
 * <pre>
 *   63            36  35     34  33 32  31              16  15               0
 *  +----------------+---+------+-------+------------------+------------------+
 *  |  generation    |   | keep | state | shares under way | shares received  |
 *  +----------------+---+------+-------+------------------+------------------+
 * </pre>
 * The generation grows whenever the block is taken from its pool and whenever it is sent, so a packet that is late or
 * doubled names a generation that is over. A block that is sent to one host has one share, a multicast one per host.
 */
final class BlockWord
{
    /**
     * Largest number of shares of a block.
     */
    static final int MAX_SHARES = 16;

    /**
     * The share of a sender that is still filling a block.
     */
    static final int FILLING = MAX_SHARES - 1;

    /**
     * In the pool of its host.
     */
    static final int FREE = 0;

    /**
     * Belongs to the handle of its host.
     */
    static final int OWNED = 1;

    /**
     * Handed over: some share of it is under way or received.
     */
    static final int OUT = 2;

    private static final int GENERATION_SHIFT = 36;
    private static final int STATE_SHIFT = 32;
    private static final int GENERATION_MASK = (1 << Long.SIZE - GENERATION_SHIFT) - 1;
    private static final long KEEP = 1L << 34;
    private static final long SHARES = 0xFFFF_FFFFL;

    private BlockWord()
    {
    }

    static long of(final int generation, final int state)
    {
        return (long)generation << GENERATION_SHIFT | (long)state << STATE_SHIFT;
    }

    /**
     * Returns the word of a block whose shares are all under way.
     *
     * @param keep   true if the block returns to the handle of its host when all shares are released.
     * @param shares the shares, one bit each.
     */
    static long underWay(final int generation, final boolean keep, final int shares)
    {
        return of(generation, OUT) | (keep ? KEEP : 0) | (long)shares << MAX_SHARES;
    }

    static int generation(final long word)
    {
        return (int)(word >>> GENERATION_SHIFT);
    }

    static int nextGeneration(final long word)
    {
        return generation(word) + 1 & GENERATION_MASK;
    }

    static int state(final long word)
    {
        return (int)(word >>> STATE_SHIFT) & 3;
    }

    static boolean isKept(final long word)
    {
        return 0 != (word & KEEP);
    }

    static long withoutKeep(final long word)
    {
        return word & ~KEEP;
    }

    static boolean isUnderWay(final long word, final int share)
    {
        return 0 != (word & underWayBit(share));
    }

    static boolean isReceived(final long word, final int share)
    {
        return 0 != (word & receivedBit(share));
    }

    /**
     * Returns whether a share is received, and no other share exists.
     */
    static boolean isOnlyReceiver(final long word, final int share)
    {
        return (word & SHARES) == receivedBit(share);
    }

    static boolean isAnyUnderWay(final long word)
    {
        return OUT == state(word) && 0 != (word & SHARES & ~0xFFFFL);
    }

    /**
     * Returns the word after the receipt of a share that is under way.
     */
    static long received(final long word, final int share)
    {
        return word & ~underWayBit(share) | receivedBit(share);
    }

    /**
     * Returns the word without a share: with the last one the block is free, or belongs to its handle again.
     */
    static long without(final long word, final int share)
    {
        final long rest = word & ~underWayBit(share) & ~receivedBit(share);
        return 0 != (rest & SHARES) ? rest : of(generation(word), isKept(word) ? OWNED : FREE);
    }

    private static long underWayBit(final int share)
    {
        return 1L << MAX_SHARES + share;
    }

    private static long receivedBit(final int share)
    {
        return 1L << share;
    }
}
