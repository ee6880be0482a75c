/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.reservations;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * A JVM of its own for each subject, so that none runs code that the compiler has made for others.
 */
final class Jvm
{
    /**
     * Does not wait for ever, but long enough for other work on the machine.
     */
    private static final double PATIENCE = 20;
    private static final int MIN_SECONDS = 120;

    private Jvm()
    {
    }

    /**
     * Runs a program with the class path and the flags of this JVM.
     *
     * @param program        its main class; it writes a list of {@link Measured} to the file that {@code --json} names.
     * @param arguments      of the program.
     * @param plannedSeconds approximate duration.
     * @return the measurements.
     * @throws IOException           when it cannot be started.
     * @throws InterruptedException  when interrupted.
     * @throws IllegalStateException when it has failed.
     */
    static List<Measured> run(final Class<?> program, final List<String> arguments, final double plannedSeconds)
        throws IOException, InterruptedException
    {
        final Path json = Files.createTempFile("measured", ".json");
        final Path output = Files.createTempFile("measured", ".txt");
        try
        {
            final List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
            command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
            command.addAll(arguments);
            command.addAll(List.of("--json", json.toString()));
            final Process process =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile()).start();
            try
            {
                final long limit = (long)(MIN_SECONDS + PATIENCE * plannedSeconds);
                if (!process.waitFor(limit, TimeUnit.SECONDS))
                {
                    throw new IllegalStateException(
                        String.join(" ", arguments) + " has not ended after " + limit + " s");
                }
                if (0 != process.exitValue())
                {
                    throw new IllegalStateException(
                        String.join(" ", arguments) + " has failed: " + Files.readString(output).strip());
                }
            }
            finally
            {
                process.destroyForcibly();
            }
            return new ObjectMapper().readValue(
                json.toFile(),
                new TypeReference<>()
                {
                });
        }
        finally
        {
            Files.delete(json);
            Files.delete(output);
        }
    }
}
