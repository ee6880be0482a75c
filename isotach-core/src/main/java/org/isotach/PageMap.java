/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The copysets of the pages of shared memory: which hosts hold a copy of which page. They never change (V1 section
 * 3.1: J. Regehr, An Isotach Implementation for Myrinet, CS-97-12, 1997).
 * <p>
 * A page is on a non-empty set of hosts, or everywhere: on every host of whatever cluster the map is used in. Pages
 * may be left unmapped; to refer to one is an error at run time (V1 section B.2.2).
 * <p>
 * Immutable, and therefore safe for use by any number of threads.
 */
public final class PageMap
{
    /**
     * Variables per page unless something else is asked for: 1024.
     */
    public static final int DEFAULT_PAGE_SIZE = 1024;

    /**
     * Most variables that a page can have: 65536.
     */
    public static final int MAX_PAGE_SIZE = 65_536;

    /**
     * Most pages that a map can have: 1048576, and fewer if pages are so large that addresses would not fit an int.
     * So there can be 2<sup>30</sup> variables with pages of {@value #DEFAULT_PAGE_SIZE}, and 2<sup>31</sup>, which is
     * the most, with pages of 2048 and more.
     */
    public static final int MAX_PAGES = 1 << 20;

    private static final int[] EVERYWHERE = {};
    private static final int SHOWN_RANGES = 16;

    private final int pageSize;
    private final int[][] copysets;

    private PageMap(final int pageSize, final int[][] copysets)
    {
        this.pageSize = pageSize;
        this.copysets = copysets;
    }

    /**
     * Every page on every host, whatever the number of hosts, with {@value #DEFAULT_PAGE_SIZE} variables per page.
     *
     * @param pages number of pages, 1..{@value #MAX_PAGES}.
     * @return the map.
     * @throws IllegalArgumentException if the number is out of range.
     */
    public static PageMap replicated(final int pages)
    {
        return builder().everywhere(0, checkPages(pages) - 1).build();
    }

    /**
     * Every page on the hosts 0..hosts-1, with {@value #DEFAULT_PAGE_SIZE} variables per page.
     *
     * @param pages number of pages, 1..{@value #MAX_PAGES}.
     * @param hosts number of hosts, 1..{@value Topology#MAX_HOSTS}.
     * @return the map.
     * @throws IllegalArgumentException if a number is out of range.
     */
    public static PageMap replicated(final int pages, final int hosts)
    {
        checkPages(pages);
        Require.inRange("hosts", hosts, 1, Topology.MAX_HOSTS, "name the number of hosts of the cluster");
        return builder().pages(0, pages - 1, firstHosts(hosts)).build();
    }

    /**
     * One page for each possible copyset, with {@value #DEFAULT_PAGE_SIZE} variables per page: page k is on those
     * hosts whose bits are set in k + 1. V1 measures the cost of shared memory with such a map.
     *
     * @param hosts number of hosts n, 1..12; there are 2<sup>n</sup> - 1 pages.
     * @return the map.
     * @throws IllegalArgumentException if the number is out of range.
     */
    public static PageMap allCopysets(final int hosts)
    {
        return allCopysets(hosts, DEFAULT_PAGE_SIZE);
    }

    /**
     * One page for each possible copyset: page k is on those hosts whose bits are set in k + 1.
     *
     * @param hosts    number of hosts n, 1..12; there are 2<sup>n</sup> - 1 pages.
     * @param pageSize variables per page, a power of two from 1 to {@value #MAX_PAGE_SIZE}.
     * @return the map.
     * @throws IllegalArgumentException if a number is out of range.
     */
    public static PageMap allCopysets(final int hosts, final int pageSize)
    {
        Require.inRange("hosts", hosts, 1, 12, "with more hosts, choose the copysets that matter");
        final Builder builder = builder().pageSize(pageSize);
        for (int bits = 1; bits < 1 << hosts; bits++)
        {
            final int[] copyset = new int[Integer.bitCount(bits)];
            int rest = bits;
            for (int i = 0; i < copyset.length; i++)
            {
                copyset[i] = Integer.numberOfTrailingZeros(rest);
                rest &= rest - 1;
            }
            builder.page(bits - 1, copyset);
        }
        return builder.build();
    }

