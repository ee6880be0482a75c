/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * Runs a program in a JVM of its own.
 */
final class Fork
{
    private static final long TIMEOUT_MINUTES = 5;

    private Fork()
    {
    }

    /**
     * The JDK of this JVM.
     */
    static Path javaHome()
    {
        return Path.of(System.getProperty("java.home"));
    }

    /**
     * Runs a program with the class path and the flags of this JVM.
     *
     * @param javaHome  its JDK.
     * @param program   has an option {@code --json FILE} for its result.
     * @param arguments the others.
     * @param type      of its result.
     * @param <T>       type of its result.
     * @return the result.
     * @throws IOException           when no JVM can be started.
     * @throws InterruptedException  when interrupted.
     * @throws IllegalStateException when the program has failed.
     */
    static <T> T run(
        final Path javaHome, final Class<?> program, final List<String> arguments, final Class<T> type)
        throws IOException, InterruptedException
    {
        final Path json = Files.createTempFile(program.getSimpleName(), ".json");
        final Path output = Files.createTempFile(program.getSimpleName(), ".txt");
        try
        {
            final List<String> command = new ArrayList<>();
            command.add(javaHome.resolve("bin").resolve("java").toString());
            command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
            command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
            command.addAll(arguments);
            command.addAll(List.of("--json", json.toString()));
            final Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
            try
            {
                if (!process.waitFor(TIMEOUT_MINUTES, TimeUnit.MINUTES) || 0 != process.exitValue())
                {
                    throw new IllegalStateException(
                        program.getSimpleName() + " has failed: " + Files.readString(output).strip());
                }
            }
            finally
            {
                process.destroyForcibly();
            }
            return new ObjectMapper().readValue(json.toFile(), type);
        }
        finally
        {
            Files.delete(json);
            Files.delete(output);
        }
    }
}
