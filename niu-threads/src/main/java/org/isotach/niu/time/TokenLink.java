/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.time;

import java.util.concurrent.atomic.AtomicReference;

import org.isotach.niu.fault.FaultGenerator;

/**
 * The tokens that one unit has heard from another over a link with faults. It owns the rule that lost, duplicated, late
 * and corrupt tokens do no harm. Tokens are cumulative, so only the newest counts; a unit that waits for tokens asks
 * for it again.
 * <p>
 * All methods are threadsafe, except {@link #send}.
 */
public final class TokenLink
{
    /**
     * The value of a token, and the number that says which of two is newer.
     */
    private record Token(long number, long value, long check)
    {
        Token(final long number, final long value)
        {
            this(number, value, check(number, value));
        }

        boolean isIntact()
        {
            return check == check(number, value);
        }

        private static long check(final long number, final long value)
        {
            return FaultGenerator.mix(number + FaultGenerator.mix(value));
        }
    }

    private final FaultGenerator generator;
    private final AtomicReference<Token> arrived;
    private final AtomicReference<Token> late = new AtomicReference<>();
    private volatile Token sent;

    /**
     * @param value initial value at both ends.
     */
    public TokenLink(final FaultGenerator generator, final long value)
    {
        this.generator = generator;
        sent = new Token(0, value);
        arrived = new AtomicReference<>(sent);
    }

    /**
     * Sends a token that is newer than all others, whatever its value; for the one unit that sends.
     */
    void send(final long value)
    {
        // Publishes everything that its sender has done before. Partner: hear().
        sent = new Token(sent.number() + 1, value);
        transmit(sent);
    }

    /**
     * Does the same as {@link #send}, again and again until the token has arrived and the sender knows that.
     */
    void sendUntilHeard(final long value)
    {
        send(value);
        while (arrived.get().number() < sent.number() || FaultGenerator.Fault.DROP == generator.next())
        {
            transmit(sent);
        }
    }

    /**
     * Asks for the newest token if it has not arrived.
     *
     * @return value of the newest token that has arrived.
     */
    long hear()
    {
        return hear(sent);
    }

    /**
     * Does the same as {@link #hear()}, for a sender whose tokens are the pulses of its time.
     *
     * @param time of the sender.
     */
    public long hearTime(final long time)
    {
        return hear(new Token(time, time));
    }

    private long hear(final Token newest)
    {
        if (null != late.get() && 0 == generator.below(2))
        {
            accept(late.getAndSet(null));
        }
        if (arrived.get().number() < newest.number())
        {
            transmit(newest);
        }
        return arrived.get().value();
    }

    private void transmit(final Token token)
    {
        switch (generator.next())
        {
            case DROP:
                break;
            case DUPLICATE:
                accept(token);
                late.set(token);
                break;
            case DELAY:
            case REORDER:
                late.set(token);
                break;
            case CORRUPT:
                accept(withWrongBit(token));
                break;
            default:
                accept(token);
                break;
        }
    }

    private void accept(final Token token)
    {
        if (null != token && token.isIntact())
        {
            // Passes on everything that the sender of the token had done before. Partner: hear().
            arrived.accumulateAndGet(token, (known, other) -> other.number() > known.number() ? other : known);
        }
    }

    private Token withWrongBit(final Token token)
    {
        final long wrong = 1L << generator.below(Long.SIZE);
        switch (generator.below(3))
        {
            case 0:
                return new Token(token.number() ^ wrong, token.value(), token.check());
            case 1:
                return new Token(token.number(), token.value() ^ wrong, token.check());
            default:
                return new Token(token.number(), token.value(), token.check() ^ wrong);
        }
    }
}
