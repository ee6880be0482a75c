/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

/**
 * The queues of one process in user memory, under the names of the paper (Hoe, FUNet, section 3): RP is for replies,
 * which have the high priority, RQ for requests.
 */
public enum Queue
{
    /**
     * Receives replies.
     */
    RPRQ,

    /**
     * Receives requests.
     */
    RQRQ,

    /**
     * Sends replies.
     */
    RPSQ,

    /**
     * Sends requests.
     */
    RQSQ;

    private static final Queue[] ALL = values();

    private final Register base = Register.of(Register.RPRQ_BASE.ordinal() + ordinal());
    private final Register tail = Register.of(Register.RPRQ_TL.ordinal() + ordinal());
    private final Register head = Register.of(Register.RPRQ_HD.ordinal() + ordinal());

    /**
     * Returns the queue that receives.
     *
     * @param isReply true for replies.
     * @return the queue.
     */
    public static Queue receiving(final boolean isReply)
    {
        return isReply ? RPRQ : RQRQ;
    }

    /**
     * Returns the queue that sends.
     *
     * @param isReply true for replies.
     * @return the queue.
     */
    public static Queue sending(final boolean isReply)
    {
        return isReply ? RPSQ : RQSQ;
    }

    /**
     * Returns the register with the address of its first slot.
     *
     * @return the register.
     */
    public Register base()
    {
        return base;
    }

    /**
     * Returns the register with the index at which the consumer is.
     *
     * @return the register.
     */
    public Register tail()
    {
        return tail;
    }

    /**
     * Returns the register with the index at which the producer is.
     *
     * @return the register.
     */
    public Register head()
    {
        return head;
    }

    static Queue withHead(final Register register)
    {
        return ALL[register.ordinal() - Register.RPRQ_HD.ordinal()];
    }

    static Queue withBase(final Register register)
    {
        return ALL[register.ordinal() - Register.RPRQ_BASE.ordinal()];
    }

    boolean isReceiving()
    {
        return this == RPRQ || this == RQRQ;
    }
}
