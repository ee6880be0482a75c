/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.isotach.HostSet;
import org.isotach.PageMap;
import org.isotach.Topology;

/**
 * The pages as one host sees them: where their copies are, how far away they are, and which copy it reads (V1 section
 * 3.2.2). Immutable.
 */
final class PageTable
{
    /**
     * A mapped page as one host sees it; {@code nearestHost} is negative if all copies are lost.
     */
    static final class Page
    {
        final HostSet copyset;
        final int farthestDistance;
        final int nearestHost;
        final int nearestDistance;

        // True if only the host that sees it has a copy.
        final boolean isHereOnly;

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
            nearestDistance = nearest < 0 ? 0 : topology.distance(hostId, nearest);
            farthestDistance = farthest < 0 ? 0 : topology.distance(hostId, farthest);
            isHereOnly = copyset.contains(hostId) && copyset.isWithin(hostId);
        }
    }

    private final int hostId;
    private final Topology topology;
    private final int pageSize;
    private final int pageShift;
    private final Page[] pages;

    // The page of all variables, if all pages are mapped with one copyset and copies are left; otherwise null.
    private final Page only;
    private final int lastAddress;

    // Null if there are none.
    private final HostSet expelled;

    /**
     * @param hostId   id of the host.
     * @param topology the topology, for the distances.
     * @param pageSize variables per page.
     * @param copysets the copysets of all pages, null for an unmapped page, see {@link #copysets}.
     */
    PageTable(final int hostId, final Topology topology, final int pageSize, final HostSet[] copysets)
    {
        expelled = null;
        this.hostId = hostId;
        this.topology = topology;
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
        only = findOnly();
        lastAddress = pages.length * pageSize - 1;
    }

    private PageTable(final PageTable before, final int host)
    {
        expelled = new HostSet(before.topology.hostCount());
        if (null != before.expelled)
        {
            expelled.copyFrom(before.expelled);
        }
        expelled.add(host);
        hostId = before.hostId;
        topology = before.topology;
        pageSize = before.pageSize;
        pageShift = before.pageShift;
        pages = before.pages.clone();
        final Map<Page, Page> distinct = new IdentityHashMap<>();
        for (int i = 0; i < pages.length; i++)
        {
            if (null != pages[i] && pages[i].copyset.contains(host))
            {
                pages[i] = distinct.computeIfAbsent(
                    pages[i], page -> new Page(allBut(page.copyset, host), hostId, topology));
            }
        }
        only = findOnly();
        lastAddress = before.lastAddress;
    }

    private Page findOnly()
    {
        final Page first = 0 == pages.length ? null : pages[0];
        if (null != first && first.nearestHost >= 0)
        {
            for (final Page page : pages)
            {
                if (page != first)
                {
                    return null;
                }
            }
            return first;
        }
        return null;
    }

    /**
     * Returns the same pages without the copies of a host.
     */
    PageTable without(final int expelled)
    {
        return new PageTable(this, expelled);
    }

    private HostSet allBut(final HostSet hosts, final int excepted)
    {
        final HostSet others = new HostSet(topology.hostCount());
        for (int host = hosts.next(0); host >= 0; host = hosts.next(host + 1))
        {
            if (host != excepted)
            {
                others.add(host);
            }
        }
        return others;
    }

    /**
     * Returns whether the copies of any host have been removed.
     */
    boolean isWithoutAny()
    {
        return null != expelled;
    }

    /**
     * Returns whether the copies of a host have been removed.
     */
    boolean isWithout(final int host)
    {
        return null != expelled && expelled.contains(host);
    }

    /**
     * Returns the copysets of all pages, which the page tables of all hosts share; equal copysets are the same object.
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
     * Returns the page of an address.
     *
     * @throws IndexOutOfBoundsException if there is no such page.
     * @throws PageLostException         if all hosts with copies of it have been expelled.
     */
    Page page(final int address)
    {
        final Page page = pageOrLost(address);
        if (page.nearestHost < 0)
        {
            throw new PageLostException("variable " + address + " is lost: all hosts that held a copy of page " +
                (address >>> pageShift) + " have been expelled; give a page more than one host in the PageMap");
        }
        return page;
    }

    /**
     * Returns the page of an address, all copies of which may be lost.
     *
     * @throws IndexOutOfBoundsException if there is no such page.
     */
    Page pageOrLost(final int address)
    {
        final Page page = find(address);
        if (null == page)
        {
            throw badAddress(address);
        }
        return page;
    }

    /**
     * Returns whether all variables are on pages with one copyset.
     *
     * @throws IndexOutOfBoundsException if one of them does not exist.
     * @throws PageLostException         if all copies of one of them are lost.
     */
    boolean haveOneCopyset(final int[] addresses)
    {
        return haveOneCopyset(addresses, addresses.length);
    }

    /**
     * Does the same as {@link #haveOneCopyset(int[])} for the first addresses.
     */
    boolean haveOneCopyset(final int[] addresses, final int count)
    {
        if (null != only)
        {
            // Negative as soon as one address is, or one is beyond the last.
            int outside = 0;
            for (int i = 0; i < count; i++)
            {
                outside |= addresses[i] | lastAddress - addresses[i];
            }
            if (outside >= 0)
            {
                return true;
            }
        }
        Page one = null;
        boolean haveOne = true;
        for (int i = 0; i < count; i++)
        {
            if (null == one)
            {
                one = page(addresses[i]);
            }
            else if (one != find(addresses[i]))
            {
                haveOne &= page(addresses[i]) == one;
            }
        }
        return haveOne;
    }

    /**
     * Does the same as {@link #haveOneCopyset(int[])} for successive variables.
     *
     * @param first address of the first one.
     * @param count number of variables, at least 1.
     */
    boolean hasRowOneCopyset(final int first, final int count)
    {
        final int last = first + count - 1;
        if (null != only && (first | last | lastAddress - last) >= 0)
        {
            return true;
        }
        final Page one = page(first);
        boolean haveOne = true;
        // A row that runs over the largest number ends at a page that does not exist, too.
        for (int page = (first >>> pageShift) + 1; page <= last >>> pageShift; page++)
        {
            haveOne &= one == page(page << pageShift);
        }
        return haveOne;
    }

    /**
     * Returns whether this host holds the only copies of variables.
     *
     * @param addresses their addresses, of which the first {@code count} are looked at.
     * @throws IndexOutOfBoundsException if one of them does not exist.
     * @throws PageLostException         if all copies of one of them are lost.
     */
    boolean areHereOnly(final int[] addresses, final int count)
    {
        if (haveOneCopyset(addresses, count))
        {
            return 0 == count || page(addresses[0]).isHereOnly;
        }
        for (int i = 0; i < count; i++)
        {
            if (!page(addresses[i]).isHereOnly)
            {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns whether this host holds the only copies of all variables that exist.
     */
    boolean areAllHereOnly()
    {
        return null != only && only.isHereOnly;
    }

    /**
     * Returns whether this host holds a copy of each variable.
     *
     * @throws IndexOutOfBoundsException if one of them does not exist.
     * @throws PageLostException         if all copies of one of them are lost.
     */
    boolean areHere(final int[] addresses)
    {
        for (final int address : addresses)
        {
            if (!page(address).copyset.contains(hostId))
            {
                return false;
            }
        }
        return true;
    }

    private Page find(final int address)
    {
        final int number = address >>> pageShift;
        return address >= 0 && number < pages.length ? pages[number] : null;
    }

    private IndexOutOfBoundsException badAddress(final int address)
    {
        if (address < 0 || address > lastAddress)
        {
            return new IndexOutOfBoundsException("address: " + address + " (expected: 0.." + lastAddress + ", " +
                pages.length + " pages of " + pageSize + " variables)");
        }
        return new IndexOutOfBoundsException("address: " + address + " is on page " + (address >>> pageShift) +
            ", which the page map does not map: give the page a copyset in the PageMap");
    }
}
