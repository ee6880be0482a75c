/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.isotach.niu.ThreadingMode;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The library needs no flag of the JVM, and makes it say nothing on the console.
 */
class NoFlagsTest
{
    private static final int FIRST_JDK_THAT_CAN_DENY_UNSAFE = 24;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldRunWithoutFlags(final ThreadingMode mode) throws Exception
    {
        assertRunsSilently(mode);
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldRunWhenUnsafeIsDenied(final ThreadingMode mode) throws Exception
    {
        assumeTrue(Runtime.version().feature() >= FIRST_JDK_THAT_CAN_DENY_UNSAFE, "a JDK without that flag");
        assertRunsSilently(mode, "--sun-misc-unsafe-memory-access=deny");
        assertRunsSilently(mode, "--sun-misc-unsafe-memory-access=deny", "-Disotach.unsafe=true");
        assertRunsSilently(mode, "--sun-misc-unsafe-memory-access=allow", "-Disotach.unsafe=true");
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldRunWithoutUnsafe(final ThreadingMode mode) throws Exception
    {
        assertRunsSilently(mode, "-Disotach.unsafe=false");
        // Without jdk.unsupported, which Unsafe is in.
        assertRunsSilently(mode, "--limit-modules=java.base,java.logging,java.management");
    }

    private void assertRunsSilently(final ThreadingMode mode, final String... flags) throws Exception
    {
        final Path out = directory.resolve("out");
        final Path err = directory.resolve("err");
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(flags));
        command.addAll(List.of(
            "-cp", System.getProperty("java.class.path"), CountingProgram.class.getName(), mode.name()));
        final ProcessBuilder builder = new ProcessBuilder(command);
        for (final String variable : List.of("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH"))
        {
            builder.environment().remove(variable);
        }
        final Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        try
        {
            final int exitCode = process.waitFor();
            assertEquals("", Files.readString(err), "standard error");
            assertEquals("20", Files.readString(out).trim());
            assertEquals(0, exitCode);
        }
        finally
        {
            process.destroyForcibly();
        }
    }
}
