/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import org.isotach.memory.Padded;

/**
 * Counts the frames that are executed on the copies of one host: each of them makes a new revision of everything that
 * the host holds. Threads that read without owning the executor read one of these revisions.
 * <p>
 * The sequence is twice the number of the latest revision, and is odd while the next one is being made.
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

    // Number of waiting variables. Plain: part of a revision, as the cells are.
    private int waiting;

    /**
     * Begins the next revision, unless one has begun already; for the owner of the executor.
     */
    void begin()
    {
        if (!isInBetween(sequence))
        {
            // Release: the revision before, to threads that begin to read now. Partner: sequence().
            SEQUENCE.setRelease(this, sequence + 1);
            // A thread that has read anything written from here on then finds this sequence, or a later one. Partner:
            // RevisionReads, loadLoadFence.
            VarHandle.storeStoreFence();
        }
    }

    /**
     * Completes the revision, if one has begun; for the owner of the executor.
     */
    void complete()
    {
        // Release: what the host holds in this revision. Partner: sequence().
        SEQUENCE.setRelease(this, sequence + (sequence & 1));
    }

    /**
     * Returns the revision that is being made, or was made last; for the owner of the executor.
     */
    long current()
    {
        return latest(sequence + 1);
    }

    /**
     * Threadsafe.
     */
    long sequence()
    {
        // Acquire. Partners: complete(), begin().
        return (long)SEQUENCE.getAcquire(this);
    }

    /**
     * Returns the latest complete revision.
     */
    static long latest(final long sequence)
    {
        return sequence >> 1;
    }

    /**
     * Returns whether the next revision is being made.
     */
    static boolean isInBetween(final long sequence)
    {
        return 0 != (sequence & 1);
    }

    /**
     * Changes the number of waiting variables; for the owner of the executor.
     */
    void addWaiting(final int more)
    {
        waiting += more;
    }

    /**
     * Returns whether every variable has a value in the latest revision, unless another one has begun since.
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
