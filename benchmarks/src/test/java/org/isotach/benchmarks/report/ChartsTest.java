/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.isotach.benchmarks.report.Results.SectionResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class ChartsTest
{
    @TempDir
    private Path folder;

    @Test
    void shouldDrawEverySection() throws IOException
    {
        for (final SectionResult result : Fixture.results().sections())
        {
            final Section section = Sections.all().stream()
                .filter((each) -> each.id().equals(result.id())).findFirst().orElseThrow();
            if (section.isInTurns())
            {
                continue;
            }
            final Path file = folder.resolve(section + ".svg");

            Charts.write(section, result, Profile.QUICK, file);

            final String svg = Files.readString(file);
            assertTrue(svg.contains("<svg"), svg);
            assertTrue(svg.contains("rgb(0,114,178)"), "the colour of this library in " + svg);
        }
    }

    @Test
    void shouldTakeTheHostsOfATopologyAsItsNumber()
    {
        assertEquals(64, LineChart.number("64x8"));
        assertEquals(1000, LineChart.number("1000"));
    }
}
