/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.IntUnaryOperator;

import org.isotach.memory.Padded;

/**
 * The word that holds the {@link BarrierState} of one barrier channel at one host. This class owns the rule that a step
 * is atomic, from whatever state. The application, the executor and the LANai each make steps.
 * <p>
 * The receipt of a notice by the application is not a step. The word counts the completions that the application is
 * told of; while it has received as many, the state is read without {@link BarrierState#NOTICE}. So a barrier costs a
 * host two compare-and-sets here, one when it participates and one when it is told.
 */
final class ChannelState extends Padded
{
    private static final int STATE_MASK = 255;
    private static final int ONE_TOLD = STATE_MASK + 1;
    private static final VarHandle WORD;
    private static final VarHandle RECEIVED;

    static
    {
        try
        {
            final MethodHandles.Lookup lookup = MethodHandles.lookup();
            WORD = lookup.findVarHandle(ChannelState.class, "word", int.class);
            RECEIVED = lookup.findVarHandle(ChannelState.class, "received", int.class);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new ExceptionInInitializerError(ex);
        }
    }

    // The state, and above it the number of times that the application was told of a completion, which wraps around.
    private int word = BarrierState.INITIAL;

    // The number of times that it has received that, shifted as in the word. Belongs to the receiving thread.
    private int received;

    /**
     * Returns the current state.
     */
    int get()
    {
        return state((int)WORD.getVolatile(this));
    }

    /**
     * Sets the state; for the only thread that changes it.
     */
    void set(final int state)
    {
        // Volatile: the execution from which the host is a member. Partner: complete().
        WORD.setVolatile(this, word & ~STATE_MASK | state);
    }

    /**
     * Makes a step.
     *
     * @return the state before, or the refusal.
     */
    int change(final IntUnaryOperator step)
    {
        while (true)
        {
            final int before = (int)WORD.getVolatile(this);
            final int state = state(before);
            final int after = step.applyAsInt(state);
            if (BarrierState.isRefusal(after))
            {
                return after;
            }
            if (after == state || WORD.compareAndSet(this, before, before & ~STATE_MASK | after))
            {
                return state;
            }
        }
    }

    /**
     * Makes the step of {@link BarrierState#complete}; for the executor.
     *
     * @param member    called after the state was read: a joining host says from which execution it is a member before
     *                  it shows that it is one.
     * @param execution the complete execution.
     * @param leaves    see {@link BarrierState#complete}.
     * @return the old state, or the refusal.
     */
    int complete(final Membership member, final long execution, final boolean leaves)
    {
        while (true)
        {
            final int before = (int)WORD.getVolatile(this);
            final int state = state(before);
            final int after = BarrierState.complete(state, member.takesPartIn(execution), leaves);
            if (BarrierState.isRefusal(after))
            {
                return after;
            }
            final int told = (before & ~STATE_MASK) + (BarrierState.isTold(state) ? ONE_TOLD : 0);
            if (WORD.compareAndSet(this, before, told | after))
            {
                return state;
            }
        }
    }

    /**
     * Notes that the application has received the notice of a completion; for the receiving thread.
     */
    void receiveNotice()
    {
        // Release: after that, another thread of the host may participate. Partner: state().
        RECEIVED.setRelease(this, received + ONE_TOLD);
    }

    private int state(final int now)
    {
        // Acquire. Partner: receiveNotice().
        return 0 != (now & BarrierState.NOTICE) && (int)RECEIVED.getAcquire(this) == (now & ~STATE_MASK) ?
            BarrierState.receiveNotice(now & STATE_MASK) : now & STATE_MASK;
    }

    @Override
    public String toString()
    {
        return Integer.toBinaryString(get());
    }

    /**
     * The executions of a barrier that concern a host.
     */
    interface Membership
    {
        /**
         * Returns whether the host takes part in an execution, if it is a member.
         */
        boolean takesPartIn(long execution);
    }
}
