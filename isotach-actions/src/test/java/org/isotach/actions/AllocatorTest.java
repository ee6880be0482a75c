/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.List;
import java.util.Map;

import org.isotach.PageMap;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

final class AllocatorTest
{
    private static final int PAGE_SIZE = 65536;
    private static final int LAST_PAGE = 32767;

    @Test
    void shouldGiveAllWordsOfTheLargestMemory()
    {
        final Placement last = Placement.onPage(LAST_PAGE);
        final Pages pages = Pages.of(PageMap.builder().pageSize(PAGE_SIZE).page(LAST_PAGE, 0).build(), 1);
        final Allocator allocator =
            new Allocator(pages, Map.of("first", last, "last", last, "more", last, "pair", last));
        assertEquals(PAGE_SIZE - 1, allocator.allocate("first", PAGE_SIZE - 1, List.of()).length);
        assertFull(allocator, "pair", List.of("x", "y"), 2);
        assertEquals(Integer.MAX_VALUE, allocator.allocate("last", 1, List.of())[0]);
        assertEquals("last", allocator.nameOf(Integer.MAX_VALUE));
        assertFull(allocator, "more", List.of(), 1);
    }

    private static void assertFull(
        final Allocator allocator, final String name, final List<String> components, final int words)
    {
        final IllegalStateException failure =
            assertThrows(IllegalStateException.class, () -> allocator.allocate(name, 1, components));
        final int used = PAGE_SIZE + 1 - words;
        assertEquals("memory full: " + name + " needs " + words + " words on page " + LAST_PAGE + ", and " + used +
            " of " + PAGE_SIZE + " are in use: raise IsotachContext.memory(), or map more such pages",
            failure.getMessage());
    }
}
