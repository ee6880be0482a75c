/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

import java.util.List;

/**
 * The copysets of the pages of shared memory: the hosts that hold a copy of each page. They never change (V1 section
 * 3.1: J. Regehr, An Isotach Implementation for Myrinet, CS-97-12, 1997).
 * <p>
 * A page is on a non-empty set of hosts, or everywhere: on every host of any cluster that uses the map. Pages may be
 * unmapped; a reference to an unmapped page is an error at run time (V1 section B.2.2).
 * <p>
 * Immutable, and therefore safe for use by any number of threads.
 */
public final class PageMap
{
    /**
     * Default number of variables per page: 1024.
     */
    public static final int DEFAULT_PAGE_SIZE = 1024;

    /**
     * Largest number of variables per page: 65536.
     */
    public static final int MAX_PAGE_SIZE = 65_536;

    /**
     * Largest number of pages: 1048576, and fewer if pages are so large that addresses would not fit an int. So a map
     * has at most 2<sup>30</sup> variables with pages of {@value #DEFAULT_PAGE_SIZE}, and at most 2<sup>31</sup> with
     * pages of 2048 and more.
     */
    public static final int MAX_PAGES = 1 << 20;

    private static final int SHOWN_RANGES = 16;

    private final Copysets copysets;

    private PageMap(final Copysets copysets)
    {
        this.copysets = copysets;
    }

    /**
     * Puts every page on every host, whatever the number of hosts, with {@value #DEFAULT_PAGE_SIZE} variables per page.
     *
     * @param pages number of pages, 1..{@value #MAX_PAGES}.
     * @return the map.
     * @throws IllegalArgumentException if the number is out of range.
     */
    public static PageMap replicated(final int pages)
    {
        return new PageMap(Copysets.replicated(pages));
    }

    /**
     * Puts every page on the hosts 0..hosts-1, with {@value #DEFAULT_PAGE_SIZE} variables per page.
     *
     * @param pages number of pages, 1..{@value #MAX_PAGES}.
     * @param hosts number of hosts, 1..{@value Topology#MAX_HOSTS}.
     * @return the map.
     * @throws IllegalArgumentException if a number is out of range.
     */
    public static PageMap replicated(final int pages, final int hosts)
    {
        return new PageMap(Copysets.replicated(pages, hosts));
    }

    /**
     * Makes one page for each possible copyset, with {@value #DEFAULT_PAGE_SIZE} variables per page: page k is on the
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
     * Makes one page for each possible copyset: page k is on the hosts whose bits are set in k + 1.
     *
     * @param hosts    number of hosts n, 1..12; there are 2<sup>n</sup> - 1 pages.
     * @param pageSize variables per page, a power of two from 1 to {@value #MAX_PAGE_SIZE}.
     * @return the map.
     * @throws IllegalArgumentException if a number is out of range.
     */
    public static PageMap allCopysets(final int hosts, final int pageSize)
    {
        return new PageMap(Copysets.all(hosts, pageSize));
    }

    /**
     * Returns a builder for any other map.
     *
     * @return a builder without pages.
     */
    public static Builder builder()
    {
        return new Builder();
    }

    /**
     * Returns the number of variables per page.
     *
     * @return a power of two from 1 to {@value #MAX_PAGE_SIZE}.
     */
    public int pageSize()
    {
        return copysets.pageSize();
    }

    /**
     * Returns the number of pages, including unmapped ones.
     *
     * @return the highest mapped page plus one.
     */
    public int pageCount()
    {
        return copysets.pageCount();
    }

    /**
     * Returns the number of addresses, including those of unmapped pages.
     *
     * @return {@link #pageCount()} times {@link #pageSize()}, at most 2<sup>30</sup> with pages of
     * {@value #DEFAULT_PAGE_SIZE}, 2<sup>31</sup> with pages of 2048 and more; the highest address plus one.
     */
    public long variables()
    {
        return (long)pageCount() * pageSize();
    }

    /**
     * Returns whether a page has a copyset.
     *
     * @param page any number.
     * @return true if the page is mapped.
     */
    public boolean isMapped(final int page)
    {
        return copysets.isMapped(page);
    }

    /**
     * Returns whether a page is on every host of any cluster.
     *
     * @param page any number.
     * @return true if the page is mapped everywhere, not to particular hosts.
     */
    public boolean isEverywhere(final int page)
    {
        return copysets.isEverywhere(page);
    }

    /**
     * Returns whether a host has a copy of a page.
     *
     * @param page any number.
     * @param host number of the host, any number.
     * @return true if the page is mapped and the host belongs to its copyset; every host that is not negative belongs
     * to the copyset of a page that is everywhere.
     */
    public boolean holds(final int page, final int host)
    {
        return copysets.holds(page, host);
    }

    /**
     * Returns the hosts that have a copy of a page, in a cluster of a given size.
     *
     * @param page      number of the page.
     * @param hostCount number of hosts of the cluster, 1..{@value Topology#MAX_HOSTS}.
     * @return a new array of their numbers, ascending and never empty.
     * @throws IllegalArgumentException if the page is unmapped, if the cluster has no host of that number, or if the
     *                                  number of hosts is out of range.
     */
    public int[] copyset(final int page, final int hostCount)
    {
        return copysets.of(page, hostCount);
    }

