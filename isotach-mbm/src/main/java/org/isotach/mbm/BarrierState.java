/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

/**
 * The state of a barrier channel at one host, and the steps between states (Ironman section 6.5.5).
 * <pre>
 *      7        6        5       4        3       2    0
 *   +--------+---------+--------+--------+------------+--------+
 *   | notice | expelled| strong | member | registered | credit |
 *   +--------+---------+--------+--------+------------+--------+
 * </pre>
 * A step takes a state and returns the next one, which may be the same, or a refusal: a negative number with the reason
 * and the state. It has no other effect: the caller of the step does everything that follows from it.
 */
final class BarrierState
{
    // The place of the credit. SEND: it has to be sent, or, at the start, counts as sent without being asked for.
    // TRANSITION, READY: the host has registered, or participated, during an execution in which it does not take part.
    static final int SEND = 0;
    static final int NOT_HOLDING = 1;
    static final int TRANSITION = 2;
    static final int READY = 3;
    static final int HOLDING = 4;

    static final int REGISTERED = 8;

    // Other hosts wait for the credit of this host.
    static final int MEMBER = 16;
    static final int STRONG = 32;

    // The host has been expelled; no other state follows.
    static final int EXPELLED = 64;

    // The application is told of a completion, and has not received the notice.
    static final int NOTICE = 128;

    /**
     * State of a host that has never registered the channel.
     */
    static final int INITIAL = SEND;

    /**
     * State of a host that is a member from the beginning.
     */
    static final int FIRST = HOLDING | REGISTERED | MEMBER | STRONG;

    private static final int CREDIT_MASK = 7;
    private static final int REASON_SHIFT = 8;
    private static final int REASON_MASK = 255;
    private static final int REFUSAL = 1 << 31;
    private static final Refusal[] REFUSALS = Refusal.values();

    /**
     * The reasons why a step is refused.
     */
    enum Refusal
    {
        REGISTERS_EXPELLED,
        REGISTERS_AGAIN,
        PARTICIPATES_EXPELLED,
        NOT_REGISTERED,
        OTHER_MODE,
        INCOMPLETE,
        NO_PART_OF_IT,
        CREDIT_NOT_SENT
    }

    private BarrierState()
    {
    }

    /**
     * Registers the channel for the application. A credit that has not been sent is held; otherwise the host does not
     * take part in the current execution.
     */
    static int register(final int state, final BarrierMode mode)
    {
        if (isRegistered(state))
        {
            return refuse(Refusal.REGISTERS_AGAIN, state);
        }
        if (0 != (state & EXPELLED))
        {
            return refuse(Refusal.REGISTERS_EXPELLED, state);
        }
        final int flags = REGISTERED | MEMBER | (BarrierMode.STRONG == mode ? STRONG : 0) | state & NOTICE;
        return flags | (SEND == credit(state) ? HOLDING : TRANSITION);
    }

    /**
     * Does the same as {@link #register} for a host that is still a member; the state of any other host stays as it is.
     */
    static int registerMember(final int state, final BarrierMode mode)
    {
        final int next = register(state, mode);
        return isMember(state) || isRefusal(next) ? next : state;
    }

    /**
     * Participates for the application.
     */
    static int participate(final int state, final BarrierMode mode)
    {
        if (0 != (state & EXPELLED))
        {
            return refuse(Refusal.PARTICIPATES_EXPELLED, state);
        }
        if (!isRegistered(state))
        {
            return refuse(Refusal.NOT_REGISTERED, state);
        }
        if (mode(state) != mode)
        {
            return refuse(Refusal.OTHER_MODE, state);
        }
        final int credit = credit(state);
        if (HOLDING != credit && TRANSITION != credit || 0 != (state & NOTICE))
        {
            return refuse(Refusal.INCOMPLETE, state);
        }
        return with(state, TRANSITION == credit ? READY : NOT_HOLDING);
    }

    /**
     * Clears the channel for the application: a credit that it holds has to be sent.
     */
    static int clear(final int state)
    {
        if (!isRegistered(state))
        {
            return state;
        }
        final int credit = credit(state);
        return with(state & ~REGISTERED, HOLDING == credit || SEND == credit ? SEND : NOT_HOLDING);
    }

    /**
     * Notes that the application has received the notice of a completion.
     */
    static int receiveNotice(final int state)
    {
        return state & ~NOTICE;
    }

