/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.readme;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.tools.ToolProvider;

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
        final String className = program.group(2);
        final Path source = folder.resolve(className + ".java");
        Files.writeString(source, program.group(1));

        final ByteArrayOutputStream messages = new ByteArrayOutputStream();
        final int status = ToolProvider.getSystemJavaCompiler().run(
            null, messages, messages, "-Xlint:all", "-proc:none", "-d", folder.toString(),
            "-cp", System.getProperty("java.class.path"), source.toString());
        assertEquals("", messages.toString());
        assertEquals(0, status);

        assertEquals("counted to 2000", run(folder, className));
    }

    private static String run(final Path folder, final String className) throws IOException, InterruptedException
    {
        final String classPath =
            folder + System.getProperty("path.separator") + System.getProperty("java.class.path");
        final Process process = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp", classPath, className)
            .redirectErrorStream(true)
            .start();
        final String output = new String(process.getInputStream().readAllBytes());
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), "the program ends");
        assertEquals(0, process.exitValue(), output);
        return output.strip();
    }
}
