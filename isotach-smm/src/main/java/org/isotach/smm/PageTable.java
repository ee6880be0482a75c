/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.isotach.HostSet;
import org.isotach.PageMap;
import org.isotach.Topology;

/**
 * What one host knows of all pages: where their copies are, how far away, and which copy it reads (V1 section
 * 3.2.2). Immutable.
 */
final class PageTable
{
    /**
     * A mapped page as one host sees it.
     */
    static final class Page
    {
        final HostSet copyset;
        final int farthestDistance;
        final int nearestHost;
        final int nearestDistance;

        private Page(final HostSet copyset, final int hostId, final Topology topology)
        {
            this.copyset = copyset;
            int nearest = copyset.next(0);
            int farthest = nearest;
            for (int host = nearest; host >= 0; host = copyset.next(host + 1))
            {
                if (topology.distance(hostId, host) < topology.distance(hostId, nearest))
                {
                    nearest = host;
                }
                if (topology.distance(hostId, host) > topology.distance(hostId, farthest))
                {
                    farthest = host;
                }
            }
            nearestHost = nearest;
            nearestDistance = topology.distance(hostId, nearest);
            farthestDistance = topology.distance(hostId, farthest);
        }
    }

    private final int pageSize;
    private final int pageShift;
    private final Page[] pages;

    /**
     * @param hostId   number of the host.
     * @param topology for the distances.
     * @param pageSize variables per page.
     * @param copysets of all pages, null where a page is not mapped, see {@link #copysets}.
     */
    PageTable(final int hostId, final Topology topology, final int pageSize, final HostSet[] copysets)
    {
        this.pageSize = pageSize;
        pageShift = Integer.numberOfTrailingZeros(pageSize);
        pages = new Page[copysets.length];
        final Map<HostSet, Page> distinct = new HashMap<>();
        for (int page = 0; page < copysets.length; page++)
        {
            if (null != copysets[page])
            {
                pages[page] =
                    distinct.computeIfAbsent(copysets[page], copyset -> new Page(copyset, hostId, topology));
            }
        }
    }

    /**
     * The copysets of all pages, to be shared by the page tables of all hosts; equal ones are the same object.
     */
    static HostSet[] copysets(final PageMap pageMap, final int hostCount)
    {
        final Map<List<Integer>, HostSet> distinct = new HashMap<>();
        final HostSet[] copysets = new HostSet[pageMap.pageCount()];
        for (int page = 0; page < copysets.length; page++)
        {
            if (pageMap.isMapped(page))
            {
                final int[] copyset = pageMap.copyset(page, hostCount);
                final List<Integer> key = IntStream.of(copyset).boxed().collect(Collectors.toList());
                copysets[page] = distinct.computeIfAbsent(key, members -> HostSet.of(hostCount, copyset));
            }
        }
        return copysets;
    }

    /**
     * Page of an address.
     *
     * @throws IndexOutOfBoundsException when there is no such page.
     */
    Page page(final int address)
    {
        final int number = address >>> pageShift;
        final Page page = address >= 0 && number < pages.length ? pages[number] : null;
        if (null == page)
        {
            throw badAddress(address);
        }
        return page;
    }

    private IndexOutOfBoundsException badAddress(final int address)
    {
        if (address < 0 || address >>> pageShift >= pages.length)
        {
            return new IndexOutOfBoundsException("address: " + address + " (expected: 0.." +
                ((long)pages.length * pageSize - 1) + ", " + pages.length + " pages of " + pageSize + " variables)");
        }
        return new IndexOutOfBoundsException("address: " + address + " is on page " + (address >>> pageShift) +
            ", which the page map does not map: give the page a copyset in the PageMap");
    }
}
