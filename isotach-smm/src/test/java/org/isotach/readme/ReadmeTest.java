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
 * The program in the README compiles and runs as it is printed there.
 */
class ReadmeTest
{
    private static final Path README = Path.of("..", "README.md");
    private static final Pattern PROGRAM =
        Pattern.compile("```java\n(.*?public class (\\w+) .*?)```", Pattern.DOTALL);

    @Test
    void shouldCompileAndRunTheProgramOfTheReadme(@TempDir final Path folder) throws Exception
    {
        final Matcher program = PROGRAM.matcher(Files.readString(README));
        assertTrue(program.find(), "README.md has a program");
        assertEquals("counted to 2000", JavaProgram.run(folder, program.group(2), program.group(1)));
    }
}