    /**
     * A builder for any other map.
     *
     * @return a builder without pages.
     */
    public static Builder builder()
    {
        return new Builder();
    }

    /**
     * Variables per page.
     *
     * @return a power of two from 1 to {@value #MAX_PAGE_SIZE}.
     */
    public int pageSize()
    {
        return pageSize;
    }

    /**
     * Number of pages, unmapped ones included.
     *
     * @return the highest mapped page plus one.
     */
    public int pageCount()
    {
        return copysets.length;
    }

    /**
     * Number of addresses, those of unmapped pages included.
     *
     * @return {@link #pageCount()} times {@link #pageSize()}, at most 2<sup>30</sup> with pages of
     * {@value #DEFAULT_PAGE_SIZE}, 2<sup>31</sup> with pages of 2048 and more; the highest address plus one.
     */
    public long variables()
    {
        return (long)copysets.length * pageSize;
    }

    /**
     * Has a page a copyset?
     *
     * @param page any number.
     * @return true if the page is mapped.
     */
    public boolean isMapped(final int page)
    {
        return page >= 0 && page < copysets.length && null != copysets[page];
    }

    /**
     * Is a page on every host of whatever cluster?
     *
     * @param page any number.
     * @return true if the page is mapped, to no host in particular.
     */
    public boolean isEverywhere(final int page)
    {
        return isMapped(page) && 0 == copysets[page].length;
    }

    /**
     * Has a host a copy of a page?
     *
     * @param page any number.
     * @param host number of the host, any number.
     * @return true if the page is mapped and the host belongs to its copyset; every host that is not negative belongs
     * to the copyset of a page that is everywhere.
     */
    public boolean holds(final int page, final int host)
    {
        return isEverywhere(page) ? host >= 0 : isMapped(page) && Arrays.binarySearch(copysets[page], host) >= 0;
    }

    /**
     * The hosts that have a copy of a page, in a cluster of a given size.
     *
     * @param page      number of the page.
     * @param hostCount number of hosts of the cluster, 1..{@value Topology#MAX_HOSTS}.
     * @return a new array of their numbers, ascending and never empty.
     * @throws IllegalArgumentException if the page is unmapped, if the cluster has no host of that number, or if the
     *                                  number of hosts is out of range.
     */
    public int[] copyset(final int page, final int hostCount)
    {
        Require.inRange("hostCount", hostCount, 1, Topology.MAX_HOSTS, "pass the number of hosts of the cluster");
        checkMapped(page);
        checkHosts(page, hostCount);
        return isEverywhere(page) ? firstHosts(hostCount) : copysets[page].clone();
    }

    /**
     * The highest number of a host that any copyset names.
     *
     * @return the number, or -1 if all mapped pages are everywhere.
     */
    public int highestHost()
    {
        int highest = -1;
        for (final int[] copyset : copysets)
        {
            if (null != copyset && copyset.length > 0)
            {
                highest = Math.max(highest, copyset[copyset.length - 1]);
            }
        }
        return highest;
    }

    /**
     * Address of a variable.
     *
     * @param page  number of a mapped page.
     * @param index number of the variable in its page, from 0 to the page size minus 1.
     * @return the address, page times page size plus index.
     * @throws IllegalArgumentException if the page is unmapped, or the index out of range.
     */
    public int addressOf(final int page, final int index)
    {
        checkMapped(page);
        Require.inRange("index", index, 0, pageSize - 1, "a page of this map has " + pageSize + " variables");
        return page * pageSize + index;
    }

