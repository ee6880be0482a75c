/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.sun.management.OperatingSystemMXBean;

import org.isotach.benchmarks.report.Results.Machine;
import org.openjdk.jmh.util.Version;

/**
 * Finds out about the machine.
 */
public final class Environment
{
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
    private static final String MODEL = "model name";
    private static final int MEGABYTE_SHIFT = 20;

    private Environment()
    {
    }

    static Machine machine() throws IOException
    {
        final long memory =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
        return new Machine(
            Runtime.getRuntime().availableProcessors(),
            cpu(),
            memory >> MEGABYTE_SHIFT,
            properties("os.name", "os.version", "os.arch"),
            properties("java.vm.name", "java.runtime.version"),
            Version.getPlainVersion());
    }

    private static String properties(final String... names)
    {
        return Stream.of(names).map(System::getProperty).collect(Collectors.joining(" "));
    }

    /**
     * Model of the processor.
     *
     * @return the model; empty if unknown.
     * @throws IOException when it cannot be read.
     */
    public static String cpu() throws IOException
    {
        if (!Files.isReadable(CPU_INFO))
        {
            return "";
        }
        try (Stream<String> lines = Files.lines(CPU_INFO))
        {
            return lines.filter((line) -> line.startsWith(MODEL))
                .map((line) -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse("");
        }
    }

    /**
     * The commit of a working copy, and whether files in it have changed since; empty without git.
     *
     * @param root a folder of the working copy.
     * @return the commit.
     * @throws InterruptedException when interrupted.
     */
    public static String commit(final Path root) throws InterruptedException
    {
        final String commit = git(root, "rev-parse", "--short=12", "HEAD");
        return commit.isEmpty() || git(root, "status", "--porcelain", "--untracked-files=no").isEmpty() ?
            commit : commit + " with changes";
    }

    private static String git(final Path root, final String... args) throws InterruptedException
    {
        final List<String> command = Stream.concat(Stream.of("git"), Stream.of(args)).toList();
        try
        {
            final Process process = new ProcessBuilder(command)
                .directory(root.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
            final String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return 0 == process.waitFor() ? out.strip() : "";
        }
        catch (final IOException ex)
        {
            return "";
        }
    }
}
