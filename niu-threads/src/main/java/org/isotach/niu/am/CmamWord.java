/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

/**
 * The word with which a request of {@link CmamMemory} and its answer belong together.
 * <pre>
 *   epoch of the member that is asked, 16 bits | number of the member on whose side the word is, 16 bits
 * </pre>
 */
final class CmamWord
{
    private static final int EPOCH_SHIFT = 16;
    private static final int NODE_MASK = (1 << EPOCH_SHIFT) - 1;

    private CmamWord()
    {
    }

    static int of(final int epoch, final int node)
    {
        return epoch << EPOCH_SHIFT | node;
    }

    /**
     * Returns the member that a word names.
     */
    static int node(final int word)
    {
        return word & NODE_MASK;
    }

    /**
     * Returns the same word with another member.
     */
    static int with(final int word, final int node)
    {
        return word & ~NODE_MASK | node;
    }
}
