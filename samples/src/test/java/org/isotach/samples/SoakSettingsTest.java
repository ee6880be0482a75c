/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.EnumSet;
import java.util.Set;

import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

final class SoakSettingsTest
{
    @Test
    void shouldRepeatSettings()
    {
        assertEquals(SoakSettings.draw(5, 17), SoakSettings.draw(5, 17));
    }

    @Test
    void shouldDrawEverything()
    {
        final Set<SoakFailure> failures = EnumSet.noneOf(SoakFailure.class);
        final Set<ThreadingMode> modes = EnumSet.noneOf(ThreadingMode.class);
        for (int round = 0; round < 200; round++)
        {
            final SoakSettings settings = SoakSettings.draw(5, round);
            failures.add(settings.failure());
            modes.add(settings.mode());
            assertTrue(settings.hosts() >= 2 && settings.hosts() <= SoakSettings.MAX_HOSTS, settings.toString());
            assertTrue(settings.switches() >= 1 && settings.switches() <= settings.hosts(), settings.toString());
            assertTrue(settings.failPhase() >= 1 && settings.failPhase() < settings.phases(), settings.toString());
            assertEquals(SoakFailure.NONE == settings.failure(), settings.failing() < 0);
            checkHosts(settings);
        }
        assertEquals(EnumSet.allOf(SoakFailure.class), failures);
        assertEquals(EnumSet.allOf(ThreadingMode.class), modes);
    }

    private static void checkHosts(final SoakSettings settings)
    {
        int expelling = 0;
        for (int host = 0; host < settings.hosts(); host++)
        {
            assertTrue(!settings.fails(host) || !settings.expels(host));
            expelling += settings.expels(host) ? 1 : 0;
        }
        assertEquals(SoakFailure.NONE == settings.failure() ? 0 : 1, expelling);
    }
}
