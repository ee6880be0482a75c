/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.time;

import java.util.List;

import org.isotach.memory.OffHeapBuffer;

/**
 * Moves the logical time of a group of several switches that has no neighbours. It owns the leap of rule 1
 * (docs/protocol.md): time goes to a pulse at once where nothing is stamped up to that pulse any more.
 * <p>
 * The word {@code leap}, beside {@code time}, says how far a thread wants time to leap: what is stamped under a pin
 * that comes after that is later ({@link LeapingTokenWord}). A pin that came before is seen by the thread, which looks
 * at all hosts when it has raised the word. So both, pin and leap, store first and look then, and one of the two sees
 * the other; all four accesses are volatile.
 */
public class LeapingTokenManager extends TokenManager
{
    /**
     * For fewer pulses a leap saves nothing.
     */
    static final int SHORTEST_LEAP = 3;

    private final OffHeapBuffer tokens;
    private final int leapIndex;

    /**
     * See {@link TokenManager}.
     *
     * @param timeIndex index of {@code time}; {@code leap} is the word behind it, in the same cache line.
     */
    public LeapingTokenManager(
        final List<Integer> switches,
        final OffHeapBuffer tokens,
        final int timeIndex,
        final int demandIndex,
        final int[] inputIndexes)
    {
        super(switches, tokens, timeIndex, demandIndex, inputIndexes);
        this.tokens = tokens;
        leapIndex = timeIndex + Long.BYTES;
    }

    /**
     * Returns the pulse up to which nothing is stamped any more under a pin that begins from now on. A thread reads it
     * when it is pinned.
     */
    public final long leap()
    {
        // Volatile, behind the store of the pin: either this reads what a thread that wants to leap has raised, or that
        // thread, which looks at the token words after that, finds the pin. Partner: raise().
        return tokens.getLongVolatile(leapIndex);
    }

    @Override
    long next(final long time, final long pulse)
    {
        return pulse - time >= SHORTEST_LEAP && mayLeap(pulse) ? pulse : super.next(time, pulse);
    }

    /**
     * Says that time is to leap, and then looks whether each pin from before has ended, or is beyond that.
     */
    private boolean mayLeap(final long pulse)
    {
        raise(pulse);
        for (int host = 0; host < inputCount(); host++)
        {
            if (!hasHostSent(host, pulse))
            {
                return false;
            }
        }
        return true;
    }

    private void raise(final long pulse)
    {
        long before = leap();
        // Volatile, in front of the look at the token words. Whoever finds that another thread has raised it as far
        // looks after that, too. Partner: leap().
        while (before < pulse && !tokens.compareAndSetLong(leapIndex, before, pulse))
        {
            before = leap();
        }
    }
}
