/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.isotach.Isochron;

/**
 * What a {@link Session} carries: the operations of one isochron. Until {@link #issued} was called, an exception means
 * that nothing was sent. After that the isochron executes, even if the wait for its execution, which only several hosts
 * need, ends with an exception.
 */
@FunctionalInterface
interface Cargo
{
    /**
     * Appends the operations. Called again, perhaps with another session, if there was no room.
     *
     * @param session  that belongs to the calling thread.
     * @param isochron of the session, open.
     */
    void load(Session session, Isochron isochron);

    /**
     * The isochron was issued.
     *
     * @param session that has issued it.
     */
    default void issued(final Session session)
    {
    }

    /**
     * It was not issued, after it was loaded or while it was.
     */
    default void abandoned()
    {
    }
}
