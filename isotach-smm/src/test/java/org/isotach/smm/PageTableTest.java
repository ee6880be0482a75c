/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import org.isotach.HostSet;
import org.isotach.PageMap;
import org.isotach.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Where the copies are and how far away.
 */
final class PageTableTest
{
    private static PageTable table(final int host, final Topology topology, final PageMap pageMap)
    {
        return new PageTable(host, topology, pageMap.pageSize(), PageTable.copysets(pageMap, topology.hostCount()));
    }

    private static PageTable.Page page(final PageTable table, final int number)
    {
        return table.page(number * PageMap.DEFAULT_PAGE_SIZE);
    }

    /** Hosts 0 and 1 on one switch, 2 on the next one, 3 on the last one of three. */
    private static Topology row()
    {
        final Topology.Builder builder = Topology.builder();
        builder.addSwitch();
        builder.addSwitch();
        builder.addSwitch();
        builder.connect(0, 1).connect(1, 2);
        builder.addHost(0);
        builder.addHost(0);
        builder.addHost(1);
        builder.addHost(2);
        return builder.build();
    }

    @Test
    void shouldReadTheOwnCopyIfThereIsOne()
    {
        final PageTable table = table(2, row(), PageMap.builder().page(0, 0, 2, 3).build());
        assertEquals(2, page(table, 0).nearestHost);
        assertEquals(0, page(table, 0).nearestDistance);
        assertEquals(3, page(table, 0).farthestDistance);
    }

    @Test
    void shouldReadTheNearestCopy()
    {
        final PageTable table = table(0, row(), PageMap.builder().page(0, 3, 2).page(1, 3).build());
        assertEquals(2, page(table, 0).nearestHost);
        assertEquals(3, page(table, 0).nearestDistance);
        assertEquals(4, page(table, 0).farthestDistance);
        assertEquals(3, page(table, 1).nearestHost);
        assertEquals(4, page(table, 1).nearestDistance);
        assertEquals(4, page(table, 1).farthestDistance);
    }

    @Test
    void shouldReadTheFirstOfSeveralNearestCopies()
    {
        final PageTable table = table(2, row(), PageMap.builder().page(0, 3, 1, 0).build());
        assertEquals(0, page(table, 0).nearestHost);
        assertEquals(3, page(table, 0).nearestDistance);
        assertEquals(3, page(table, 0).farthestDistance);
    }

    @Test
    void shouldShareEqualCopysets()
    {
        final PageMap pageMap = PageMap.builder().page(0, 0, 2).everywhere(1).page(3, 2, 0).page(4, 0, 1, 2).build();
        final HostSet[] copysets = PageTable.copysets(pageMap, 3);
        assertSame(copysets[0], copysets[3]);
        assertSame(copysets[1], copysets[4]);
        assertEquals("{0, 2}", copysets[0].toString());
        assertEquals("{0, 1, 2}", copysets[1].toString());
        assertSame(null, copysets[2]);
        final PageTable table = new PageTable(1, Topology.singleSwitch(3), PageMap.DEFAULT_PAGE_SIZE, copysets);
        assertSame(copysets[0], page(table, 3).copyset);
    }

    @Test
    void shouldFindThePageOfAnAddress()
    {
        final PageTable table = table(
            0, Topology.singleSwitch(4), PageMap.builder().pageSize(8).page(0, 0).page(1, 1).page(3, 3).build());
        for (final int page : new int[]{ 0, 1, 3 })
        {
            for (int index = 0; index < 8; index++)
            {
                assertEquals(page, table.page(8 * page + index).nearestHost);
            }
        }
        assertBad("address: 16 is on page 2, which the page map does not map: give the page a copyset in the PageMap",
            table, 16);
        assertBad("address: 23 is on page 2, which the page map does not map: give the page a copyset in the PageMap",
            table, 23);
        assertBad("address: 32 (expected: 0..31, 4 pages of 8 variables)", table, 32);
        assertBad("address: -1 (expected: 0..31, 4 pages of 8 variables)", table, -1);
    }

    @Test
    void shouldTakePagesOfOneVariable()
    {
        final PageTable table =
            table(0, Topology.singleSwitch(3), PageMap.builder().pageSize(1).page(0, 0).page(1, 1).page(2, 2).build());
        for (int address = 0; address < 3; address++)
        {
            assertEquals(address, table.page(address).nearestHost);
        }
        assertBad("address: 3 (expected: 0..2, 3 pages of 1 variables)", table, 3);
        assertBad("address: -1 (expected: 0..2, 3 pages of 1 variables)", table, -1);
        assertBad("address: -2147483648 (expected: 0..2, 3 pages of 1 variables)", table, Integer.MIN_VALUE);
    }

