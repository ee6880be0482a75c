/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.jcstress;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Runs every stress test for a moment, in one mode, with the jar that was built. What ran, and what did not, is said by
 * {@link StressRun}, which also fails when it is less than there are processors for, or when more than a few weakened
 * variants are silent.
 * <p>
 * Finding rare races needs a longer run: {@code java -jar target/jcstress.jar}.
 */
class JcstressRunIT
{
    private static final long RUN_LIMIT_MINUTES = 29;

    private static final boolean IS_SECOND = Boolean.getBoolean("isotach.paranoid");

    // All compilers, and time enough for C2, on a busy machine too: with 50 ms some tests ran a dozen times there.
    private static final List<String> OPTIONS = List.of(
        "-m", "sanity", "-time", IS_SECOND ? "80" : "100", "-strideCount", "4", "-hs", "128");

    // The words are the same in all modes. A build that does everything twice runs a third of the tests, in one of the
    // two modes with threads, the second time: the summary names them, and all builds draw all.
    private static final List<String> MODES = IS_SECOND ?
        List.of(
            "-modes", drawn("SHARED", "DEDICATED"),
            "-t", drawn("^[a-z.]+\\.[A-G]", "^[a-z.]+\\.[H-Q]", "^[a-z.]+\\.[R-Z]")) :
        List.of("-modes", "INVOKER");

    private static final String SILENT = "INVOKER: weakened, and showed nothing in 2 runs: SilentVariant";

    // Actors rarely meet on a machine that does much else: that one of 70 variants shows nothing is no mistake there.
    private static final List<String> ALLOWANCE = List.of("-further", "3", "-silent", "4");

    private final Path jar = Path.of(System.getProperty("isotach.jcstress.jar"));

    private static String drawn(final String... all)
    {
        return all[ThreadLocalRandom.current().nextInt(all.length)];
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void shouldRunEveryTestThatThereAreProcessorsFor() throws Exception
    {
        final Path log = jar.resolveSibling("jcstress.txt");
        final List<String> options = new ArrayList<>(MODES);
        options.addAll(ALLOWANCE);
        final int exitCode = run(log, List.of("-jar", jar.toString()), options);
        final List<String> lines = Files.readAllLines(log);
        final List<String> summary = lines.subList(1 + lines.lastIndexOf(""), lines.size());
        summary.forEach(System.out::println);
        assertEquals(0, exitCode, () -> "exit code, see " + log + ": " + summary);
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    @DisabledIfSystemProperty(
        named = "isotach.paranoid", matches = "true", disabledReason = "run without it in every build")
    void shouldFailWhenAWeakenedVariantIsSilentUnlessOneMayBe() throws Exception
    {
        final List<String> lines = runSilentVariant("0", 1);
        assertEquals("FAILED", lines.get(lines.size() - 2));
        assertTrue(lines.get(lines.size() - 1).startsWith(SILENT), lines::toString);

        final List<String> allowed = runSilentVariant("1", 0);
        assertEquals("Passed", allowed.get(allowed.size() - 1));
        assertTrue(allowed.stream().anyMatch(line -> line.startsWith(SILENT)), allowed::toString);
    }

    private List<String> runSilentVariant(final String maxSilent, final int expectedCode) throws Exception
    {
        final Path log = jar.resolveSibling("jcstress-silent.txt");
        // jcstress finds the tests of what comes first.
        final Path tests = Path.of(SilentVariant.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        final int exitCode = run(
            log, List.of("-cp", tests + File.pathSeparator + jar, StressRun.class.getName()),
            List.of("-c", "2", "-further", "1", "-silent", maxSilent));
        final List<String> lines = Files.readAllLines(log);
        assertEquals(expectedCode, exitCode, () -> "exit code, see " + log);
        assertTrue(
            lines.contains("Weakened variants that showed what is forbidden: 0 of 1; in a further run only: none"),
            () -> "summary, see " + log);
        return lines;
    }

    private static int run(final Path log, final List<String> program, final List<String> options) throws Exception
    {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(program);
        command.addAll(OPTIONS);
        command.addAll(options);
        command.addAll(List.of("-r", log.toString().replace(".txt", "")));
        final Process process = new ProcessBuilder(command)
            .directory(log.getParent().toFile())
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
        return process.exitValue();
    }
}
