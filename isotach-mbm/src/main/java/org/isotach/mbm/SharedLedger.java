/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The ledger of one barrier channel inside one JVM, which counts the credits over all hosts. This class owns the rule
 * that the change after which no member holds its credit any more completes the execution, and no other one does.
 * <p>
 * Threadsafe and lock-free.
 */
final class SharedLedger implements BarrierLedger
{
    private static final int COUNT_BITS = 10;
    private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;
    private static final long ONE_HOLDER = 1;
    private static final long ONE_MEMBER = 1L << COUNT_BITS;
    private static final int EXECUTION_SHIFT = 2 * COUNT_BITS;

    // The execution, the number of members, and the number of members that hold their credit.
    private final AtomicLong word = new AtomicLong();
    private final AtomicLong latest = new AtomicLong();

    // Written by the host that has completed an execution; the next one is not complete before its notice was given.
    private long completionPulse;

    /**
     * Makes a host a member that holds its credit for the current execution.
     *
     * @return the execution.
     */
    long joinHolding()
    {
        return execution(word.getAndAdd(ONE_MEMBER | ONE_HOLDER));
    }

    /**
     * Does the same as {@link #joinHolding()}, unless the first execution is complete.
     */
    boolean joinHoldingFirst()
    {
        long before;
        do
        {
            before = word.get();
            if (0 != execution(before))
            {
                return false;
            }
        }
        while (!word.compareAndSet(before, before + (ONE_MEMBER | ONE_HOLDER)));
        return true;
    }

    /**
     * Makes a host a member whose credit for the current execution counts as sent.
     *
     * @param pulse the pulse before which the execution must not be complete: otherwise the host could be told before
     *              it knows that it is a member.
     * @return the execution; complemented, and so negative, if this completes it, because there is no other member.
     */
    long join(final long pulse)
    {
        latest.accumulateAndGet(pulse, Math::max);
        while (true)
        {
            final long before = word.get();
            final long after = before + ONE_MEMBER;
            final boolean isComplete = 0 == (after & COUNT_MASK);
            if (word.compareAndSet(before, isComplete ? nextExecution(after) : after))
            {
                return isComplete ? ~execution(before) : execution(before);
            }
        }
    }

    /**
     * Sends the credit of a member.
     *
     * @param pulse the pulse before which the execution must not be complete.
     * @return the execution if this completes it, otherwise {@link #NONE}.
     */
    long credit(final long pulse)
    {
        latest.accumulateAndGet(pulse, Math::max);
        return subtract(0, NONE);
    }

    /**
     * Sends the credit of a member, unless that would complete the execution.
     *
     * @param pulse the pulse before which the execution must not be complete.
     * @return the current execution; {@link #NONE} if the member still holds its credit.
     */
    long tryCredit(final long pulse)
    {
        // It only grows: the host that completes the execution reads at least this value.
        if (latest.get() < pulse)
        {
            latest.accumulateAndGet(pulse, Math::max);
        }
        while (true)
        {
            final long before = word.get();
            if (ONE_HOLDER == (before & COUNT_MASK))
            {
                return NONE;
            }
            if (word.compareAndSet(before, before - ONE_HOLDER))
            {
                return execution(before);
            }
        }
    }

    /**
     * Sends the credit of a member, and ends its membership.
     *
     * @param pulse the pulse before which the execution must not be complete.
     * @return the execution if this completes it, otherwise {@link #NONE}.
     */
    long creditAndLeave(final long pulse)
    {
        latest.accumulateAndGet(pulse, Math::max);
        return subtract(ONE_MEMBER, NONE);
    }

    /**
     * {@inheritDoc} It stays current while the caller is a member that holds its credit.
     */
    @Override
    public long execution()
    {
        return execution(word.get());
    }

    /**
     * Expels a member.
     *
     * @param lastSent the last execution for which its credit counts as sent, {@link #NONE} if there is none.
     * @return the execution if this completes it, otherwise {@link #NONE}.
     */
    long expel(final long lastSent)
    {
        return subtract(ONE_MEMBER, lastSent);
    }

    /**
     * Decides when all hosts are told that an execution is complete; for the host that has completed it.
     *
     * @param pulse the earliest pulse in which all hosts can be told.
     * @return the pulse: not before the credit of any participant, and later than that of the previous execution.
     */
    long complete(final long pulse)
    {
        completionPulse = Math.max(completionPulse + 1, Math.max(pulse, latest.get()));
        return completionPulse;
    }

    /**
     * Removes a credit, unless it has been sent for the current execution.
     *
     * @param members  number of members to remove with it.
     * @param lastSent the last execution for which the credit counts as sent, {@link #NONE} if there is none.
     */
    private long subtract(final long members, final long lastSent)
    {
        while (true)
        {
            final long before = word.get();
            final long after = before - members - (execution(before) == lastSent ? 0 : ONE_HOLDER);
            final boolean isComplete = 0 == (after & COUNT_MASK) && 0 != members(after);
            if (word.compareAndSet(before, isComplete ? nextExecution(after) : after))
            {
                return isComplete ? execution(before) : NONE;
            }
        }
    }

    /**
     * Gives all members their credit back.
     */
    private static long nextExecution(final long word)
    {
        return (execution(word) + 1 << EXECUTION_SHIFT) + members(word) * (ONE_MEMBER | ONE_HOLDER);
    }

    private static long execution(final long word)
    {
        return word >>> EXECUTION_SHIFT;
    }

    private static long members(final long word)
    {
        return word >>> COUNT_BITS & COUNT_MASK;
    }

    @Override
    public String toString()
    {
        final long now = word.get();
        return "SharedLedger{execution=" + execution(now) + ", members=" + members(now) + ", holders=" +
            (now & COUNT_MASK) + '}';
    }
}
