/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The hosts of each page of a {@link PageMap}. It owns the rules for copysets, and the difference between pages without
 * a copyset, pages on some hosts, and pages everywhere.
 * <p>
 * A builder fills it. A map keeps its own in a final field, and does not change it.
 */
final class Copysets
{
    private static final int[] EVERYWHERE = {};

    private int pageSize = PageMap.DEFAULT_PAGE_SIZE;

    // By page: null if unmapped, empty if everywhere, else ascending.
    private int[][] hostsOf = {};

    /**
     * As {@link PageMap#replicated(int)}.
     */
    static Copysets replicated(final int pages)
    {
        final Copysets copysets = new Copysets();
        copysets.mapEverywhere(0, checkPages(pages) - 1);
        return copysets;
    }

    /**
     * As {@link PageMap#replicated(int, int)}.
     */
    static Copysets replicated(final int pages, final int hosts)
    {
        checkPages(pages);
        Require.inRange("hosts", hosts, 1, Topology.MAX_HOSTS, "name the number of hosts of the cluster");
        final Copysets copysets = new Copysets();
        copysets.map(0, pages - 1, firstHosts(hosts));
        return copysets;
    }

    /**
     * As {@link PageMap#allCopysets(int, int)}.
     */
    static Copysets all(final int hosts, final int pageSize)
    {
        Require.inRange("hosts", hosts, 1, 12, "with more hosts, choose the copysets that matter");
        final Copysets copysets = new Copysets();
        copysets.pageSize(pageSize);
        for (int bits = 1; bits < 1 << hosts; bits++)
        {
            final int[] copyset = new int[Integer.bitCount(bits)];
            int rest = bits;
            for (int i = 0; i < copyset.length; i++)
            {
                copyset[i] = Integer.numberOfTrailingZeros(rest);
                rest &= rest - 1;
            }
            copysets.map(bits - 1, bits - 1, copyset);
        }
        return copysets;
    }

    /**
     * Returns an independent copy of the present state.
     *
     * @throws IllegalArgumentException if no page is mapped.
     */
    Copysets copy()
    {
        Require.inRange("pages", hostsOf.length, 1, PageMap.MAX_PAGES, "map at least one page");
        final Copysets copy = new Copysets();
        copy.pageSize = pageSize;
        copy.hostsOf = hostsOf.clone();
        return copy;
    }

    /**
     * As {@link PageMap.Builder#pageSize}.
     */
    void pageSize(final int value)
    {
        if (1 != Integer.bitCount(value) || value < 1 || value > PageMap.MAX_PAGE_SIZE)
        {
            throw new IllegalArgumentException("pageSize: " + value + " (expected: a power of two from 1 to " +
                PageMap.MAX_PAGE_SIZE + "; round it up)");
        }
        if (hostsOf.length > 0)
        {
            checkPage("last", hostsOf.length - 1, 0, value);
        }
        pageSize = value;
    }

    /**
     * As {@link PageMap.Builder#pages}.
     */
    void map(final int first, final int last, final int[] hosts)
    {
        final int[] copyset = hosts.clone();
        Arrays.sort(copyset);
        if (0 == copyset.length)
        {
            throw new IllegalArgumentException("hosts: none for page " + first +
                " (expected: at least one; name a host or use everywhere(page))");
        }
        for (int i = 0; i < copyset.length; i++)
        {
            Require.inRange("host", copyset[i], 0, Topology.MAX_HOSTS - 1, "hosts are numbered from 0");
            if (i > 0 && copyset[i] == copyset[i - 1])
            {
                throw new IllegalArgumentException("hosts: " + copyset[i] + " twice for page " + first +
                    " (expected: each host once; leave one out)");
            }
        }
        mapTo(first, last, copyset);
    }

    /**
     * As {@link PageMap.Builder#everywhere(int, int)}.
     */
    void mapEverywhere(final int first, final int last)
    {
        mapTo(first, last, EVERYWHERE);
    }

    private void mapTo(final int first, final int last, final int[] copyset)
    {
        checkPage("first", first, 0, pageSize);
        checkPage("last", last, first, pageSize);
        for (int page = first; page <= last && page < hostsOf.length; page++)
        {
            if (null != hostsOf[page])
            {
                throw new IllegalArgumentException(
                    "page: " + page + " is already mapped (expected: one copyset per page; leave one out)");
            }
        }
        if (last >= hostsOf.length)
        {
            hostsOf = Arrays.copyOf(hostsOf, last + 1);
        }
        Arrays.fill(hostsOf, first, last + 1, copyset);
    }

