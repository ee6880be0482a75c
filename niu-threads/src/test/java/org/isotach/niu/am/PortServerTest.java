/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.ArrayList;
import java.util.List;

import org.isotach.niu.spi.Wakeable;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Whom a thread that serves a port wakes.
 */
final class PortServerTest
{
    private final List<String> calls = new ArrayList<>();
    private final Wakeable application = new Wakeable()
    {
        @Override
        public void wake()
        {
            calls.add("woken");
        }
    };
    private int arrived;

    private int serve()
    {
        calls.add("served " + arrived);
        return arrived;
    }

    @Test
    void shouldWakeTheApplicationWhenSomethingHasArrived()
    {
        final PortServer server = new PortServer(
            0, this::serve, () -> calls.add("end"), null, application, error -> calls.add(error.toString()));
        assertFalse(server.getAsBoolean());
        arrived = 2;
        assertTrue(server.getAsBoolean());
        assertEquals(List.of("served 0", "served 2", "woken"), calls);
    }
}
