/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import org.isotach.test.Allocations;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

final class LinkTableTest
{
    private static final int LINKS = 1000;

    private final LinkTable table = new LinkTable();
    private final ChannelLink twin = ChannelLink.closedTwin(null, null);

    private ChannelLink add()
    {
        return table.add(index -> new ChannelLink(index, null, null, null, null, false, null, null, null));
    }

    @Test
    void shouldFindEachLinkByItsNumberUntilItIsClosed()
    {
        final ChannelLink[] links = new ChannelLink[LINKS];
        for (int i = 0; i < LINKS; i++)
        {
            links[i] = add();
            assertEquals(i, links[i].index());
        }
        for (int i = 0; i < LINKS; i += 2)
        {
            table.close(links[i], twin);
        }
        for (int i = 0; i < LINKS; i++)
        {
            assertSame(0 == i % 2 ? twin : links[i], table.get(i));
        }
    }

    @Test
    void shouldCopyNothingWhenALinkIsClosed()
    {
        final ChannelLink[] links = new ChannelLink[LINKS];
        for (int i = 0; i < LINKS; i++)
        {
            links[i] = add();
        }
        final int[] next = { 0 };
        new Allocations().assertNone(LINKS, () -> table.close(links[next[0]++ % LINKS], twin));
    }
}
