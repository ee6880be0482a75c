/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

/**
 * A request that will never be answered. Its handler may have run, and may not have.
 * <p>
 * <b>Note:</b> it is valid until the {@link FailureHandler} returns, and belongs to the thread that runs it.
 */
public final class Failure extends Arrival
{
    /**
     * Why there is no answer.
     */
    public enum Reason
    {
        /**
         * The other host was expelled.
         */
        EXPELLED,

        /**
         * The other host has not answered for {@link AmContext#giveUp}.
         */
        NO_ANSWER,

        /**
         * The cluster was closed, or this host shut down or expelled.
         */
        CLOSED,

        /**
         * The memory that was to be written is not registered, and nothing was written. For a transfer it is that of
         * the other host, and no handler ran. For a reply that is a transfer it is that of this host: the handler of
         * the request has run, that of the reply has not.
         */
        DENIED
    }

    private Reason reason;

    Failure(final int self)
    {
        super(self);
    }

    void open(final int target, final AmPacket packet, final Reason cause)
    {
        open(target, packet);
        reason = cause;
    }

    /**
     * Why there is no answer.
     *
     * @return the reason.
     */
    public Reason reason()
    {
        checkValid();
        return reason;
    }

    /**
     * The host that was asked.
     *
     * @return its number.
     */
    public int target()
    {
        return other();
    }

    /**
     * The handler that was asked for; -1 for a piece of a transfer, which has none.
     *
     * @return the number that {@link ActiveMessages#onRequest} has returned.
     */
    public int handler()
    {
        return packet().handler();
    }
}
