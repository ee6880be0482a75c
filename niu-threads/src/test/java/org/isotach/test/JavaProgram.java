/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.test;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import javax.tools.ToolProvider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A program that the documentation shows: it compiles without a warning, and runs in a JVM of its own.
 */
public final class JavaProgram
{
    private static final long LIMIT_S = 60;

    private JavaProgram()
    {
    }

    /**
     * Compiles and runs a program with the class path of the test.
     *
     * @param folder    for its files.
     * @param className of the program.
     * @param source    of the program.
     * @return what it has written, without blanks at both ends.
     * @throws IOException          if a file cannot be written, or no JVM be started.
     * @throws InterruptedException when the timeout of the test interrupts it.
     */
    public static String run(final Path folder, final String className, final String source)
        throws IOException, InterruptedException
    {
        compile(folder, Files.writeString(folder.resolve(className + ".java"), source));
        final String classPath =
            folder + System.getProperty("path.separator") + System.getProperty("java.class.path");
        final Process process = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp", classPath, className)
            .redirectErrorStream(true)
            .start();
        final String output = new String(process.getInputStream().readAllBytes());
        assertTrue(process.waitFor(LIMIT_S, TimeUnit.SECONDS), "the program ends");
        assertEquals(0, process.exitValue(), output);
        return output.strip();
    }

    private static void compile(final Path folder, final Path file)
    {
        final ByteArrayOutputStream messages = new ByteArrayOutputStream();
        final int status = ToolProvider.getSystemJavaCompiler().run(
            null, messages, messages, "-Xlint:all", "-proc:none", "-d", folder.toString(),
            "-cp", System.getProperty("java.class.path"), file.toString());
        assertEquals("", messages.toString());
        assertEquals(0, status);
    }
}
