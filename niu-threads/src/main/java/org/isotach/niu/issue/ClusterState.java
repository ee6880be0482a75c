/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.issue;

import java.util.concurrent.atomic.AtomicInteger;

import org.isotach.memory.Padded;

/**
 * Whether a cluster takes isochrons, or is closed: it owns the rule that there is one way, and one who goes it.
 * Threadsafe.
 */
public final class ClusterState extends Padded
{
    private static final int OPEN = 0;
    private static final int CLOSING = 1;
    private static final int CLOSED = 2;

    private final AtomicInteger state = new AtomicInteger(OPEN);

    /**
     * Are isochrons taken?
     */
    public boolean isOpen()
    {
        return OPEN == state.get();
    }

    /**
     * Is it closed for good?
     */
    public boolean isClosed()
    {
        return CLOSED == state.get();
    }

    /**
     * Takes no isochrons from now on.
     *
     * @return false if somebody else closes it, or has.
     */
    public boolean tryBeginEnd()
    {
        return state.compareAndSet(OPEN, CLOSING);
    }

    public void end()
    {
        state.set(CLOSED);
    }
}
