/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import org.isotach.memory.Padded;

/**
 * Remembers a complete revision for blocks of variables of one host, of a time when other variables changed, or waited,
 * and those that were read did not. Distant blocks share a place. The next read of them asks whether they have changed
 * since then, and leaves the sequence of {@link Revisions} alone, which each frame changes, and so takes it away from
 * each thread that has looked at it. See docs/protocol.md, section 13. Threadsafe.
 */
final class SeenRevisions extends Padded
{
    /**
     * No revision is remembered.
     */
    static final long NONE = 0;

    private static final VarHandle REVISION = MethodHandles.arrayElementVarHandle(long[].class);

    // A block has 16 variables, two lines of values.
    private static final int SHIFT = 4 + VariableCells.CELL_SHIFT;
    private static final int BLOCKS = 64;

    // Each revision has two lines of its own, since processors fetch lines in pairs. So have the words in front.
    private static final int LENGTH_SHIFT = 4;
    private static final int LENGTH = 1 << LENGTH_SHIFT;

    private final long[] revisions = new long[LENGTH * (BLOCKS + 1)];

    /**
     * Returns the revision for a read of which this is the first variable; everything executed up to that revision is
     * visible then.
     *
     * @return the revision, perhaps {@link #NONE}.
     */
    long revision(final int cell)
    {
        return atPlace(place(cell));
    }

    /**
     * Does the same as {@link #revision} for a cell whose place is known.
     *
     * @param place from {@link #place}.
     */
    long atPlace(final int place)
    {
        // Acquire: what was executed up to that revision. Partner: remember().
        return (long)REVISION.getAcquire(revisions, place);
    }

    /**
     * @param revision a revision whose frame is executed, as the calling thread has seen.
     */
    void remember(final int cell, final long revision)
    {
        // Release: what was executed up to that revision, which this thread has acquired. Partner: atPlace().
        REVISION.setRelease(revisions, place(cell), revision);
    }

    void forget(final int cell)
    {
        REVISION.setOpaque(revisions, place(cell), NONE);
    }

    /**
     * Returns the place of a cell, the same for all objects of this class.
     */
    static int place(final int cell)
    {
        return LENGTH + ((cell >> SHIFT & BLOCKS - 1) << LENGTH_SHIFT);
    }
}
