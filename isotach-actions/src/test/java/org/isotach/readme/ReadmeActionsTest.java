/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.readme;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.isotach.test.JavaProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What the README shows of actions compiles, and does what it says, in a program around it.
 */
class ReadmeActionsTest
{
    private static final Path README = Path.of("..", "README.md");
    private static final Pattern SNIPPET =
        Pattern.compile("\n## Actions\n.*?```java\n(.*?)```", Pattern.DOTALL);
    private static final String PROGRAM = """
        import org.isotach.actions.*;

        public class Snippet {
            public static void main(String[] args) {
                %s
            }
        }
        """;

    @Test
    void shouldCompileAndRunWhatTheReadmeShowsOfActions(@TempDir final Path folder) throws Exception
    {
        final Matcher snippet = SNIPPET.matcher(Files.readString(README));
        assertTrue(snippet.find(), "README.md shows actions");
        assertEquals("30 2000", JavaProgram.run(folder, "Snippet", String.format(PROGRAM, snippet.group(1))));
    }
}
