/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Collection;
import java.util.LinkedHashSet;

import org.isotach.PageMap;

/**
 * The pages of an {@link Isotach}: first the pages for all variables, then those of placements, unless the user has
 * given a map.
 *
 * @param map    the map of all pages.
 * @param shared pages below this one are for variables without a placement.
 * @param hosts  number of hosts.
 */
record Pages(PageMap map, int shared, int hosts)
{
    /**
     * Makes the pages of a user's map; variables without a placement may lie on any of them.
     */
    static Pages of(final PageMap map, final int hosts)
    {
        return new Pages(map, map.pageCount(), hosts);
    }

    /**
     * Refuses a placement for which the user's map has no page.
     */
    static void check(final String name, final Placement placement, final PageMap map, final int hosts)
    {
        if (0 == of(map, hosts).room(placement))
        {
            throw new IllegalArgumentException("placement of " + name + ": " + placement + ", and no page of the page" +
                " map has copies at exactly these hosts; map one, or leave out the page map");
        }
    }

    /**
     * @param words      room for the variables without a placement, and for those of each set of hosts that a placement
     *                   names.
     * @param copies     number of copies of each page for variables without a placement, round robin.
     * @param placements the placements, whose pages come last.
     */
    static Pages of(final int words, final int copies, final int hosts, final Collection<Placement> placements)
    {
        final int count = (words - 1) / PageMap.DEFAULT_PAGE_SIZE + 1;
        final PageMap.Builder builder = PageMap.builder();
        for (int page = 0; page < count; page++)
        {
            final int[] copyset = new int[copies];
            for (int i = 0; i < copies; i++)
            {
                copyset[i] = (page + i) % hosts;
            }
            builder.page(page, copyset);
        }
        int next = count;
        for (final Placement placement : new LinkedHashSet<>(placements))
        {
            builder.pages(next, next + count - 1, placement.hosts());
            next += count;
        }
        return new Pages(builder.build(), count, hosts);
    }

    /**
     * @param placement the placement, null for none.
     */
    boolean isFor(final int page, final Placement placement)
    {
        final boolean isPlaced = shared == map.pageCount() || page >= shared;
        return map.isMapped(page) &&
            (null == placement ? page < shared : isPlaced && placement.isFor(map, page, hosts));
    }

    /**
     * @return number of words that a placement has.
     */
    long room(final Placement placement)
    {
        long words = 0;
        for (int page = 0; page < map.pageCount(); page++)
        {
            words += isFor(page, placement) ? map.pageSize() : 0;
        }
        return words;
    }
}
