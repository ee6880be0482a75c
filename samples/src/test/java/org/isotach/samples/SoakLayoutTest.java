/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.Arrays;
import java.util.stream.IntStream;

import org.isotach.PageMap;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

final class SoakLayoutTest
{
    @Test
    void shouldHaveEachCopyset()
    {
        final SoakLayout layout = new SoakLayout(SoakSettings.draw(3, 0));
        final int hosts = layout.groups() - 1;
        assertEquals((1 << hosts) - 1, layout.equals());
        assertEquals(
            layout.equals(),
            IntStream.range(0, layout.equals())
                .mapToObj(variable -> Arrays.toString(layout.pages().copyset(variable, hosts)))
                .distinct().count());
        assertEquals(layout.equals() + layout.groups() * SoakLayout.ACCOUNTS, layout.pages().pageCount());
    }

    @Test
    void shouldLoseNoAccountAndScheduleAtHome()
    {
        for (int round = 0; round < 100; round++)
        {
            final SoakSettings settings = SoakSettings.draw(3, round);
            if (SoakFailure.NONE != settings.failure())
            {
                checkCopies(settings, new SoakLayout(settings));
            }
        }
    }

    private static void checkCopies(final SoakSettings settings, final SoakLayout layout)
    {
        final PageMap pages = layout.pages();
        for (int account = 0; account < SoakLayout.ACCOUNTS; account++)
        {
            assertEquals(
                settings.hosts(),
                pages.copyset(layout.account(layout.sharedGroup(), account), settings.hosts()).length);
            for (int host = 0; host < settings.hosts(); host++)
            {
                final int page = layout.account(host, account);
                assertTrue(pages.holds(page, host));
                assertTrue(pages.copyset(page, settings.hosts()).length >= 2);
            }
        }
    }
}
