/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.AbstractList;
import java.util.List;
import java.util.Map;

import org.isotach.PageMap;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

final class AllocatorTest
{
    private static final int PAGE_SIZE = 65536;
    private static final int LAST_PAGE = 32767;
    private static final int FAILING_LOOK = 2;

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

    /**
     * Memory runs out behind the search for words.
     */
    @Test
    void shouldGiveBackTheWordsOfVariablesThatCannotBeMade()
    {
        final Allocator allocator = new Allocator(Pages.of(PageMap.replicated(1), 1), Map.of());
        final int[] sizes = { 0 };
        final List<String> components = new AbstractList<>()
        {
            @Override
            public String get(final int index)
            {
                return "x" + index;
            }

            @Override
            public int size()
            {
                if (FAILING_LOOK == sizes[0]++)
                {
                    throw new OutOfMemoryError("no room for a row");
                }
                return 2;
            }
        };
        assertThrows(OutOfMemoryError.class, () -> allocator.allocate("points", 2, components));
        assertEquals(List.of(), allocator.names());
        assertTrue(allocator.toString().startsWith("Allocator{used=0,"), allocator.toString());
        assertArrayEquals(new int[]{ 0, 2 }, allocator.allocate("points", 2, List.of("x", "y")));
        assertEquals("points[1].x", allocator.nameOf(2));
    }

    @Test
    void shouldGiveWordsThatWereTakenBackToTheNextOne()
    {
        final Allocator allocator = new Allocator(Pages.of(PageMap.replicated(1), 1), Map.of());
        final int[] first = allocator.allocate("first", 3, List.of());
        allocator.takeBack("first", first, List.of());
        assertEquals(null, allocator.nameOf(1));
        assertArrayEquals(first, allocator.allocate("first", 3, List.of()));
    }

    @Test
    void shouldMakeAnArrayAgainForWhichThereWasNoMemory()
    {
        try (Cluster cluster = Cluster.launch(new ClusterContext().hosts(1)))
        {
            final IsotachParts parts = new IsotachParts(cluster, new IsotachContext());
            final VariableMaker maker = new VariableMaker(parts);
            assertThrows(OutOfMemoryError.class, () -> maker.array("x", 2, 0, IsoLong[]::new, (i, address) ->
            {
                throw new OutOfMemoryError("no room for a variable");
            }));
            final IsoLong[] made = maker.array("x", 2, 0, IsoLong[]::new, (i, address) ->
                new IsoLong(parts.access, "x", i, address));
            assertEquals(0, made[0].address());
        }
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
