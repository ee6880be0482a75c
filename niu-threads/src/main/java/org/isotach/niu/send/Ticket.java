/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.send;

/**
 * What says of an isochron, in one word, when it was executed at its own host: its number, if it has operations there,
 * or its pulse (docs/protocol.md, section 2). Nobody has to keep anything for it.
 */
public final class Ticket
{
    private Ticket()
    {
    }

    /**
     * Of a frame for the issuing host.
     *
     * @param issue its sequence there.
     */
    static long ofIssue(final long issue)
    {
        return issue << 1 | 1;
    }

    /**
     * Of a frame for others.
     *
     * @param pulse its timestamp.
     */
    static long ofPulse(final long pulse)
    {
        return pulse << 1;
    }

    /**
     * Is it that of a frame for the issuing host?
     */
    public static boolean isOfIssue(final long ticket)
    {
        return 0 != (ticket & 1);
    }

    /**
     * The sequence, or the pulse.
     */
    public static long value(final long ticket)
    {
        return ticket >> 1;
    }
}
