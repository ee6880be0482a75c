/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Arrays;
import java.util.Objects;

import org.isotach.HostSet;
import org.isotach.PageMap;
import org.isotach.Topology;

/**
 * Where variables are placed: the hosts that have copies of them, or their page. Set by {@link IsotachContext#place}.
 * <p>
 * Immutable and threadsafe.
 */
public final class Placement
{
    private static final int NO_PAGE = -1;

    // Null for any hosts.
    private final HostSet hosts;
    private final int page;

    private Placement(final HostSet hosts, final int page)
    {
        this.hosts = hosts;
        this.page = page;
    }

    /**
     * Places variables at these hosts, and at no others. A program reads fastest at its own host; more copies make
     * writes slower.
     *
     * @param hosts host ids, 0..{@link Topology#MAX_HOSTS} - 1; at least one, each once, in any order.
     * @return the placement.
     * @throws IllegalArgumentException if there is no host, or a host is repeated or out of range.
     */
    public static Placement atHosts(final int... hosts)
    {
        final HostSet set = new HostSet(Topology.MAX_HOSTS);
        for (final int host : Objects.requireNonNull(hosts, "hosts"))
        {
            if (host < 0 || host >= Topology.MAX_HOSTS || set.contains(host))
            {
                throw new IllegalArgumentException("hosts: " + Arrays.toString(hosts) + " (expected: each once, 0.." +
                    (Topology.MAX_HOSTS - 1) + ')');
            }
            set.add(host);
        }
        if (0 == hosts.length)
        {
            throw new IllegalArgumentException("hosts: none (expected: at least one host for the variables)");
        }
        return new Placement(set, NO_PAGE);
    }

    /**
     * Places variables on one page of {@link IsotachContext#pageMap}.
     *
     * @param page number of the page, 0..{@link PageMap#MAX_PAGES} - 1.
     * @return the placement.
     * @throws IllegalArgumentException if the number is out of range.
     */
    public static Placement onPage(final int page)
    {
        if (page < 0 || page >= PageMap.MAX_PAGES)
        {
            throw new IllegalArgumentException("page: " + page + " (expected: 0.." + (PageMap.MAX_PAGES - 1) + ')');
        }
        return new Placement(null, page);
    }

    boolean isOnPage()
    {
        return NO_PAGE != page;
    }

    /**
     * @return null if a page was chosen.
     */
    int[] hosts()
    {
        if (null == hosts)
        {
            return null;
        }
        final int[] numbers = new int[hosts.size()];
        int host = -1;
        for (int i = 0; i < numbers.length; i++)
        {
            host = hosts.next(host + 1);
            numbers[i] = host;
        }
        return numbers;
    }

    /**
     * Refuses a placement for which no page exists.
     *
     * @param map the page map of the user, null for none.
     */
    void check(final String name, final PageMap map, final int hostCount)
    {
        if (isOnPage() && (null == map || !map.isMapped(page)))
        {
            throw new IllegalArgumentException("placement of " + name + ": " + this + " (expected: a mapped page of" +
                " IsotachContext.pageMap()" + (null == map ? ", which is not set)" : ")"));
        }
        if (!isOnPage() && hosts()[hosts.size() - 1] >= hostCount)
        {
            throw new IllegalArgumentException("placement of " + name + ": " + this + " (expected: 0.." +
                (hostCount - 1) + "; raise hosts)");
        }
    }

    /**
     * Returns whether variables with this placement may lie on a mapped page.
     */
    boolean isFor(final PageMap pages, final int number, final int hostCount)
    {
        return isOnPage() ? number == page : Arrays.equals(pages.copyset(number, hostCount), hosts());
    }

    @Override
    public boolean equals(final Object other)
    {
        return other instanceof Placement that && page == that.page && Arrays.equals(hosts(), that.hosts());
    }

    @Override
    public int hashCode()
    {
        return 31 * page + Arrays.hashCode(hosts());
    }

    @Override
    public String toString()
    {
        return isOnPage() ? "on page " + page : "at hosts " + Arrays.toString(hosts());
    }
}
