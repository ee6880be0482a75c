/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.memory.OffHeapBuffer;

/**
 * Hands blocks from one thread to another, each with its length in one word, so that a single store hands a block over
 * and a single load takes it. The ring has room for all blocks of its pool, so it is never full. The counter of each
 * end belongs to that end alone.
 */
final class BlockRing
{
    /**
     * In place of a word: nothing is there.
     */
    static final long NONE = 0;

    private final OffHeapBuffer words;
    private final int mask;

    /**
     * @param blocks number of blocks of the pool.
     */
    BlockRing(final int blocks)
    {
        final int size = Math.max(OffHeapBuffer.CACHE_LINE_LENGTH / Long.BYTES, Integer.highestOneBit(2 * blocks - 1));
        mask = size - 1;
        words = OffHeapBuffer.allocate((long)size * Long.BYTES);
    }

    /**
     * Returns the word for a block with so many bytes.
     */
    static long word(final int block, final int length)
    {
        return (long)length << Integer.SIZE | block + 1;
    }

    static int block(final long word)
    {
        return (int)word - 1;
    }

    static int length(final long word)
    {
        return (int)(word >>> Integer.SIZE);
    }

    /**
     * Hands a block over.
     *
     * @param put number of blocks that were put before.
     */
    void put(final long put, final long word)
    {
        final int index = ((int)put & mask) * Long.BYTES;
        // Acquire: the word before it has been taken. Partner: take().
        if (NONE != words.getLongVolatile(index))
        {
            throw new IllegalStateException("ring of " + (mask + 1) + " blocks is full: a block is in it twice");
        }
        // Release: the content of the block. Partner: take().
        words.putLongRelease(index, word);
    }

    /**
     * Returns whether the other end has taken the first blocks that were put.
     *
     * @param put number of these blocks; at most one has been put since.
     */
    boolean areTaken(final long put)
    {
        return NONE == words.getLongVolatile(((int)(put - 1) & mask) * Long.BYTES);
    }

    /**
     * Takes a block.
     *
     * @param taken number of blocks that were taken before.
     * @return its word, {@link #NONE} if none is there at present.
     */
    long take(final long taken)
    {
        final int index = ((int)taken & mask) * Long.BYTES;
        // Acquire: the content of the block. Partner: put().
        final long word = words.getLongVolatile(index);
        if (NONE != word)
        {
            // Release: the word has been taken. Partner: put().
            words.putLongRelease(index, NONE);
        }
        return word;
    }
}
