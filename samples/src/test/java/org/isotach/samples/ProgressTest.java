/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertTrue;

final class ProgressTest
{
    @Test
    void shouldShowProgress()
    {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Progress progress = Progress.on(new PrintStream(bytes, true, StandardCharsets.UTF_8), "meals", 5000))
        {
            for (int i = 0; i < 5000; i++)
            {
                progress.step();
            }
        }
        final String shown = bytes.toString(StandardCharsets.UTF_8);
        assertTrue(shown.contains("meals"), shown);
        assertTrue(shown.contains("100%"), shown);
    }
}
