/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.isotach.simulation.cost.CostKind;
import org.isotach.simulation.cost.CostRow;
import org.isotach.simulation.cost.CostValue;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What the document says about costs is what the models predict.
 */
final class TablesTest
{
    @Test
    void shouldPrintWhatTheDocumentSays() throws Exception
    {
        final Run run = Run.of("tables");
        assertEquals(List.of(), run.err());
        assertEquals(0, run.exitCode());
        assertEquals("RESULT tables predictions=53 wrong=0", run.lastLine());
        final String document = Files.readString(Path.of("../docs/endpoints.md")).replace("\r\n", "\n");
        final String printed = String.join("\n", run.out().subList(0, run.out().size() - 1)).strip();
        assertTrue(document.contains("```text\n" + printed + "\n```\n"),
            "docs/endpoints.md does not show what the sample `tables` prints: put all but its last line there");
    }

    @Test
    void shouldNoticeAPredictionThatIsWrong()
    {
        final Violations violations = new Violations();
        Tables.check(new CostRow("trip", List.of(
            new CostValue(100, 119, CostKind.PREDICTED), new CostValue(100, 70, CostKind.FITTED),
            new CostValue(100, 79, CostKind.PREDICTED))), violations);
        assertEquals(1, violations.count());
        assertEquals("trip: 79.0 instead of 100.0", violations.first());
    }
}