    /**
     * Notes that an execution is complete.
     *
     * @param hasJoined whether a host that is a member was one by then.
     * @param leaves    whether a host that is not registered any more leaves at once; otherwise it has to send its
     *                  credit, and leaves with that.
     */
    static int complete(final int state, final boolean hasJoined, final boolean leaves)
    {
        if (!isMember(state) || !hasJoined)
        {
            return refuse(Refusal.NO_PART_OF_IT, state);
        }
        switch (credit(state))
        {
            case NOT_HOLDING:
                return isTold(state) ? with(state, HOLDING) | NOTICE : leaves ? leave(state) : with(state, SEND);
            case TRANSITION:
                return with(state, HOLDING);
            case READY:
                return with(state, SEND);
            default:
                return refuse(Refusal.CREDIT_NOT_SENT, state);
        }
    }

    /**
     * Sends the credit if it has to be sent; it counts as sent from here on.
     */
    static int sendCredit(final int state)
    {
        return hasToSend(state) ? with(state, NOT_HOLDING) : state;
    }

    /**
     * Takes back the credit that {@link #participate} has sent, because it could not be sent: unless the application
     * has cleared the channel since, it has not participated.
     */
    static int takeBackParticipation(final int state)
    {
        return takeBack(state, HOLDING);
    }

    /**
     * Takes back the credit that {@link #sendCredit} has sent, because it could not be sent: it has to be sent again,
     * unless the application has registered the channel since, and holds it.
     */
    static int takeBackCredit(final int state)
    {
        return takeBack(state, SEND);
    }

    /**
     * Ends the membership of a host that has sent its last credit. It has yet to receive the notices that it was given.
     */
    static int leave(final int state)
    {
        return isLeaving(state) ? NOT_HOLDING | state & NOTICE : state;
    }

    /**
     * Expels the host.
     */
    static int expel(final int state)
    {
        return EXPELLED;
    }

    static int credit(final int state)
    {
        return state & CREDIT_MASK;
    }

    static boolean isRegistered(final int state)
    {
        return 0 != (state & REGISTERED);
    }

    static boolean isMember(final int state)
    {
        return 0 != (state & MEMBER);
    }

    /**
     * Returns the mode of a registered channel.
     */
    static BarrierMode mode(final int state)
    {
        return 0 != (state & STRONG) ? BarrierMode.STRONG : BarrierMode.WEAK;
    }

    /**
     * Returns whether the application has participated, and has not been told of the completion.
     */
    static boolean isWaiting(final int state)
    {
        return isTold(state) || isRegistered(state) && READY == credit(state);
    }

    /**
     * Returns whether the application is told of a completion in this state.
     */
    static boolean isTold(final int state)
    {
        return isRegistered(state) && NOT_HOLDING == credit(state);
    }

    /**
     * Returns whether only the application can let the barrier complete.
     */
    static boolean isWaitedFor(final int state)
    {
        return isRegistered(state) && HOLDING == credit(state);
    }

    /**
     * Returns whether other hosts wait for a credit that the application no longer holds.
     */
    static boolean hasToSend(final int state)
    {
        return SEND == credit(state) && isMember(state);
    }

    /**
     * Returns whether the credit that the host sends is its last one.
     */
    static boolean isLeaving(final int state)
    {
        return NOT_HOLDING == credit(state) && !isRegistered(state);
    }

    /**
     * @param step the result of a step.
     */
    static boolean isRefusal(final int step)
    {
        return step < 0;
    }

    static Refusal reason(final int refusal)
    {
        return REFUSALS[refusal >> REASON_SHIFT & REASON_MASK];
    }

    private static int refuse(final Refusal reason, final int state)
    {
        return REFUSAL | reason.ordinal() << REASON_SHIFT | state;
    }

    /**
     * @param unsent the credit of a registered host after that, if the application has done nothing in between.
     */
    private static int takeBack(final int state, final int unsent)
    {
        final int credit = credit(state);
        if (TRANSITION == credit)
        {
            return with(state, HOLDING);
        }
        return with(state, NOT_HOLDING == credit && isRegistered(state) ? unsent : SEND);
    }

    private static int with(final int state, final int credit)
    {
        return state & ~CREDIT_MASK | credit;
    }
}
