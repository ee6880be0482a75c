/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.ObjectCollectedException;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;

import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A thread that stands still for 100 ms, whichever it is and wherever it is, changes nothing but time. A debugger stops
 * the threads of another JVM: it can do that anywhere, also inside the library.
 */
final class PausesTest
{
    private static final int PAUSES_PER_PROGRAM = 12;
    private static final int PAUSE_MS = 100;
    private static final Pattern LISTENING = Pattern.compile(".*transport dt_socket at address: (\\d+)");

    @ParameterizedTest
    @DisabledIfSystemProperty(
        named = "isotach.paranoid", matches = "true", disabledReason = "run without it in every build")
    @CsvSource(delimiter = '|', value = {
        "messages --hosts 3 --count 200000 --switches 2 --mode DEDICATED",
        "messages --hosts 3 --count 400000 --mode INVOKER",
        "consistency --hosts 3 --rounds 100000 --mode HOST",
        "philosophers --hosts 3 --meals 100000 --mode SHARED" })
    void shouldChangeNothingButTime(final String commandLine) throws Exception
    {
        int pauses = 0;
        while (pauses < PAUSES_PER_PROGRAM)
        {
            final int before = pauses;
            pauses += run(commandLine, PAUSES_PER_PROGRAM - pauses);
            assertTrue(pauses > before, "the program ended before it could be paused: let it do more");
        }
        assertEquals(PAUSES_PER_PROGRAM, pauses);
    }

    /**
     * Runs a program to its end.
     *
     * @return how often it was paused; less often than wanted if it ended before.
     */
    private static int run(final String commandLine, final int wanted) throws Exception
    {
        final Process process = start(commandLine.split(" "));
        try (BufferedReader output = process.inputReader())
        {
            final Matcher listening = LISTENING.matcher(output.readLine());
            assertTrue(listening.matches());
            final CompletableFuture<List<String>> lines =
                CompletableFuture.supplyAsync(() -> output.lines().toList());
            final int pauses = pauseThreads(listening.group(1), wanted);
            final List<String> printed = lines.get();
            assertEquals(0, process.waitFor(), () -> String.join("\n", printed));
            assertTrue(printed.get(printed.size() - 1).endsWith(" violations=0"), () -> String.join("\n", printed));
            return pauses;
        }
        finally
        {
            process.destroyForcibly();
        }
    }

    private static Process start(final String... args) throws IOException
    {
        final List<String> command = new ArrayList<>(List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0",
            "-Xmx512m",
            "-cp", System.getProperty("java.class.path"),
            Samples.class.getName()));
        command.addAll(List.of(args));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    /**
     * Pauses threads until the program ends, or often enough.
     *
     * @return how often a thread stood still for the whole time and went on after it.
     */
    private static int pauseThreads(final String port, final int wanted) throws Exception
    {
        final AttachingConnector connector = Bootstrap.virtualMachineManager().attachingConnectors().stream()
            .filter(candidate -> "dt_socket".equals(candidate.transport().name())).findFirst().orElseThrow();
        final Map<String, Connector.Argument> arguments = connector.defaultArguments();
        arguments.get("hostname").setValue("127.0.0.1");
        arguments.get("port").setValue(port);
        final Random random = new Random();
        int pauses = 0;
        try
        {
            final VirtualMachine machine = connector.attach(arguments);
            while (pauses < wanted)
            {
                final List<ThreadReference> threads = machine.allThreads().stream()
                    .filter(thread -> "main".equals(thread.threadGroup().name())).toList();
                if (!threads.isEmpty())
                {
                    if (pause(threads.get(random.nextInt(threads.size()))))
                    {
                        pauses++;
                    }
                }
                Thread.sleep(random.nextInt(PAUSE_MS / 2));
            }
            machine.dispose();
        }
        catch (final VMDisconnectedException ex)
        {
            // The program has ended.
            return pauses;
        }
        return pauses;
    }

    /**
     * @return false if the thread had ended before.
     */
    private static boolean pause(final ThreadReference thread) throws InterruptedException
    {
        try
        {
            thread.suspend();
        }
        catch (final IllegalThreadStateException | ObjectCollectedException ex)
        {
            return false;
        }
        Thread.sleep(PAUSE_MS);
        thread.resume();
        return true;
    }
}
