/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import org.isotach.niu.spi.ReplyHandler;

/**
 * The links on which results come in at one host. It owns the rule that a link is added before the first result is on
 * it (docs/protocol.md, section 9). Executors that answer add links; the owner of the executor of the host reads them.
 */
public final class ReplyLinks
{
    private final AtomicReference<ReplyLink[]> links = new AtomicReference<>(new ReplyLink[0]);

    /**
     * Adds a link; the executor that answers calls it before it puts the first result on it.
     */
    public void connect(final ReplyLink link)
    {
        ReplyLink[] before;
        ReplyLink[] after;
        do
        {
            before = links.get();
            after = Arrays.copyOf(before, before.length + 1);
            after[before.length] = link;
        }
        // Volatile: the link. Partners: poll(), areEmpty().
        while (!links.compareAndSet(before, after));
    }

    /**
     * Hands the results that have arrived to their families; for the owner of the executor.
     *
     * @param handlers     by family.
     * @param errorHandler told of their exceptions; never throws.
     * @return number of results.
     */
    public int poll(final ReplyHandler[] handlers, final Consumer<Throwable> errorHandler)
    {
        int work = 0;
        // Volatile. Partner: connect().
        for (final ReplyLink link : links.get())
        {
            work += link.poll(handlers, errorHandler);
        }
        return work;
    }

    /**
     * Returns whether every result that was sent to this host has been taken. Any thread may call it.
     */
    public boolean areEmpty()
    {
        // Volatile. Partner: connect().
        for (final ReplyLink link : links.get())
        {
            if (!link.isEmpty())
            {
                return false;
            }
        }
        return true;
    }
}
