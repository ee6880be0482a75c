/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;

class ReadmeTest
{
    private static final Path SOURCE = Path.of("src/test/java/org/isotach/readme/ReadmeExample.java");
    private static final Path README = Path.of("../README.md");

    @Test
    void shouldPrintWhatReadmeSays() throws InterruptedException
    {
        final PrintStream console = System.out;
        final ByteArrayOutputStream output = new ByteArrayOutputStream();
        System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
        try
        {
            ReadmeExample.main(new String[0]);
        }
        finally
        {
            System.setOut(console);
        }
        assertEquals("counter: 2001", output.toString(StandardCharsets.UTF_8).strip());
    }

    @Test
    void shouldShowProgramInReadmeAsItIsCompiledHere() throws IOException
    {
        final String source = Files.readString(SOURCE);
        final String readme = Files.readString(README);
        assertEquals(
            source.substring(source.indexOf("import ")).strip(),
            between(readme, "<!-- ReadmeExample -->\n```java\n", "\n```\n").strip());
    }

    private static String between(final String text, final String begin, final String end)
    {
        final int from = text.indexOf(begin) + begin.length();
        return text.substring(from, text.indexOf(end, from));
    }
}
