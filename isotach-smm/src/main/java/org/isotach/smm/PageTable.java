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
    private static final int UNMAPPED = -1;

    private final PageMap pageMap;
    private final int pageShift;
    private final int[] nearestHost;
    private final int[] nearestDistance;
    private final int[] farthestDistance;
    private final HostSet[] copysets;

    /**
     * @param hostId   number of the host.
     * @param topology for the distances.
     * @param pageMap  where the copies are.
     * @param copysets of all pages, null where a page is not mapped, see {@link #copysets}.
     */
    PageTable(final int hostId, final Topology topology, final PageMap pageMap, final HostSet[] copysets)
    {
        this.pageMap = pageMap;
        this.copysets = copysets;
        pageShift = Integer.numberOfTrailingZeros(pageMap.pageSize());
        nearestHost = new int[copysets.length];
        nearestDistance = new int[copysets.length];
        farthestDistance = new int[copysets.length];
        for (int page = 0; page < copysets.length; page++)
        {
            nearestHost[page] = UNMAPPED;
            if (null != copysets[page])
            {
                measure(page, hostId, topology);
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
    int page(final int address)
    {
        final int page = address >>> pageShift;
        if (page >= nearestHost.length || UNMAPPED == nearestHost[page])
        {
            throw new IndexOutOfBoundsException(describeBadAddress(address));
        }
        return page;
    }

    int nearestHost(final int page)
    {
        return nearestHost[page];
    }

    int nearestDistance(final int page)
    {
        return nearestDistance[page];
    }

    int farthestDistance(final int page)
    {
        return farthestDistance[page];
    }

    HostSet copyset(final int page)
    {
        return copysets[page];
    }

    private void measure(final int page, final int hostId, final Topology topology)
    {
        final HostSet copyset = copysets[page];
        int nearest = Integer.MAX_VALUE;
        for (int host = copyset.next(0); host >= 0; host = copyset.next(host + 1))
        {
            final int distance = topology.distance(hostId, host);
            farthestDistance[page] = Math.max(farthestDistance[page], distance);
            if (distance < nearest)
            {
                nearest = distance;
                nearestHost[page] = host;
            }
        }
        nearestDistance[page] = nearest;
    }

    private String describeBadAddress(final int address)
    {
        if (address < 0 || address >>> pageShift >= nearestHost.length)
        {
            return "address: " + address + " (expected: 0.." +
                ((long)nearestHost.length * pageMap.pageSize() - 1) + ", " + nearestHost.length + " pages of " +
                pageMap.pageSize() + " variables)";
        }
        return "address: " + address + " is on page " + (address >>> pageShift) +
            ", which the page map does not map: give the page a copyset in the PageMap";
    }
}