    /**
     * Checks that a cluster has all the hosts which copysets name.
     *
     * @param hosts number of hosts of the cluster.
     * @return this map.
     * @throws IllegalArgumentException if a copyset names a host that the cluster does not have; the message names the
     *                                  first such page and host.
     */
    public PageMap checkedAgainst(final int hosts)
    {
        for (int page = 0; page < copysets.length; page++)
        {
            checkHosts(page, hosts);
        }
        return this;
    }

    /**
     * Runs of pages with the same copyset, as in a file of V1 section B.2.2.
     *
     * @param limit how many at most: the first.
     * @return one text for each run.
     */
    public List<String> ranges(final int limit)
    {
        final List<String> ranges = new ArrayList<>();
        int first = 0;
        while (first < pageCount() && ranges.size() < limit)
        {
            final int[] copyset = rawCopyset(first);
            int last = first;
            while (last + 1 < pageCount() && Arrays.equals(copyset, rawCopyset(last + 1)))
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

    /**
     * Two maps are equal if they have the same page size and the same copysets. A page everywhere is not the same as
     * one on all hosts that there happen to be.
     *
     * @param other the object to compare with.
     * @return true if it is an equal map.
     */
    @Override
    public boolean equals(final Object other)
    {
        return this == other || other instanceof PageMap that &&
            pageSize == that.pageSize && Arrays.deepEquals(copysets, that.copysets);
    }

    @Override
    public int hashCode()
    {
        return 31 * pageSize + Arrays.deepHashCode(copysets);
    }

    /**
     * Page size and copysets, runs of pages with the same copyset together, the first few runs of a long map.
     *
     * @return for instance {@code PageMap{pageSize=1024, 0-3:*; 5:0,2}}.
     */
    @Override
    public String toString()
    {
        final List<String> ranges = ranges(SHOWN_RANGES);
        return "PageMap{pageSize=" + pageSize + ", " + String.join("; ", ranges) +
            (ranges.size() < SHOWN_RANGES ? "" : "; ... of " + pageCount() + " pages") + "}";
    }

    /**
     * The copyset of a page without a copy: null if unmapped, empty if everywhere.
     */
    int[] rawCopyset(final int page)
    {
        return copysets[page];
    }

    /**
     * How many pages a map can have at most: the address of each variable is an int.
     *
     * @param pageSize in variables.
     * @return number of pages.
     */
    public static int maxPages(final int pageSize)
    {
        return (int)Math.min(MAX_PAGES, (1L << 31) / pageSize);
    }

    private static int checkPages(final int pages)
    {
        return Require.inRange("pages", pages, 1, MAX_PAGES, pages < 1 ? "map at least one page" :
            "for more variables take larger pages, up to " + maxPages(MAX_PAGE_SIZE) + " of " + MAX_PAGE_SIZE +
            " variables, with PageMap.builder().pageSize()");
    }

    private void checkMapped(final int page)
    {
        if (!isMapped(page))
        {
            throw new IllegalArgumentException("page: " + page + " is not mapped (expected: a mapped page of 0.." +
                (copysets.length - 1) + "; give it a copyset in the page map)");
        }
    }

    private void checkHosts(final int page, final int hosts)
    {
        final int[] copyset = copysets[page];
        final int highest = null == copyset || 0 == copyset.length ? -1 : copyset[copyset.length - 1];
        if (highest >= hosts)
        {
            throw new IllegalArgumentException("page: " + page + " is mapped to host " + highest + " (expected: 0.." +
                (hosts - 1) + "; change its copyset or use at least " + (highest + 1) + " hosts)");
        }
    }

    private static int[] firstHosts(final int count)
    {
        final int[] hosts = new int[count];
        Arrays.setAll(hosts, host -> host);
        return hosts;
    }

    /**
     * Collects the copysets of pages. Every mistake is reported by the call that makes it.
     * <p>
     * Not thread-safe.
     */
    public static final class Builder
    {
        private int pageSize = DEFAULT_PAGE_SIZE;
        private int[][] copysets = {};

        private Builder()
        {
        }

        /**
         * Sets the number of variables per page; it is {@value PageMap#DEFAULT_PAGE_SIZE} otherwise.
         *
         * @param pageSize a power of two from 1 to {@value PageMap#MAX_PAGE_SIZE}.
         * @return this builder.
         * @throws IllegalArgumentException if it is no such number, or if addresses of pages that are mapped already
         *                                  would not fit an int.
         */
        public Builder pageSize(final int pageSize)
        {
            if (1 != Integer.bitCount(pageSize) || pageSize < 1 || pageSize > MAX_PAGE_SIZE)
            {
                throw new IllegalArgumentException("pageSize: " + pageSize + " (expected: a power of two from 1 to " +
                    MAX_PAGE_SIZE + "; round it up)");
            }
            if (copysets.length > 0)
            {
                checkPage("last", copysets.length - 1, 0, pageSize);
            }
            this.pageSize = pageSize;
            return this;
        }

        /**
         * Maps a page to hosts.
         *
         * @param page  number of a page that is not mapped yet, 0..{@value PageMap#MAX_PAGES} - 1.
         * @param hosts at least one host, each once, in any order, 0..{@value Topology#MAX_HOSTS} - 1.
         * @return this builder.
         * @throws IllegalArgumentException if the page is mapped already, if a number is out of range, or if hosts are
         *                                  missing or repeated.
         */
        public Builder page(final int page, final int... hosts)
        {
            return pages(page, page, hosts);
        }

        /**
         * Maps a range of pages to the same hosts.
         *
         * @param first number of the first page, none of the range being mapped yet.
         * @param last  number of the last page, first..{@value PageMap#MAX_PAGES} - 1.
         * @param hosts at least one host, each once, in any order, 0..{@value Topology#MAX_HOSTS} - 1.
         * @return this builder.
         * @throws IllegalArgumentException if a page is mapped already, if a number is out of range, or if hosts are
         *                                  missing or repeated.
         */
        public Builder pages(final int first, final int last, final int... hosts)
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
            return map(first, last, copyset);
        }

        /**
         * Maps a page to every host of whatever cluster the map is used in.
         *
         * @param page number of a page that is not mapped yet, 0..{@value PageMap#MAX_PAGES} - 1.
         * @return this builder.
         * @throws IllegalArgumentException if the page is mapped already, or out of range.
         */
        public Builder everywhere(final int page)
        {
            return everywhere(page, page);
        }

        /**
         * Maps a range of pages to every host of whatever cluster the map is used in.
         *
         * @param first number of the first page, none of the range being mapped yet.
         * @param last  number of the last page, first..{@value PageMap#MAX_PAGES} - 1.
         * @return this builder.
         * @throws IllegalArgumentException if a page is mapped already, or out of range.
         */
        public Builder everywhere(final int first, final int last)
        {
            return map(first, last, EVERYWHERE);
        }

        /**
         * Builds the map. The builder stays usable and independent of it.
         *
         * @return the map.
         * @throws IllegalArgumentException if no page is mapped.
         */
        public PageMap build()
        {
            Require.inRange("pages", copysets.length, 1, MAX_PAGES, "map at least one page");
            return new PageMap(pageSize, copysets.clone());
        }

        private Builder map(final int first, final int last, final int[] copyset)
        {
            checkPage("first", first, 0, pageSize);
            checkPage("last", last, first, pageSize);
            for (int page = first; page <= last && page < copysets.length; page++)
            {
                if (null != copysets[page])
                {
                    throw new IllegalArgumentException(
                        "page: " + page + " is already mapped (expected: one copyset per page; leave one out)");
                }
            }
            if (last >= copysets.length)
            {
                copysets = Arrays.copyOf(copysets, last + 1);
            }
            Arrays.fill(copysets, first, last + 1, copyset);
            return this;
        }

        private static void checkPage(final String name, final int page, final int min, final int pageSize)
        {
            Require.inRange(name, page, min, maxPages(pageSize) - 1,
                "pages are numbered from 0, and all addresses of pages of " + pageSize + " variables fit an int");
        }
    }
}
