/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.issue;

import org.isotach.memory.Padded;

/**
 * Whether a cluster takes isochrons, is ending, or is closed. It owns the rule that this goes in one direction only,
 * and that one thread ends the cluster. Threadsafe.
 */
public final class ClusterState extends Padded
{
    private static final int OPEN = 0;
    private static final int CLOSING = 1;
    private static final int CLOSED = 2;

    private volatile int state = OPEN;

    // See isUndisturbed(). Set before anything of that is.
    private volatile boolean isDisturbed;

    /**
     * Returns whether isochrons are taken.
     */
    public boolean isOpen()
    {
        return OPEN == state;
    }

    /**
     * Returns whether the cluster is closed for good.
     */
    public boolean isClosed()
    {
        return CLOSED == state;
    }

    /**
     * Returns whether nothing has ended so far: the cluster is open, and no host was expelled or shut down, or has said
     * that it issues nothing any more. One look, for all hosts, in place of several.
     */
    public boolean isUndisturbed()
    {
        return !isDisturbed;
    }

    /**
     * Something is about to end.
     */
    void disturb()
    {
        isDisturbed = true;
    }

    /**
     * Stops taking isochrons.
     *
     * @return false if another thread is closing the cluster, or has closed it.
     */
    public synchronized boolean tryBeginEnd()
    {
        final boolean isFirst = isOpen();
        if (isFirst)
        {
            disturb();
            state = CLOSING;
        }
        return isFirst;
    }

    public synchronized void end()
    {
        disturb();
        state = CLOSED;
    }
}
