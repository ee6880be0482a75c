/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.jcstress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Runs every stress test for a moment, in all modes, with the jar that was built. What ran, and what did not, is said
 * by {@link StressRun}, which also fails when it is less than there are processors for.
 * <p>
 * Finding rare races needs a longer run: {@code java -jar target/jcstress.jar}.
 */
class JcstressRunIT
{
    private static final long RUN_LIMIT_MINUTES = 14;

    // One compiler for all actors, no affinity: as few forks per test as there can be.
    private static final List<String> OPTIONS = List.of(
        "-m", "sanity", "-sc", "false", "-af", "NONE", "-jvmArgs", "-XX:TieredStopAtLevel=1",
        "-time", "20", "-strideSize", "32", "-strideCount", "4", "-hs", "128", "-r", "results");

    @Test
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    void shouldRunEveryTestThatThereAreProcessorsFor() throws Exception
    {
        final Path jar = Path.of(System.getProperty("isotach.jcstress.jar"));
        final Path directory = jar.resolveSibling("jcstress");
        Files.createDirectories(directory);
        final List<String> command = new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar", jar.toString()));
        command.addAll(OPTIONS);
        final Path log = directory.resolve("output.txt");
        final Process process = new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
        try
        {
            assertTrue(process.waitFor(RUN_LIMIT_MINUTES, TimeUnit.MINUTES), "jcstress does not end, see " + log);
        }
        finally
        {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
        }
        final List<String> lines = Files.readAllLines(log);
        final List<String> summary = lines.subList(1 + lines.lastIndexOf(""), lines.size());
        summary.forEach(System.out::println);
        assertEquals(0, process.exitValue(), () -> "exit code, see " + log + ": " + summary);
    }
}
