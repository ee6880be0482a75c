/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.send;

/**
 * The batch of a host in which an application thread has issued isochrons, or may still issue some, after those that
 * were sent. Written by the owner of the host; any thread may read it.
 */
public final class OpenBatch
{
    // Volatile: a thread that finds a batch finds what was appended before it was closed, see FrameBatch.
    private volatile FrameBatch batch;

    /**
     * Returns the batch, null for none.
     */
    public FrameBatch get()
    {
        return batch;
    }

    /**
     * For the owner of the host.
     *
     * @param next the batch, null for none.
     */
    public void set(final FrameBatch next)
    {
        batch = next;
    }

    /**
     * Returns whether the batch has isochrons that are in no frame yet.
     */
    public boolean hasUnflushed()
    {
        final FrameBatch open = batch;
        return null != open && open.hasUnflushed();
    }

    /**
     * Nothing may be issued any more: makes the application thread of the batch notice.
     */
    public void close()
    {
        final FrameBatch open = batch;
        if (null != open)
        {
            open.close();
        }
    }
}
