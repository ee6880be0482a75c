/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Comparator;

import org.isotach.niu.thread.Doorbell;

/**
 * The links on which frames come in at one host, sorted by sender: it owns the rule that a link is there before the
 * first frame is on it. Senders add links; the executor of the host reads them.
 */
public final class InboundLinks
{
    private static final VarHandle LINKS;

    // Another array without links: none is added to this one any more.
    private static final InboundLink[] STOPPED = {};

    static
    {
        try
        {
            LINKS = MethodHandles.lookup().findVarHandle(InboundLinks.class, "links", InboundLink[].class);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new ExceptionInInitializerError(ex);
        }
    }

    private final Doorbell doorbell;
    private volatile InboundLink[] links = {};

    /**
     * @param doorbell of the thread that works for the executor.
     */
    public InboundLinks(final Doorbell doorbell)
    {
        this.doorbell = doorbell;
    }

    /**
     * Rung by senders when a frame is on its link.
     */
    public Doorbell doorbell()
    {
        return doorbell;
    }

    /**
     * The links there are, which the caller does not change.
     */
    public InboundLink[] get()
    {
        // Volatile. Partner: the compare-and-set in connect().
        return links;
    }

    /**
     * Adds a link; its sender calls it before it puts the first frame on it.
     */
    public void connect(final FrameRing link)
    {
        InboundLink[] before;
        InboundLink[] after;
        do
        {
            before = links;
            if (isStopped(before))
            {
                return;
            }
            after = Arrays.copyOf(before, before.length + 1);
            after[before.length] = new InboundLink(link);
            Arrays.sort(after, Comparator.comparingInt(inboundLink -> inboundLink.sender));
        }
        while (!LINKS.compareAndSet(this, before, after));
    }

    /**
     * From here on there are no links, and none is added.
     */
    public void stop()
    {
        links = STOPPED;
    }

    /**
     * Were these read after {@link #stop()}?
     */
    public static boolean isStopped(final InboundLink[] links)
    {
        return STOPPED == links;
    }
}
