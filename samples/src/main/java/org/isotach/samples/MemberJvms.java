/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.agrona.IoUtil;

import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The JVMs of all members, started by one command: what they print comes on its terminal, with their numbers in front,
 * and their percents become one bar. If one fails, the others are ended.
 */
final class MemberJvms
{
    static final int NONE = -1;
    private static final int LOST_AT_PERCENT = 20;

    private final CommandSpec spec;
    private final int count;
    private final List<String> names;
    private final int lost;
    private final PrintWriter out;
    private final Path directory = directory(ProcessHandle.current().pid());
    private final List<Process> processes = new ArrayList<>();
    private final Thread hook = new Thread(this::endAll, "end-of-members");
    private final long[] sums;
    private int failed = -1;

    // Null if it was lost, as it was to be.
    private String notLost;
    private int results;

    /**
     * @param names of the numbers in the results of members that are added.
     * @param lost  number of the member that halts when it has done a part of its work, {@link #NONE} for none.
     */
    MemberJvms(final CommandSpec spec, final int count, final List<String> names, final int lost)
    {
        this.spec = spec;
        this.count = count;
        this.names = names;
        this.lost = lost;
        out = spec.commandLine().getOut();
        sums = new long[names.size()];
    }

    long[] run(final List<String> arguments)
    {
        final List<Thread> readers = new ArrayList<>();
        try (Progress progress =
            Progress.onTerminal(spec.name(), (long)count * MemberProgress.PERCENTS))
        {
            startAll(arguments);
            for (int member = 0; member < count; member++)
            {
                final int number = member;
                final Process process = processes.get(member);
                final Thread reader = new Thread(() -> read(number, process, progress), "member-" + member);
                reader.setDaemon(true);
                reader.start();
                readers.add(reader);
            }
            for (final Thread reader : readers)
            {
                reader.join();
            }
        }
        catch (final IOException ex)
        {
            throw new SampleFailedException("a JVM cannot be started", ex);
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            throw new SampleFailedException("interrupted", ex);
        }
        finally
        {
            endAll();
            removeHook();
        }
        if (failed < 0 && null != notLost)
        {
            throw new SampleFailedException(notLost, null);
        }
        final int expected = NONE == lost ? count : count - 1;
        if (failed >= 0 || expected != results)
        {
            throw new SampleFailedException(
                (failed >= 0 ? "member " + failed + " has failed, see above; " : "no member has failed, but only ") +
                results + " of " + expected + " results", null);
        }
        return sums;
    }

    /**
     * Starts all members, or none when this JVM is ending: the hook waits until all are there.
     */
    private synchronized void startAll(final List<String> arguments) throws IOException
    {
        Runtime.getRuntime().addShutdownHook(hook);
        for (int member = 0; member < count; member++)
        {
            processes.add(start(member, arguments));
        }
    }

    /**
     * Ends the members that still run, and deletes the directory: only a media driver that is closed does that itself,
     * and it is memory. When this JVM is ended before the members are, a hook does the same.
     */
    private synchronized void endAll()
    {
        processes.forEach(Process::destroyForcibly);
        // Not waitFor(): this thread may be interrupted.
        processes.forEach(process -> process.onExit().join());
        IoUtil.delete(directory.toFile(), true);
    }

    private void removeHook()
    {
        try
        {
            Runtime.getRuntime().removeShutdownHook(hook);
        }
        catch (final IllegalStateException ex)
        {
            // This JVM is ending, so it runs.
        }
    }

    /**
     * Of one run only. In memory, where there is such a file system.
     *
     * @param starter process that starts the members.
     */
    static Path directory(final long starter)
    {
        final Path shared = Path.of(File.separator + "dev", "shm");
        final Path parent = Files.isDirectory(shared) ? shared : Path.of(System.getProperty("java.io.tmpdir"));
        return parent.resolve("isotach-samples-" + starter);
    }

    private Process start(final int member, final List<String> arguments) throws IOException
    {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
            "--add-exports", "java.base/jdk.internal.misc=ALL-UNNAMED",
            "-cp", System.getProperty("java.class.path"), Samples.class.getName(), spec.name()));
        command.addAll(arguments);
        command.addAll(List.of(
            "--members", "" + count, "--member", "" + member, "--aeron-dir", directory.toString(), "--percents"));
        if (lost == member)
        {
            command.addAll(List.of("--halt-at", "" + LOST_AT_PERCENT));
        }
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private void read(final int member, final Process process, final Progress progress)
    {
        try (BufferedReader lines =
            new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)))
        {
            for (String line = lines.readLine(); null != line; line = lines.readLine())
            {
                if (MemberProgress.PERCENT.equals(line))
                {
                    progress.step();
                }
                else
                {
                    onLine(member, line);
                }
            }
            end(member, process.waitFor());
        }
        catch (final IOException ex)
        {
            if (lost != member)
            {
                onLine(member, ex.toString());
            }
            end(member, ExitCode.SOFTWARE);
        }
        catch (final InterruptedException ex)
        {
            end(member, ExitCode.SOFTWARE);
        }
    }

    private synchronized void onLine(final int member, final String line)
    {
        out.println('[' + Integer.toString(member) + "] " + line);
        out.flush();
        if (lost != member && line.startsWith("RESULT "))
        {
            results++;
            for (int i = 0; i < sums.length; i++)
            {
                final Matcher matcher = Pattern.compile(" " + names.get(i) + "=(\\d+)").matcher(line);
                sums[i] += matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
            }
        }
    }

    private synchronized void end(final int member, final int exitCode)
    {
        if (lost == member)
        {
            endLost(exitCode);
        }
        else if (ExitCode.OK != exitCode && failed < 0)
        {
            failed = member;
            processes.forEach(Process::destroyForcibly);
        }
    }

    private void endLost(final int exitCode)
    {
        if (MemberProgress.HALTED == exitCode)
        {
            onLine(lost, "halted, as by kill -9");
        }
        else
        {
            notLost = "member " + lost + " was to halt after " + LOST_AT_PERCENT +
                " % of its work, and has ended with status " + exitCode;
        }
    }
}
