/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.send;

/**
 * The batch of a host in which an application thread has issued isochrons, or may still issue some, behind what was
 * sent. Written by the owner of the host; any thread may ask.
 */
public final class OpenBatch
{
    // Volatile: whoever finds a batch finds what was appended before it was closed, see FrameBatch.
    private volatile FrameBatch batch;

    /**
     * The batch, null for none.
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
     * Is there anything in the batch that is in no frame yet?
     */
    public boolean hasUnflushed()
    {
        final FrameBatch open = batch;
        return null != open && open.hasUnflushed();
    }

    /**
     * Nothing is to be issued any more: sees to it that the application thread of the batch notices.
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