    /**
     * Returns the highest number of a host that any copyset names.
     *
     * @return the number, or -1 if all mapped pages are everywhere.
     */
    public int highestHost()
    {
        int highest = -1;
        for (int page = 0; page < pageCount(); page++)
        {
            highest = Math.max(highest, copysets.highestHost(page));
        }
        return highest;
    }

    /**
     * Returns the address of a variable.
     *
     * @param page  number of a mapped page.
     * @param index number of the variable in its page, from 0 to the page size minus 1.
     * @return the address, page times page size plus index.
     * @throws IllegalArgumentException if the page is unmapped, or the index out of range.
     */
    public int addressOf(final int page, final int index)
    {
        copysets.checkMapped(page);
        final int pageSize = pageSize();
        Require.inRange("index", index, 0, pageSize - 1, "a page of this map has " + pageSize + " variables");
        return page * pageSize + index;
    }

    /**
     * Checks that a cluster has all hosts that the copysets name.
     *
     * @param hosts number of hosts of the cluster.
     * @return this map.
     * @throws IllegalArgumentException if a copyset names a host that the cluster does not have; the message names the
     *                                  first such page and host.
     */
    public PageMap checkedAgainst(final int hosts)
    {
        for (int page = 0; page < pageCount(); page++)
        {
            copysets.checkHosts(page, hosts);
        }
        return this;
    }

    /**
     * Returns the runs of pages with the same copyset, as in a file of V1 section B.2.2.
     *
     * @param limit largest number of runs to return; later runs are left out.
     * @return one text for each run.
     */
    public List<String> ranges(final int limit)
    {
        return copysets.ranges(limit);
    }

    /**
     * Returns whether two maps have the same page size and the same copysets. A page everywhere is not equal to a page
     * on all hosts of a particular cluster.
     *
     * @param other the object to compare with.
     * @return true if it is an equal map.
     */
    @Override
    public boolean equals(final Object other)
    {
        return this == other || other instanceof PageMap that && copysets.equals(that.copysets);
    }

    @Override
    public int hashCode()
    {
        return copysets.hashCode();
    }

    /**
     * Formats the page size and the copysets: one entry per run of pages with the same copyset, and only the first runs
     * of a long map.
     *
     * @return for instance {@code PageMap{pageSize=1024, 0-3:*; 5:0,2}}.
     */
    @Override
    public String toString()
    {
        final List<String> ranges = ranges(SHOWN_RANGES);
        return "PageMap{pageSize=" + pageSize() + ", " + String.join("; ", ranges) +
            (ranges.size() < SHOWN_RANGES ? "" : "; ... of " + pageCount() + " pages") + "}";
    }

    /**
     * Returns the largest number of pages of a map: the address of each variable must fit an int.
     *
     * @param pageSize variables per page.
     * @return number of pages.
     */
    public static int maxPages(final int pageSize)
    {
        return Copysets.maxPages(pageSize);
    }

    /**
     * Collects the copysets of pages. Each call reports its own mistakes.
     * <p>
     * Not thread-safe.
     */
    public static final class Builder
    {
        private final Copysets copysets = new Copysets();

        private Builder()
        {
        }

        /**
         * Sets the number of variables per page. The default is {@value PageMap#DEFAULT_PAGE_SIZE}.
         *
         * @param pageSize a power of two from 1 to {@value PageMap#MAX_PAGE_SIZE}.
         * @return this builder.
         * @throws IllegalArgumentException if it is no such number, or if addresses of pages that are already mapped
         *                                  would not fit an int.
         */
        public Builder pageSize(final int pageSize)
        {
            copysets.pageSize(pageSize);
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
         * @param first number of the first page; no page of the range may be mapped yet.
         * @param last  number of the last page, first..{@value PageMap#MAX_PAGES} - 1.
         * @param hosts at least one host, each once, in any order, 0..{@value Topology#MAX_HOSTS} - 1.
         * @return this builder.
         * @throws IllegalArgumentException if a page is mapped already, if a number is out of range, or if hosts are
         *                                  missing or repeated.
         */
        public Builder pages(final int first, final int last, final int... hosts)
        {
            copysets.map(first, last, hosts);
            return this;
        }

        /**
         * Maps a page to every host of any cluster that uses the map.
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
         * Maps a range of pages to every host of any cluster that uses the map.
         *
         * @param first number of the first page; no page of the range may be mapped yet.
         * @param last  number of the last page, first..{@value PageMap#MAX_PAGES} - 1.
         * @return this builder.
         * @throws IllegalArgumentException if a page is mapped already, or out of range.
         */
        public Builder everywhere(final int first, final int last)
        {
            copysets.mapEverywhere(first, last);
            return this;
        }

        /**
         * Builds the map. The builder stays usable, and later changes to it do not affect the map.
         *
         * @return the map.
         * @throws IllegalArgumentException if no page is mapped.
         */
        public PageMap build()
        {
            return new PageMap(copysets.copy());
        }
    }
}
