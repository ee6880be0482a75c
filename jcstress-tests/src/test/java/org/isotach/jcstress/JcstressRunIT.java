/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.jcstress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.runners.TestList;

/**
 * Runs every stress test for a moment, with the jar that was built. jcstress leaves out tests with more actors than
 * processors and calls it success when none is left; here that is counted and said.
 * <p>
 * Finding rare races needs a longer run: {@code java -jar target/jcstress.jar}.
 */
class JcstressRunIT
{
    private static final long RUN_LIMIT_MINUTES = 9;

    // One configuration of the JVM, all actors compiled alike, no affinity: one fork per test.
    private static final String[] OPTIONS =
    {
        "-m", "sanity", "-sc", "false", "-af", "NONE", "-jvmArgs", "-XX:TieredStopAtLevel=1",
        "-time", "50", "-strideSize", "32", "-strideCount", "4", "-hs", "128"
    };

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void shouldRunEveryTestThatThereAreProcessorsFor() throws Exception
    {
        final int processors = Runtime.getRuntime().availableProcessors();
        final Set<String> expected = new TreeSet<>();
        final Set<String> tooLarge = new TreeSet<>();
        for (final String test : TestList.tests())
        {
            (actors(test) <= processors ? expected : tooLarge).add(test);
        }
        assertFalse(expected.isEmpty(), "no stress test has at most " + processors + " actors");

        final List<TestResult> results = run(Path.of(System.getProperty("isotach.jcstress.jar")));

        final Set<String> ran = results.stream().map(TestResult::getName).collect(Collectors.toSet());
        tooLarge.removeAll(ran);
        System.out.println("jcstress ran " + ran.size() + " of " + TestList.tests().size() + " tests, " +
            results.size() + " configurations, " + results.stream().mapToLong(TestResult::getTotalCount).sum() +
            " executions; skipped on " + processors + " processors: " + describe(tooLarge));
        expected.removeAll(ran);
        assertTrue(expected.isEmpty(), () -> "did not run: " + describe(expected));
        assertEquals(List.of(), problems(results));
    }

    private static int actors(final String test)
    {
        return TestList.getInfo(test).threads();
    }

    private static String describe(final Set<String> tests)
    {
        return tests.isEmpty() ? "none" :
            tests.stream().map(test -> test + " (" + actors(test) + " actors)").collect(Collectors.joining(", "));
    }

    private static List<String> problems(final List<TestResult> results)
    {
        final List<String> problems = new ArrayList<>();
        for (final TestResult result : results)
        {
            if (Status.NORMAL != result.status() || 0 == result.getTotalCount() || !result.grading().isPassed)
            {
                problems.add(result.getName() + ": status " + result.status() + ", " + result.getTotalCount() +
                    " executions, " + result.grading().failureMessages + result.getMessages() + result.getVmErr());
            }
        }
        return problems;
    }

    private static List<TestResult> run(final Path jar) throws Exception
    {
        final Path directory = jar.resolveSibling("jcstress");
        Files.createDirectories(directory);
        for (final Path old : resultFiles(directory))
        {
            Files.delete(old);
        }
        final List<String> command = new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar", jar.toString()));
        command.addAll(List.of(OPTIONS));
        command.addAll(List.of("-r", "report"));
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
            process.destroy();
        }
        final List<Path> files = resultFiles(directory);
        assertEquals(1, files.size(), "files with results, exit code " + process.exitValue() + ", see " + log);
        final List<TestResult> results = new ArrayList<>();
        final DiskReadCollector reader = new DiskReadCollector(files.get(0).toString(), results::add);
        reader.dump();
        reader.close();
        assertEquals(0, process.exitValue(), () -> "exit code, see " + log + ": " + problems(results));
        return results;
    }

    private static List<Path> resultFiles(final Path directory) throws IOException
    {
        try (Stream<Path> files = Files.list(directory))
        {
            return files.filter(file -> file.getFileName().toString().endsWith(".bin.gz")).toList();
        }
    }
}
