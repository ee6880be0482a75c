/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

import org.isotach.niu.thread.Doorbell;

/**
 * The links on which frames come in at one host, sorted by sender. It owns the rule that a link is added before the
 * first frame is on it. Senders add links; the executor of the host reads them.
 */
public final class InboundLinks
{
    private static final VarHandle LINKS;

    // A distinct array without links, to which none is added any more.
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
     * Returns the links; the caller must not change them.
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
     * Removes all links from a host but the newest; for the executor.
     */
    public void removeOlder(final int sender)
    {
        InboundLink[] before;
        InboundLink[] after;
        do
        {
            // Volatile. Partner: the compare-and-set in connect(), and here.
            before = links;
            after = withoutOlder(before, sender);
        }
        while (before.length != after.length && !LINKS.compareAndSet(this, before, after));
    }

    private static InboundLink[] withoutOlder(final InboundLink[] all, final int sender)
    {
        final List<InboundLink> rest = new ArrayList<>();
        for (int i = 0; i < all.length; i++)
        {
            // Sorted, and the newest of a sender is its last one.
            if (all[i].sender != sender || i + 1 == all.length || all[i + 1].sender != sender)
            {
                rest.add(all[i]);
            }
        }
        return rest.size() == all.length ? all : rest.toArray(new InboundLink[0]);
    }

    /**
     * Removes all links, and prevents new ones.
     */
    public void stop()
    {
        links = STOPPED;
    }

    /**
     * Returns whether links were read after {@link #stop()}.
     */
    public static boolean isStopped(final InboundLink[] links)
    {
        return STOPPED == links;
    }
}
