/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

import org.isotach.config.ShmemMapFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class PageMapTest
{
    @Test
    void shouldReplicatePagesOnWhateverHostsThereAre()
    {
        final PageMap map = PageMap.replicated(4);

        assertEquals(4, map.pageCount());
        assertEquals(1024, map.pageSize());
        assertEquals(4096, map.variables());
        assertEquals(-1, map.highestHost());
        assertTrue(map.isEverywhere(3));
        assertTrue(map.holds(3, 255));
        assertFalse(map.holds(3, -1));
        assertFalse(map.holds(4, 0));
        assertArrayEquals(new int[]{0, 1, 2}, map.copyset(0, 3));
        assertArrayEquals(new int[]{0}, map.copyset(0, 1));
        assertSame(map, map.checkedAgainst(1));
    }

    @Test
    void shouldReplicatePagesOnGivenHosts()
    {
        final PageMap map = PageMap.replicated(2, 3);

        assertEquals(2, map.highestHost());
        assertFalse(map.isEverywhere(0));
        assertTrue(map.holds(1, 2));
        assertFalse(map.holds(1, 3));
        assertArrayEquals(new int[]{0, 1, 2}, map.copyset(1, 5));
        assertNotEquals(PageMap.replicated(2), map);
    }

    @Test
    void shouldKeepHolesUnmapped()
    {
        final PageMap map = PageMap.builder().page(5, 2, 0).everywhere(2).pages(7, 8, 1).build();

        assertEquals(9, map.pageCount());
        assertFalse(map.isMapped(0));
        assertFalse(map.isMapped(-1));
        assertFalse(map.isMapped(9));
        assertFalse(map.isEverywhere(6));
        assertFalse(map.holds(6, 0));
        assertTrue(map.isMapped(5));
        assertFalse(map.isEverywhere(5));
        assertArrayEquals(new int[]{0, 2}, map.copyset(5, 3));
        assertEquals(2, map.highestHost());
        assertEquals("PageMap{pageSize=1024, 2:*; 5:0,2; 7-8:1}", map.toString());
        assertEquals("2:*;\n5:0,2;\n7-8:1;\n", ShmemMapFile.format(map));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 12})
    void shouldMapOnePageToEachCopyset(final int hosts)
    {
        final PageMap map = PageMap.allCopysets(hosts, 16);

        assertEquals((1 << hosts) - 1, map.pageCount());
        assertEquals(hosts - 1, map.highestHost());
        for (int page = 0; page < map.pageCount(); page++)
        {
            int bits = 0;
            for (final int host : map.copyset(page, hosts))
            {
                bits |= 1 << host;
                assertTrue(map.holds(page, host));
            }
            assertEquals(page + 1, bits);
        }
    }

    @Test
    void shouldSendTwelveSeventhsOfOperationPerWriteToSevenPages()
    {
        // The copysets of V1's experiment: 3 pages on 2 hosts need 4/3 copies a page, 7 pages on 3 hosts need 12/7.
        assertEquals(4, copies(PageMap.allCopysets(2), 2));
        assertEquals(12, copies(PageMap.allCopysets(3), 3));
        assertEquals(1024, PageMap.allCopysets(3).pageSize());
    }

    @Test
    void shouldComputeAddresses()
    {
        final PageMap map = PageMap.builder().pageSize(16).page(0, 0).everywhere(32_767).build();

        assertEquals(15, map.addressOf(0, 15));
        assertEquals(32_767 * 16 + 3, map.addressOf(32_767, 3));
        assertEquals(524_288L, map.variables());

        final PageMap large = PageMap.builder().pageSize(65_536).everywhere(32_767).build();
        assertEquals(1L << 31, large.variables());
        assertEquals(Integer.MAX_VALUE, large.addressOf(32_767, 65_535));
    }

    @Test
    void shouldCompareByContent()
    {
        final PageMap map = PageMap.builder().page(0, 1, 0).pages(1, 2, 3).build();
        final PageMap same = PageMap.builder().page(2, 3).page(1, 3).page(0, 0, 1).build();

        assertEquals(map, same);
        assertEquals(map.hashCode(), same.hashCode());
        assertEquals(map.toString(), same.toString());
        assertNotEquals(map, PageMap.builder().pageSize(512).page(0, 1, 0).pages(1, 2, 3).build());
        assertNotEquals(map, PageMap.builder().page(0, 1).pages(1, 2, 3).build());
    }

    @Test
    void shouldAbbreviateLongMaps()
    {
        final String text = PageMap.allCopysets(5).toString();

        assertTrue(text.startsWith("PageMap{pageSize=1024, 0:0; 1:1; 2:0,1; 3:2; "), text);
        assertTrue(text.endsWith("; 15:4; ... of 31 pages}"), text);
        assertTrue(PageMap.allCopysets(4).toString().endsWith("; 14:0,1,2,3}"));
    }

    @Test
    void shouldStayIndependentOfBuilderAndCallers()
    {
        final int[] hosts = {1, 0};
        final PageMap.Builder builder = PageMap.builder().page(0, hosts);
        hosts[0] = 7;
        final PageMap map = builder.build();
        builder.page(1, 1).pageSize(1);
        map.copyset(0, 2)[0] = 7;

        assertEquals("PageMap{pageSize=1024, 0:0,1}", map.toString());
    }

    @Test
    void shouldRejectHostThatDoesNotExist()
    {
        final PageMap map = PageMap.builder().everywhere(0).page(3, 1, 7).build();
        final String message = "page: 3 is mapped to host 7 (expected: 0..3; " +
            "change its copyset or use at least 8 hosts)";

        assertRejected(message, () -> map.checkedAgainst(4));
        assertRejected(message, () -> map.copyset(3, 4));
        assertSame(map, map.checkedAgainst(8));
    }

    @Test
    void shouldRejectUnmappedPage()
    {
        final PageMap map = PageMap.builder().everywhere(3).build();
        final String message =
            " is not mapped (expected: a mapped page of 0..3; give it a copyset in the page map)";

        assertRejected("page: 2" + message, () -> map.addressOf(2, 0));
        assertRejected("page: 4" + message, () -> map.copyset(4, 1));
        assertRejected("page: -1" + message, () -> map.addressOf(-1, 0));
        assertRejected("index: 1024 (expected: 0..1023; a page of this map has 1024 variables)",
            () -> map.addressOf(3, 1024));
        assertRejected("hostCount: 0 (expected: 1..256; pass the number of hosts of the cluster)",
            () -> map.copyset(3, 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 3, 1000, 131_072, Integer.MIN_VALUE})
    void shouldRejectPageSize(final int pageSize)
    {
        assertRejected("pageSize: " + pageSize + " (expected: a power of two from 1 to 65536; round it up)",
            () -> PageMap.builder().pageSize(pageSize));
    }

    @Test
    void shouldRejectPagesWhoseAddressesAreTooLarge()
    {
        final String remedy = "; pages are numbered from 0, and all addresses of pages of 65536 variables fit an int)";
        assertRejected("first: 32768 (expected: 0..32767" + remedy,
            () -> PageMap.builder().pageSize(65_536).page(32_768, 0));
        assertRejected("last: 40000 (expected: 0..32767" + remedy,
            () -> PageMap.builder().page(40_000, 0).pageSize(65_536));
    }

    /**
     * One page is mapped, the last one that there can be: it takes no memory for variables to find the limits.
     */
    @ParameterizedTest
    @CsvSource({
        "1,     1048576, 1048576",
        "1024,  1048576, 1073741824",
        "2048,  1048576, 2147483648",
        "4096,  524288,  2147483648",
        "65536, 32768,   2147483648" })
    void shouldHaveAsManyVariablesAsThePageSizeAllows(final int pageSize, final int pages, final long variables)
    {
        final PageMap map = PageMap.builder().pageSize(pageSize).page(pages - 1, 0).build();
        assertEquals(variables, map.variables());
        assertEquals(variables - 1, map.addressOf(pages - 1, pageSize - 1));
        assertRejected("first: " + pages + " (expected: 0.." + (pages - 1) +
            "; pages are numbered from 0, and all addresses of pages of " + pageSize + " variables fit an int)",
            () -> PageMap.builder().pageSize(pageSize).page(pages, 0));
    }

    @Test
    void shouldRejectMistakesInBuilder()
    {
        final PageMap.Builder builder = PageMap.builder().pages(2, 4, 0);
        final String remedy = "; pages are numbered from 0, and all addresses of pages of 1024 variables fit an int)";

        assertRejected("page: 4 is already mapped (expected: one copyset per page; leave one out)",
            () -> builder.everywhere(4));
        assertRejected("page: 2 is already mapped (expected: one copyset per page; leave one out)",
            () -> builder.pages(1, 9, 1));
        assertRejected("first: -1 (expected: 0..1048575" + remedy, () -> builder.page(-1, 0));
        assertRejected("first: 1048576 (expected: 0..1048575" + remedy, () -> builder.everywhere(1_048_576));
        assertRejected("last: 6 (expected: 7..1048575" + remedy, () -> builder.pages(7, 6, 0));
        assertRejected("hosts: none for page 7 (expected: at least one; name a host or use everywhere(page))",
            () -> builder.page(7));
        assertRejected("hosts: 3 twice for page 7 (expected: each host once; leave one out)",
            () -> builder.page(7, 3, 1, 3));
        assertRejected("host: 256 (expected: 0..255; hosts are numbered from 0)", () -> builder.page(7, 256));
        assertEquals("2-4:0;\n", ShmemMapFile.format(builder.build()));
    }

    @Test
    void shouldRejectMapWithoutPages()
    {
        assertRejected("pages: 0 (expected: 1..1048576; map at least one page)", () -> PageMap.builder().build());
        assertRejected("pages: 0 (expected: 1..1048576; map at least one page)", () -> PageMap.replicated(0));
        assertRejected("pages: 0 (expected: 1..1048576; map at least one page)", () -> PageMap.replicated(0, 2));
        final String larger = " (expected: 1..1048576; for more variables take larger pages, up to 32768 of 65536" +
            " variables, with PageMap.builder().pageSize())";
        assertRejected("pages: 2097152" + larger, () -> PageMap.replicated(1 << 21));
        assertRejected("pages: 1048577" + larger, () -> PageMap.replicated(PageMap.MAX_PAGES + 1, 2));
        assertEquals(
            1L << 31, PageMap.builder().pageSize(65_536).everywhere(0, 32_767).build().variables(), "as it says");
        assertRejected("hosts: 0 (expected: 1..256; name the number of hosts of the cluster)",
            () -> PageMap.replicated(1, 0));
        assertRejected("hosts: 13 (expected: 1..12; with more hosts, choose the copysets that matter)",
            () -> PageMap.allCopysets(13));
    }

    private static int copies(final PageMap map, final int hosts)
    {
        int copies = 0;
        for (int page = 0; page < map.pageCount(); page++)
        {
            copies += map.copyset(page, hosts).length;
        }
        return copies;
    }

    private static void assertRejected(final String message, final Executable call)
    {
        assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage());
    }
}
