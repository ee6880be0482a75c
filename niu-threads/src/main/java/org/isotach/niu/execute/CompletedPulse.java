/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.execute;

import com.lmax.disruptor.Sequence;

import org.isotach.memory.Padded;
import org.isotach.niu.thread.Doorbell;

/**
 * The pulse up to which a host has executed everything, and the pulse up to which threads want it to. It owns rule 9 of
 * docs/protocol.md. The owner of the executor sets the completed pulse; any thread may ask.
 */
public final class CompletedPulse extends Padded
{
    private static final long NO_DEMAND = 0;

    private final Doorbell doorbell;
    private final Sequence completed = new Sequence(0);
    private volatile long demanded = NO_DEMAND;

    // The pulse that waiting threads have been told of; for the owner.
    private long shown;

    /**
     * @param doorbell of the thread that works for the executor.
     */
    CompletedPulse(final Doorbell doorbell)
    {
        this.doorbell = doorbell;
    }

    /**
     * Returns whether everything with a timestamp up to a pulse has been executed at this host. Any thread may ask. If
     * not, the pulse will be ended even if nothing executes in it.
     */
    public boolean isCompleted(final long pulse)
    {
        // Acquire. Partner: complete().
        if (completed.get() >= pulse)
        {
            return true;
        }
        if (demanded < pulse)
        {
            // Volatile, and publishes nothing. Partner: nextToEnd(). If several threads ask at the same time, one may
            // be forgotten until it asks again.
            demanded = pulse;
            doorbell.ring();
        }
        return false;
    }

    /**
     * Everything that has, or will have, a timestamp up to a pulse has been executed; for the owner.
     */
    void complete(final long pulse)
    {
        if (completed.get() < pulse)
        {
            // Release: what was executed. Partner: isCompleted().
            completed.set(pulse);
        }
    }

    /**
     * Returns the pulse to end next, for the owner: the one that is due or, if it is earlier, one that a thread asks
     * for.
     *
     * @param due   pulse to end, the largest long for none.
     * @param ended pulse that has ended.
     */
    long nextToEnd(final long due, final long ended)
    {
        // Volatile. Partner: isCompleted().
        final long wanted = demanded;
        return wanted > ended ? Math.min(due, wanted) : due;
    }

    /**
     * Returns whether a pulse has been completed since the last call. For the owner.
     */
    boolean hasGoneOn()
    {
        final long pulse = completed.get();
        final boolean hasGoneOn = pulse != shown;
        shown = pulse;
        return hasGoneOn;
    }

    @Override
    public String toString()
    {
        return "CompletedPulse{completed=" + completed.get() + ", demanded=" + demanded + '}';
    }
}