    int pageSize()
    {
        return pageSize;
    }

    int pageCount()
    {
        return hostsOf.length;
    }

    boolean isMapped(final int page)
    {
        return page >= 0 && page < hostsOf.length && null != hostsOf[page];
    }

    boolean isEverywhere(final int page)
    {
        return isMapped(page) && 0 == hostsOf[page].length;
    }

    boolean holds(final int page, final int host)
    {
        return isEverywhere(page) ? host >= 0 : isMapped(page) && Arrays.binarySearch(hostsOf[page], host) >= 0;
    }

    /**
     * As {@link PageMap#copyset}.
     */
    int[] of(final int page, final int hostCount)
    {
        Require.inRange("hostCount", hostCount, 1, Topology.MAX_HOSTS, "pass the number of hosts of the cluster");
        checkMapped(page);
        checkHosts(page, hostCount);
        return isEverywhere(page) ? firstHosts(hostCount) : hostsOf[page].clone();
    }

    /**
     * The highest number of a host that the copyset of a page names, -1 if it names none.
     */
    int highestHost(final int page)
    {
        final int[] copyset = hostsOf[page];
        return null == copyset || 0 == copyset.length ? -1 : copyset[copyset.length - 1];
    }

    void checkMapped(final int page)
    {
        if (!isMapped(page))
        {
            throw new IllegalArgumentException("page: " + page + " is not mapped (expected: a mapped page of 0.." +
                (hostsOf.length - 1) + "; give it a copyset in the page map)");
        }
    }

    void checkHosts(final int page, final int hosts)
    {
        final int highest = highestHost(page);
        if (highest >= hosts)
        {
            throw new IllegalArgumentException("page: " + page + " is mapped to host " + highest + " (expected: 0.." +
                (hosts - 1) + "; change its copyset or use at least " + (highest + 1) + " hosts)");
        }
    }

    /**
     * As {@link PageMap#ranges}.
     */
    List<String> ranges(final int limit)
    {
        final List<String> ranges = new ArrayList<>();
        int first = 0;
        while (first < pageCount() && ranges.size() < limit)
        {
            final int[] copyset = hostsOf[first];
            int last = first;
            while (last + 1 < pageCount() && Arrays.equals(copyset, hostsOf[last + 1]))
            {
                last++;
            }
            if (null != copyset)
            {
                final String hosts = Arrays.toString(copyset).replaceAll("[\\[\\] ]", "");
                ranges.add((first < last ? first + "-" + last : first) + ":" + (hosts.isEmpty() ? "*" : hosts));
            }
            first = last + 1;
        }
        return ranges;
    }

    private static int checkPages(final int pages)
    {
        return Require.inRange("pages", pages, 1, PageMap.MAX_PAGES, pages < 1 ? "map at least one page" :
            "for more variables take larger pages, up to " + maxPages(PageMap.MAX_PAGE_SIZE) + " of " +
            PageMap.MAX_PAGE_SIZE + " variables, with PageMap.builder().pageSize()");
    }

    private static void checkPage(final String name, final int page, final int min, final int pageSize)
    {
        Require.inRange(name, page, min, maxPages(pageSize) - 1,
            "pages are numbered from 0, and all addresses of pages of " + pageSize + " variables fit an int");
    }

    /**
     * As {@link PageMap#maxPages}.
     */
    static int maxPages(final int pageSize)
    {
        return (int)Math.min(PageMap.MAX_PAGES, (1L << 31) / pageSize);
    }

    private static int[] firstHosts(final int count)
    {
        final int[] hosts = new int[count];
        Arrays.setAll(hosts, host -> host);
        return hosts;
    }

    @Override
    public boolean equals(final Object other)
    {
        return this == other || other instanceof Copysets that &&
            pageSize == that.pageSize && Arrays.deepEquals(hostsOf, that.hostsOf);
    }

    @Override
    public int hashCode()
    {
        return 31 * pageSize + Arrays.deepHashCode(hostsOf);
    }
}
