/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.junit.jupiter.api.Assertions.assertEquals;

final class VersionMapTest
{
    private static final int OPERATIONS = 200_000;

    private final VersionMap map = new VersionMap();

    @Test
    void shouldHoldNothingAtFirst()
    {
        assertEquals(0, map.size());
        assertEquals(Version.SUBSTANTIATED, map.get(0));
        assertEquals(Version.SUBSTANTIATED, map.remove(0));
        assertEquals(0, map.size());
    }

    @Test
    void shouldReplaceTheVersionOfAnAddress()
    {
        map.put(0, 1);
        map.put(0, 2);
        assertEquals(1, map.size());
        assertEquals(2, map.remove(0));
        assertEquals(Version.SUBSTANTIATED, map.get(0));
    }

    /**
     * Few addresses: most operations meet others on their way, and what was removed leaves a place between them.
     */
    @ParameterizedTest
    @CsvSource({"4, 1", "9, 1", "40, 1", "40, 1024", "40, 1048576", "3000, 1", "3000, 65536"})
    void shouldDoAsAnyOtherMap(final int addresses, final int stride)
    {
        final Random random = new Random(31L * addresses + stride);
        final Map<Long, Long> expected = new HashMap<>();
        for (int i = 1; i <= OPERATIONS; i++)
        {
            final long address = (long)random.nextInt(addresses) * stride;
            // Turns of more puts, and of more removes.
            if (random.nextInt(4) < 1 + 2 * (i / 1000 % 2))
            {
                expected.put(address, (long)i);
                map.put(address, i);
            }
            else
            {
                final Long removed = expected.remove(address);
                assertEquals(null == removed ? Version.SUBSTANTIATED : removed, map.remove(address));
            }
            assertEquals(expected.size(), map.size());
            final long other = (long)random.nextInt(addresses) * stride;
            assertEquals(expected.getOrDefault(other, Version.SUBSTANTIATED), map.get(other));
        }
        expected.forEach((address, version) -> assertEquals(version, map.get(address)));
    }
}
