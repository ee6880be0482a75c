/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

/**
 * A reply, or a broadcast, that has arrived. There is no way to answer it.
 * <p>
 * <b>Note:</b> it is valid until the {@link ReplyHandler} returns, and belongs to the thread that runs it.
 */
public final class Reply extends Arrival
{
    Reply(final int self)
    {
        super(self);
    }

    /**
     * The host that has sent it.
     *
     * @return its number.
     */
    public int source()
    {
        return other();
    }
}