    @Test
    void shouldSeeThatAllPagesHaveOneCopyset()
    {
        final PageTable table =
            table(0, Topology.singleSwitch(3), PageMap.builder().pageSize(4).everywhere(0, 2).build());
        assertOneCopysetAndBounds(table);
        assertOneCopysetAndBounds(table.without(1));
        final PageTable lost = table.without(1).without(0).without(2);
        assertThrows(PageLostException.class, () -> lost.haveOneCopyset(new int[]{ 3, 4 }));
        assertThrows(IndexOutOfBoundsException.class, () -> lost.haveOneCopyset(new int[]{ -1 }));
    }

    private static void assertOneCopysetAndBounds(final PageTable table)
    {
        assertTrue(table.haveOneCopyset(new int[0]));
        assertTrue(table.haveOneCopyset(new int[]{ 0, 11, 5, 0 }));
        for (final int wrong : new int[]{ -1, Integer.MIN_VALUE, 12, Integer.MAX_VALUE })
        {
            assertBad(
                "address: " + wrong + " (expected: 0..11, 3 pages of 4 variables)",
                () -> table.haveOneCopyset(new int[]{ wrong }));
            assertBad(
                "address: " + wrong + " (expected: 0..11, 3 pages of 4 variables)",
                () -> table.haveOneCopyset(new int[]{ 0, 11, wrong }));
        }
    }

    @Test
    void shouldSeeThatPagesHaveDifferentCopysets()
    {
        final PageMap pageMap =
            PageMap.builder().pageSize(4).page(0, 0, 1).page(1, 0, 1).page(2, 0, 2).build();
        final PageTable table = table(0, Topology.singleSwitch(3), pageMap);
        assertTrue(table.haveOneCopyset(new int[]{ 0, 7 }));
        assertTrue(table.haveOneCopyset(new int[]{ 8, 11 }));
        assertFalse(table.haveOneCopyset(new int[]{ 0, 8 }));
        assertBad(
            "address: 12 (expected: 0..11, 3 pages of 4 variables)", () -> table.haveOneCopyset(new int[]{ 0, 8, 12 }));
        // Host 2 takes its copies with it: all pages have copies left, but not the same.
        assertFalse(table.without(2).haveOneCopyset(new int[]{ 0, 8 }));
    }

    @Test
    void shouldSeeAPageThatIsNotMappedAmongThoseWithOneCopyset()
    {
        final PageTable table =
            table(0, Topology.singleSwitch(2), PageMap.builder().pageSize(4).everywhere(0).everywhere(2).build());
        assertTrue(table.haveOneCopyset(new int[]{ 0, 8 }));
        assertBad(
            "address: 4 is on page 1, which the page map does not map: give the page a copyset in the PageMap",
            () -> table.haveOneCopyset(new int[]{ 0, 4, 8 }));
    }

    @Test
    void shouldSeeTheBoundsOfTheLargestMemory()
    {
        final PageTable table = table(
            0, Topology.singleSwitch(2), PageMap.builder().pageSize(2048).everywhere(0, PageMap.MAX_PAGES - 1).build());
        assertTrue(table.haveOneCopyset(new int[]{ 0, Integer.MAX_VALUE }));
        assertThrows(IndexOutOfBoundsException.class, () -> table.haveOneCopyset(new int[]{ 0, Integer.MIN_VALUE }));
        assertThrows(IndexOutOfBoundsException.class, () -> table.haveOneCopyset(new int[]{ 0, -1 }));
    }

    /**
     * V1 section 4.2.2: mean numbers of operations per write, over all pages of each experiment.
     */
    @Test
    void shouldCountTheOperationsOfAWriteAsThePaperDoes()
    {
        assertOperationsPerWrite(2, 3, 4);
        assertOperationsPerWrite(3, 7, 12);
        final PageTable table = table(0, Topology.singleSwitch(3), PageMap.allCopysets(3));
        int local = 0;
        for (int page = 0; page < 7; page++)
        {
            local += page(table, page).copyset.contains(0) ? 1 : 0;
        }
        assertEquals(4, local);
    }

    private static void assertOperationsPerWrite(final int hosts, final int pages, final int operations)
    {
        final PageMap pageMap = PageMap.allCopysets(hosts);
        final PageTable table = table(0, Topology.singleSwitch(hosts), pageMap);
        int count = 0;
        for (int page = 0; page < pageMap.pageCount(); page++)
        {
            count += page(table, page).copyset.size();
        }
        assertEquals(pages, pageMap.pageCount());
        assertEquals(operations, count);
    }

    private static void assertBad(final String message, final PageTable table, final int address)
    {
        assertBad(message, () -> table.page(address));
    }

    private static void assertBad(final String message, final Executable call)
    {
        assertEquals(message, assertThrows(IndexOutOfBoundsException.class, call).getMessage());
    }
}
