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
 * The sequence is twice the number of the latest revision, and is odd while the next one is being made. Frames that
 * have not announced their changes have a sequence of their own, besides.
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
    private final Unannounced unannounced = new Unannounced();

    // Number of waiting variables. Plain: part of a revision, as the cells are.
    private int waiting;

    /**
     * The frames that have not announced their changes. Readers keep it, since the line that it lies on does not change
     * where all frames are announced, and that of the revisions does.
     */
    static final class Unannounced extends Padded
    {
        private static final VarHandle FRAMES;

        static
        {
            try
            {
                FRAMES = MethodHandles.lookup().findVarHandle(Unannounced.class, "sequence", long.class);
            }
            catch (final ReflectiveOperationException ex)
            {
                throw new ExceptionInInitializerError(ex);
            }
        }

        private long sequence;

        private void begin()
        {
            if (!isInBetween(sequence))
            {
                // Release: the revision before. Partner: sequence().
                FRAMES.setRelease(this, sequence + 1);
            }
        }

        private void complete()
        {
            if (isInBetween(sequence))
            {
                // Release: what the frame has left. Partner: sequence().
                FRAMES.setRelease(this, sequence + 1);
            }
        }

        /**
         * Returns a number that is odd while such a frame is being executed. Threadsafe.
         */
        long sequence()
        {
            // Acquire. Partners: begin(), complete().
            return (long)FRAMES.getAcquire(this);
        }
    }

    /**
     * Begins the next revision, unless one has begun already; for the owner of the executor.
     */
    void begin()
    {
        unannounced.begin();
        beginAnnounced();
    }

    /**
     * Begins the next revision, unless one has begun already, with changes that were announced, or that change no
     * values; for the owner of the executor.
     */
    void beginAnnounced()
    {
        if (!isInBetween(sequence))
        {
            // Release: the revision before, to threads that begin to read now. Partner: sequence().
            SEQUENCE.setRelease(this, sequence + 1);
        }
        // A thread that has read anything written from here on then finds these sequences, or later ones. Partner:
        // RevisionReads, loadLoadFence.
        VarHandle.storeStoreFence();
    }

    /**
     * The states of all variables are written whose values the revision changes; for the owner of the executor.
     */
    void announced()
    {
        // A thread that has read one of the values then finds its state. Partner: RevisionReads, loadLoadFence.
        VarHandle.storeStoreFence();
    }

    /**
     * Completes the revision, if one has begun; for the owner of the executor.
     */
    void complete()
    {
        unannounced.complete();
        // Release: what the host holds in this revision. Partner: sequence().
        SEQUENCE.setRelease(this, sequence + (sequence & 1));
    }

    /**
     * Returns the frames that have not announced their changes. Threadsafe.
     */
    Unannounced unannounced()
    {
        return unannounced;
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
        // Acquire. Partners: complete(), beginAnnounced().
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
