/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.execute;

import com.lmax.disruptor.Sequence;

import org.isotach.memory.Padded;
import org.isotach.niu.thread.Doorbell;

/**
 * Up to which pulse a host misses nothing, and up to which somebody wants to know: it owns rule 9 of docs/protocol.md.
 * The owner of the executor says what is completed; any thread may ask.
 */
public final class CompletedPulse extends Padded
{
    private static final long NO_DEMAND = 0;

    private final Doorbell doorbell;
    private final Sequence completed = new Sequence(0);
    private volatile long demanded = NO_DEMAND;

    // What those who wait have been told of; for the owner.
    private long shown;

    /**
     * @param doorbell of the thread that works for the executor.
     */
    CompletedPulse(final Doorbell doorbell)
    {
        this.doorbell = doorbell;
    }

    /**
     * Has everything been executed at this host that has a timestamp up to a pulse? Any thread may ask; if not, the
     * pulse will be ended even if there is nothing to be executed in it.
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
            // Volatile, and publishes nothing. Partner: nextToEnd(). Of several that ask at the same time one may be
            // forgotten, until it asks again.
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
     * The pulse that is to end next, for the owner: the one that is due, or, before it, one that somebody asks for.
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
     * Has a pulse been completed since the last call? For the owner.
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
