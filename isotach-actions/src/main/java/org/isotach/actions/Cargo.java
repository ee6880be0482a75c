/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.isotach.Isochron;
import org.isotach.mbm.MessagePort;
import org.isotach.niu.Host;
import org.isotach.smm.MemoryPort;

/**
 * The operations of one isochron that a session carries. Until {@link #issued} has been called, an exception means that
 * nothing was sent. After that the isochron executes, even if the wait for its execution, which only several hosts
 * need, ends with an exception.
 */
@FunctionalInterface
interface Cargo
{
    /**
     * Appends the operations. Called again, perhaps for another session, if there was no room.
     *
     * @param isochron the isochron of the session, open.
     * @param memory   appends operations on variables.
     * @param messages appends messages.
     */
    void load(Isochron isochron, MemoryPort memory, MessagePort messages);

    /**
     * Returns whether another thread is just failing a read of an isochron that was abandoned. Until it has, nothing
     * can be loaded.
     */
    default boolean isOutstanding()
    {
        return false;
    }

    /**
     * Called when the isochron has been issued.
     *
     * @param session the number of the session that has issued it.
     * @param host    the host of the session.
     */
    default void issued(final int session, final Host host)
    {
    }

    /**
     * Returns what becomes of the isochron if the wait for its execution ends with an exception, for its message.
     *
     * @return a sentence without a full stop.
     */
    default String nevertheless()
    {
        return "The isochron was issued before, and takes effect nevertheless: do not make the call once more";
    }

    /**
     * Called when the isochron has not been issued, after it was loaded or in the middle of that. Neither this nor
     * {@link #issued} is called if that is unknown, because the host has been expelled meanwhile.
     */
    default void abandoned()
    {
    }
}
