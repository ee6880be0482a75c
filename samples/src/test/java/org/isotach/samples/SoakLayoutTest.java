/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.Arrays;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

final class SoakLayoutTest
{
    @Test
    void shouldHaveEachCopyset()
    {
        final SoakLayout layout = new SoakLayout(SoakSettings.draw(3, 0));
        final int hosts = layout.groups();
        assertEquals((1 << hosts) - 1, layout.equals());
        assertEquals(
            layout.equals(),
            IntStream.range(0, layout.equals())
                .mapToObj(variable -> Arrays.toString(layout.pages().copyset(variable, hosts)))
                .distinct().count());
        assertEquals(layout.equals() + layout.groups() * SoakLayout.ACCOUNTS, layout.pages().pageCount());
    }

    @Test
    void shouldLoseNoAccount()
    {
        for (int round = 0; round < 100; round++)
        {
            final SoakSettings settings = SoakSettings.draw(3, round);
            final SoakLayout layout = new SoakLayout(settings);
            for (int page = layout.equals(); page < layout.pages().pageCount(); page++)
            {
                assertTrue(layout.pages().copyset(page, settings.hosts()).length >= 2);
            }
        }
    }
}
