/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

/**
 * What state a barrier channel is in at one host, and the steps between states (Ironman section 6.5.5).
 * <pre>
 *      7        6        5       4        3       2    0
 *   +--------+---------+--------+--------+------------+--------+
 *   | notice | expelled| strong | member | registered | credit |
 *   +--------+---------+--------+--------+------------+--------+
 * </pre>
 * A step takes a state and returns the next one, which may be the same, or a refusal: a negative number that holds the
 * reason, and the state. It does nothing else: whoever makes the step does what it entails.
 */
final class BarrierState
{
    // Where the credit is. SEND: it has to be sent, or, at the start, counts as sent without being asked for.
    // TRANSITION, READY: registered, and has participated, while an execution is under way that is none of its own.
    static final int SEND = 0;
    static final int NOT_HOLDING = 1;
    static final int TRANSITION = 2;
    static final int READY = 3;
    static final int HOLDING = 4;

    static final int REGISTERED = 8;

    // Others wait for the credit of the host.
    static final int MEMBER = 16;
    static final int STRONG = 32;

    // The host has been expelled; no other state follows.
    static final int EXPELLED = 64;

    // The application is told of a completion, and has not received that.
    static final int NOTICE = 128;

    /**
     * Of a host that has never registered the channel.
     */
    static final int INITIAL = SEND;

    /**
     * Of a host that is a member from the beginning.
     */
    static final int FIRST = HOLDING | REGISTERED | MEMBER | STRONG;

    private static final int CREDIT_MASK = 7;
    private static final int REASON_SHIFT = 8;
    private static final int REASON_MASK = 255;
    private static final int REFUSAL = 1 << 31;
    private static final Refusal[] REFUSALS = Refusal.values();

    /**
     * Why a step is not made.
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
     * The application registers the channel. A credit that was not sent is held; else the execution that is under way
     * is none of its own.
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
     * As {@link #register}, of a host that is a member still; any other one stays as it is.
     */
    static int registerMember(final int state, final BarrierMode mode)
    {
        final int next = register(state, mode);
        return isMember(state) || isRefusal(next) ? next : state;
    }

    /**
     * The application participates.
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
     * The application gives the channel up: a credit that it has is to be sent.
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
     * The application has received the notice of a completion.
     */
    static int receiveNotice(final int state)
    {
        return state & ~NOTICE;
    }

    /**
     * An execution is complete.
     *
     * @param hasJoined whether a host that is a member was one by then.
     */
    static int complete(final int state, final boolean hasJoined)
    {
        if (!isMember(state) || !hasJoined)
        {
            return refuse(Refusal.NO_PART_OF_IT, state);
        }
        switch (credit(state))
        {
            case NOT_HOLDING:
                return isTold(state) ? with(state, HOLDING) | NOTICE : leave(state);
            case TRANSITION:
                return with(state, HOLDING);
            case READY:
                return with(state, SEND);
            default:
                return refuse(Refusal.CREDIT_NOT_SENT, state);
        }
    }

    /**
     * The credit counts as sent from here on, if it has to be.
     */
    static int sendCredit(final int state)
    {
        return hasToSend(state) ? with(state, NOT_HOLDING) : state;
    }

    /**
     * The credit that {@link #participate} has sent was not sent: unless the application has given the channel up
     * since, it has not participated.
     */
    static int takeBackParticipation(final int state)
    {
        return takeBack(state, HOLDING);
    }

    /**
     * The credit that {@link #sendCredit} has sent was not sent: it has to be, unless the application has registered
     * the channel since, and holds it.
     */
    static int takeBackCredit(final int state)
    {
        return takeBack(state, SEND);
    }

    /**
     * A member that has sent its last credit is none any more. What it was told it has still to receive.
     */
    static int leave(final int state)
    {
        return isLeaving(state) ? NOT_HOLDING | state & NOTICE : state;
    }

    /**
     * The host is expelled.
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
     * Of a registered channel.
     */
    static BarrierMode mode(final int state)
    {
        return 0 != (state & STRONG) ? BarrierMode.STRONG : BarrierMode.WEAK;
    }

    /**
     * Has the application participated, and not been told of the completion?
     */
    static boolean isWaiting(final int state)
    {
        return isTold(state) || isRegistered(state) && READY == credit(state);
    }

    /**
     * Is the application told of the completion, if there is one in this state?
     */
    static boolean isTold(final int state)
    {
        return isRegistered(state) && NOT_HOLDING == credit(state);
    }

    /**
     * Can nothing but the application let the barrier be complete?
     */
    static boolean isWaitedFor(final int state)
    {
        return isRegistered(state) && HOLDING == credit(state);
    }

    /**
     * Do others wait for a credit that the application does not hold any more?
     */
    static boolean hasToSend(final int state)
    {
        return SEND == credit(state) && isMember(state);
    }

    /**
     * Is what the host sends its last credit?
     */
    static boolean isLeaving(final int state)
    {
        return NOT_HOLDING == credit(state) && !isRegistered(state);
    }

    /**
     * @param step what a step has returned.
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
     * @param unsent what the host has then if it is registered, and the application has done nothing in between.
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
