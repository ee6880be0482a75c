/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

/**
 * The state of a block, for the host that owns it (Martin, HPAM, section 6.1, Table 1). The host moves a block on to
 * {@link #COUNTING} or {@link #WAITING} without waiting for its transmission to end.
 */
public enum BlockState
{
    /**
     * Holds nothing.
     */
    FREE,

    /**
     * Handed over for transmission.
     */
    TRANSMIT,

    /**
     * Sent, and kept until it is answered; it is sent again if that takes too long.
     */
    COUNTING,

    /**
     * Sent, and kept without a timer: it must not be used for anything else yet.
     */
    WAITING,

    /**
     * Holds a packet that has arrived.
     */
    RECEIVED;

    /**
     * Returns whether a block may go from this state to another one.
     *
     * @param to the other one.
     * @return true if so.
     */
    public boolean mayBecome(final BlockState to)
    {
        switch (this)
        {
            case FREE:
                return TRANSMIT == to || RECEIVED == to;
            case TRANSMIT:
                return COUNTING == to || WAITING == to || FREE == to;
            default:
                return TRANSMIT == to || FREE == to;
        }
    }
}
