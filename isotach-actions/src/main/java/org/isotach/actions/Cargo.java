/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.isotach.Isochron;

/**
 * The operations of one isochron that a {@link Session} carries. Until {@link #issued} has been called, an exception
 * means that nothing was sent. After that the isochron executes, even if the wait for its execution, which only several
 * hosts need, ends with an exception.
 */
@FunctionalInterface
interface Cargo
{
    /**
     * Appends the operations. Called again, perhaps with another session, if there was no room.
     *
     * @param session  a session that belongs to the calling thread.
     * @param isochron the isochron of the session, open.
     */
    void load(Session session, Isochron isochron);

    /**
     * Called when the isochron has been issued.
     *
     * @param session the session that has issued it.
     */
    default void issued(final Session session)
    {
    }

    /**
     * Called when the isochron has not been issued, after it was loaded or in the middle of that.
     */
    default void abandoned()
    {
    }
}
