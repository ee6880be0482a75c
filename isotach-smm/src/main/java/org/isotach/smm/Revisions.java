/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import org.isotach.memory.Padded;

/**
 * Counts the frames that are executed on the copies of one host: each of them makes a new revision of what the host
 * holds, as a whole. Those who read without owning the executor read one of these revisions.
 * <p>
 * The sequence is twice the number of the latest revision, and odd while the next one is made.
 */
final class Revisions extends Padded
{
    private static final VarHandle SEQUENCE;

    static
    {
        try
        {
            SEQUENCE = MethodHandles.lookup().findVarHandle(Revisions.class, "sequence", long.class);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new ExceptionInInitializerError(ex);
        }
    }

    private long sequence;

    // Variables that wait. Plain: part of a revision, as the cells are.
    private int waiting;

    /**
     * The next one is being made; for the owner of the executor.
     */
    void begin(final long revision)
    {
        // Release: the revision before, to those who begin to read now. Partner: sequence().
        SEQUENCE.setRelease(this, 2 * revision - 1);
        // Whoever reads anything that is written from here on finds this sequence behind it, or a later one. Partner:
        // OptimisticReads, loadLoadFence.
        VarHandle.storeStoreFence();
    }

    /**
     * It is complete; for the owner of the executor.
     */
    void complete(final long revision)
    {
        // Release: what the host holds in this revision. Partner: sequence().
        SEQUENCE.setRelease(this, 2 * revision);
    }

    /**
     * Any thread may ask.
     */
    long sequence()
    {
        // Acquire. Partners: complete(), begin().
        return (long)SEQUENCE.getAcquire(this);
    }

    /**
     * The latest revision that is complete.
     */
    static long latest(final long sequence)
    {
        return sequence >> 1;
    }

    /**
     * Is the next one being made?
     */
    static boolean isInBetween(final long sequence)
    {
        return 0 != (sequence & 1);
    }

    /**
     * So many variables more wait; for the owner of the executor.
     */
    void addWaiting(final int more)
    {
        waiting += more;
    }

    /**
     * Has every variable a value, in the latest revision, if no other one has been begun meanwhile?
     */
    boolean areAllSubstantiated()
    {
        return 0 == waiting;
    }

    @Override
    public String toString()
    {
        return "Revisions{sequence=" + sequence() + '}';
    }
}
