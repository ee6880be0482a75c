/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

/**
 * Another member of a cluster in several JVMs is lost: its trunk has failed. What needs it waits; the message says what
 * has happened, and what to do.
 */
public final class OtherMemberLostException extends IsotachException
{
    private static final long serialVersionUID = 1L;

    private final String member;

    /**
     * Creates the exception.
     *
     * @param member  name of the member that is lost.
     * @param message what happened, with the numbers, and what to do.
     */
    public OtherMemberLostException(final String member, final String message)
    {
        super(message);
        this.member = member;
    }

    /**
     * Returns the name of the member that is lost.
     *
     * @return the name, as in the list of members.
     */
    public String member()
    {
        return member;
    }
}
