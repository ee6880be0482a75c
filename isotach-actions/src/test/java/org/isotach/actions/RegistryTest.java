/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

class RegistryTest
{
    private static List<Object> all(final Registry<Object> registry)
    {
        final List<Object> found = new ArrayList<>();
        registry.forEach(found::add);
        return found;
    }

    /**
     * After 2^31 objects the numbers begin again.
     */
    @Test
    void shouldGiveEachObjectAPlaceThatIsNotThatOfNone()
    {
        final Registry<Object> registry = new Registry<>(Integer.MAX_VALUE - 2);
        final Set<Integer> places = new HashSet<>();
        for (int i = 0; i < 20; i++)
        {
            assertTrue(places.add(registry.add(i)), () -> places + " twice");
        }
        assertFalse(places.contains(Registry.NO_PLACE));
        assertEquals(20, all(registry).size());
        registry.remove(Registry.NO_PLACE);
        assertEquals(20, all(registry).size());
        places.forEach(registry::remove);
        assertEquals(List.of(), all(registry));
    }
}
