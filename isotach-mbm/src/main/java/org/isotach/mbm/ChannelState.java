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
 * The word in which one barrier channel at one host has its {@link BarrierState}: it owns the rule that a step is made
 * at once, from whatever the state is. The application, the executor and the LANai each make steps.
 * <p>
 * That the application has received the notice of a completion is no step: the word counts the completions that the
 * application is told of, and while it has received as many, the state is read without {@link BarrierState#NOTICE}. So
 * a barrier costs a host two compare-and-sets here, one when it participates and one when it is told.
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

    // The state, and above it how often the application was told of a completion, which wraps.
    private int word = BarrierState.INITIAL;

    // How often it has received that, in the place that it has in the word. Belongs to the thread that receives.
    private int received;

    /**
     * The state at present.
     */
    int get()
    {
        return state((int)WORD.getVolatile(this));
    }

    /**
     * For whoever is the only one to change the state.
     */
    void set(final int state)
    {
        // Volatile: from which execution on the host is a member. Partner: complete().
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
     * @param member    is asked after the state was read: a host that joins says from when on before it shows that it
     *                  does.
     * @param execution that is complete.
     * @return the state before, or the refusal.
     */
    int complete(final Membership member, final long execution)
    {
        while (true)
        {
            final int before = (int)WORD.getVolatile(this);
            final int state = state(before);
            final int after = BarrierState.complete(state, member.takesPartIn(execution));
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
     * The application has received the notice of a completion; for the thread that receives.
     */
    void receiveNotice()
    {
        // Release: another thread of the host may participate then. Partner: state().
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
     * Which executions of a barrier concern a host.
     */
    interface Membership
    {
        /**
         * Does the host take part in an execution, if it is a member?
         */
        boolean takesPartIn(long execution);
    }
}
