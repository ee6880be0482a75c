/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

import org.isotach.PageMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.junit.jupiter.api.Assertions.assertEquals;

final class CopysetsTest
{
    @ParameterizedTest
    @CsvSource({ "1, 1", "2, 3", "4, 15", "8, 255", "9, 64", "256, 64" })
    void shouldBeDifferent(final int hosts, final int pages)
    {
        final PageMap map = Copysets.of(hosts, 42);
        final Set<String> copysets = new HashSet<>();
        for (int page = 0; page < pages; page++)
        {
            copysets.add(Arrays.toString(map.copyset(page, hosts)));
        }
        assertEquals(pages, map.pageCount());
        assertEquals(pages, copysets.size());
        assertEquals(map, Copysets.of(hosts, 42));
    }
}
