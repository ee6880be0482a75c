/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.send;

/**
 * One word that identifies the execution of an isochron at its own host: its number, if it has operations there, or its
 * pulse (docs/protocol.md, section 2). No other state has to be kept for it.
 */
public final class Ticket
{
    private Ticket()
    {
    }

    /**
     * Ticket of a frame for the issuing host.
     *
     * @param issue its sequence there.
     */
    static long ofIssue(final long issue)
    {
        return issue << 1 | 1;
    }

    /**
     * Ticket of a frame for others.
     *
     * @param pulse its timestamp.
     */
    static long ofPulse(final long pulse)
    {
        return pulse << 1;
    }

    /**
     * Returns whether it is the ticket of a frame for the issuing host.
     */
    public static boolean isOfIssue(final long ticket)
    {
        return 0 != (ticket & 1);
    }

    /**
     * Returns the sequence, or the pulse.
     */
    public static long value(final long ticket)
    {
        return ticket >> 1;
    }
}
