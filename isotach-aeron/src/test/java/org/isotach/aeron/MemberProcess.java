/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

import io.aeron.CommonContext;

import org.agrona.IoUtil;

/**
 * A JVM that a test has started, with all that it has printed.
 */
final class MemberProcess implements AutoCloseable
{
    static final List<String> EXPORTS = List.of("--add-exports", "java.base/jdk.internal.misc=ALL-UNNAMED");
    private static final long LIMIT_S = 30;

    // Drivers without a name for their directory use that of the user in it.
    private final String user = "isotach-" + UUID.randomUUID();
    private final Process process;
    private final PrintStream input;
    private final List<String> lines = new ArrayList<>();
    private final Map<String, Integer> awaited = new HashMap<>();
    private final Thread reader;
    private boolean isAtEnd;

    MemberProcess(final List<String> options, final Class<?> program, final String... arguments) throws IOException
    {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // Short lives: little memory, and nothing that pays later.
        command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Duser.name=" + user));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        command.addAll(List.of(arguments));
        process = new ProcessBuilder(command).redirectErrorStream(true).start();
        input = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        reader = new Thread(this::readAll);
        reader.setDaemon(true);
        reader.start();
    }

    private void readAll()
    {
        try (BufferedReader output =
            new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)))
        {
            for (String line = output.readLine(); null != line; line = output.readLine())
            {
                add(line);
            }
        }
        catch (final IOException ex)
        {
            add(ex.toString());
        }
        finally
        {
            end();
        }
    }

    private synchronized void add(final String line)
    {
        lines.add(line);
        notifyAll();
    }

    private synchronized void end()
    {
        isAtEnd = true;
        notifyAll();
    }

    /**
     * Tells the program to go on.
     */
    void goOn()
    {
        tell("");
    }

    /**
     * Sends the program a line.
     */
    void tell(final String line)
    {
        input.println(line);
    }

    /**
     * Ends the process at once, as {@code kill -9} does.
     */
    void kill()
    {
        process.destroyForcibly();
    }

    /**
     * Sends the process a signal.
     */
    void signal(final String name) throws IOException, InterruptedException
    {
        final int result = new ProcessBuilder("kill", "-" + name, "" + process.pid()).inheritIO().start().waitFor();
        if (0 != result)
        {
            throw new IOException("kill -" + name + ' ' + process.pid() + " has returned " + result);
        }
    }

    /**
     * Tells the process to end, as a supervisor does, and waits for that.
     *
     * @return its exit status.
     */
    int terminate() throws InterruptedException
    {
        process.destroy();
        if (!process.waitFor(LIMIT_S, TimeUnit.SECONDS))
        {
            throw new AssertionError(process + " has not ended within " + LIMIT_S + " s");
        }
        return process.exitValue();
    }

    /**
     * Waits for so many lines that begin with a word, or one that begins with another.
     *
     * @return the lines; empty if the other word has come.
     */
    synchronized List<String> awaitUnless(final String word, final int count, final String other)
        throws InterruptedException
    {
        final long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
        while (find(word).size() < count && find(other).isEmpty())
        {
            waitUntil(endNs, word);
        }
        return find(other).isEmpty() ? find(word) : List.of();
    }

    /**
     * Waits for so many lines that begin with a word.
     */
    synchronized List<String> await(final String word, final int count) throws InterruptedException
    {
        final long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
        List<String> found = find(word);
        while (found.size() < count)
        {
            waitUntil(endNs, word);
            found = find(word);
        }
        return found;
    }

    /**
     * Waits for one more line that begins with a word.
     */
    synchronized void awaitNext(final String word) throws InterruptedException
    {
        await(word, awaited.merge(word, 1, Integer::sum));
    }

    private void waitUntil(final long endNs, final String word) throws InterruptedException
    {
        final long leftMs = TimeUnit.NANOSECONDS.toMillis(endNs - System.nanoTime());
        if (isAtEnd || leftMs <= 0)
        {
            throw new AssertionError("no " + word + " of " + process.pid() +
                (process.isAlive() ? "" : ", which has ended with " + process.exitValue()) + ": " +
                String.join("\n", lines));
        }
        wait(leftMs);
    }

    private List<String> find(final String word)
    {
        return lines.stream().filter(line -> line.startsWith(word)).toList();
    }

    /**
     * Returns whether a line has come that begins with a word.
     */
    synchronized boolean hasSaid(final String word)
    {
        return !find(word).isEmpty();
    }

    /**
     * Waits for the end of the process.
     */
    void awaitEnd() throws InterruptedException
    {
        if (!process.waitFor(LIMIT_S, TimeUnit.SECONDS))
        {
            throw new AssertionError(process.pid() + " has not ended: " + String.join("\n", lines));
        }
    }

    /**
     * Returns the directories of the media drivers inside the process that are there.
     */
    List<File> driverDirectories()
    {
        final File[] found = new File(CommonContext.AERON_DIR_PROP_DEFAULT).getParentFile()
            .listFiles((folder, name) -> name.startsWith("aeron-" + user));
        return null == found ? List.of() : List.of(found);
    }

    /**
     * Ends the process at once, with what its drivers leave behind.
     */
    @Override
    public void close()
    {
        process.destroyForcibly().onExit().join();
        driverDirectories().forEach(directory -> IoUtil.delete(directory, true));
    }
}
