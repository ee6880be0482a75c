/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Arrays;

import org.isotach.PageMap;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Where variables lie: by default, and where the user wants them.
 */
@ParameterizedClass
@EnumSource(ThreadingMode.class)
class PlacementTest
{
    @Parameter
    private ThreadingMode mode;

    @Test
    void shouldPlaceCopiesWhereTheyAreWanted()
    {
        try (TestIsotach test = TestIsotach.launch(new IsotachContext().threadingMode(mode)
            .hosts(3).memory(3000).copies(2)
            .place("at two", Placement.atHosts(2, 0)).place("at one", Placement.atHosts(1))
            .place("too many", Placement.atHosts(0, 2))))
        {
            final Isotach isotach = test.get();
            final IsoLong[] atTwo = isotach.longs("at two", 2000, 5);
            final IsoDouble[] atOne = isotach.doubles("at one", 100, 1000.0);
            final IsoLong other = isotach.longVariable("other", 7);

            assertCopies(isotach, atTwo[0], 0, 2);
            assertCopies(isotach, atTwo[1999], 0, 2);
            assertCopies(isotach, atOne[99], 1);
            assertEquals(0, other.address());
            assertRefused(
                IllegalStateException.class,
                "memory full: too many needs 1073 words at hosts [0, 2], and 2000 of 3072 are in use: raise" +
                " IsotachContext.memory(), or map more such pages",
                () -> isotach.longs("too many", 1073, 0));
            isotach.update(atTwo[7], atOne[8], other).execute(action ->
            {
                action.set(atTwo[7], action.get(atTwo[7]) + action.get(other));
                action.set(atOne[8], action.get(atOne[8]) / 4);
                action.set(other, 8);
            });
            isotach.apply(atTwo[7].add(1), atOne[8].add(0.5));
            assertEquals(13 + 250.5 + 8, isotach.snapshot(
                now -> now.get(atTwo[7]) + now.get(atOne[8]) + now.get(other), atTwo[7], atOne[8], other));
        }
    }

    @Test
    void shouldPlaceOnPagesOfAMap()
    {
        final PageMap map = PageMap.builder().pageSize(4).page(0, 0).everywhere(1).page(3, 1).page(5, 0, 1).build();
        try (TestIsotach test = TestIsotach.launch(new IsotachContext().threadingMode(mode).hosts(2).pageMap(map)
            .place("page", Placement.onPage(3)).place("all", Placement.atHosts(0, 1))))
        {
            final Isotach isotach = test.get();
            assertEquals(12, isotach.longVariable("page", 1).address());
            final IsoLong[] all = isotach.longs("all", 6, 2);
            assertArrayEquals(new int[] {4, 5, 6, 7, 20, 21}, Arrays.stream(all).mapToInt(IsoLong::address).toArray());
            // Around what was placed.
            final IsoLong[] rest = isotach.longs("rest", 9, 3);
            assertArrayEquals(new int[] {0, 1, 2, 3, 13, 14, 15, 22, 23},
                Arrays.stream(rest).mapToInt(IsoLong::address).toArray());
            assertEquals(12, TestIsotach.total(isotach, all));
            assertEquals(27, TestIsotach.total(isotach, rest));
            assertRefused(
                IllegalStateException.class,
                "memory full: more needs 1 words, and 16 of 16 are in use: raise IsotachContext.memory()",
                () -> isotach.longVariable("more"));
        }
    }

    @Test
    void shouldRefuseWhatNoPageIsFor()
    {
        final PageMap map = PageMap.builder().page(0, 0).build();
        assertRefused("placement of x: at hosts [0, 1] (expected: 0..0; raise hosts)",
            () -> Isotach.launch(new IsotachContext().place("x", Placement.atHosts(1, 0))));
        assertRefused(
            "placement of x: at hosts [1], and no page of the page map has copies at exactly these hosts; map one, or" +
            " leave out the page map",
            () -> Isotach.launch(new IsotachContext().hosts(2).pageMap(map).place("x", Placement.atHosts(1))));
        assertRefused(
            "placement of x: on page 1 (expected: a mapped page of IsotachContext.pageMap())",
            () -> Isotach.launch(new IsotachContext().pageMap(map).place("x", Placement.onPage(1))));
        assertRefused(
            "placement of x: on page 0 (expected: a mapped page of IsotachContext.pageMap(), which is not set)",
            () -> Isotach.launch(new IsotachContext().place("x", Placement.onPage(0))));
        assertRefused("name: x twice: it is on page 3 already",
            () -> new IsotachContext().place("x", Placement.onPage(3)).place("x", Placement.atHosts(0)));
        assertRefused("hosts: none (expected: at least one host for the variables)", Placement::atHosts);
        assertRefused("hosts: [1, 1] (expected: each once, 0..255)", () -> Placement.atHosts(1, 1));
        assertRefused("hosts: [256] (expected: each once, 0..255)", () -> Placement.atHosts(256));
        assertRefused("page: -1 (expected: 0..1048575)", () -> Placement.onPage(-1));
    }

    private static void assertCopies(final Isotach isotach, final IsoVariable variable, final int... hosts)
    {
        final PageMap map = isotach.memory().pageMap();
        final int page = variable.address() / map.pageSize();
        assertTrue(map.isMapped(page));
        assertArrayEquals(hosts, map.copyset(page, isotach.cluster().hostCount()), variable.name());
    }
}
