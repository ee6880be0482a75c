/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.funi.device.DeviceContext;
import org.isotach.niu.funi.device.DeviceNetwork;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Gangs for which there is not enough memory, in a JVM of its own that has little.
 */
class NoMemoryForGangsTest
{
    /**
     * The program: a gang for which there is no memory, and after that as many as there may be.
     */
    static final class Program
    {
        private Program()
        {
        }

        public static void main(final String... args)
        {
            try (Cluster cluster =
                Cluster.launch(new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER)))
            {
                final FuniSupervisor funi =
                    FuniSupervisor.on(cluster, DeviceNetwork.on(cluster, new DeviceContext()));
                try
                {
                    funi.open(new GangContext().slots(1 << 16));
                }
                catch (final OutOfMemoryError ex)
                {
                    System.out.println(funi.gangs() + " gangs");
                }
                for (int i = 0; i < DeviceNetwork.MAX_GANGS; i++)
                {
                    funi.open(new GangContext().slots(2));
                }
                System.out.println(funi.gangs() + " gangs");
            }
        }
    }

    /**
     * The program: queues for which there is no memory, and then there is.
     */
    static final class Queues
    {
        private static final int SLOTS = 1 << 13;
        private static final int MIB = 1 << 20;
        private static final List<OffHeapBuffer> HELD = new ArrayList<>();

        private Queues()
        {
        }

        public static void main(final String... args)
        {
            try (FuniCluster on = args[0].startsWith("devices") ?
                FuniCluster.withDevices(FuniCluster.context(2)) : FuniCluster.ofHosts(2))
            {
                if ("rings that are new".equals(args[0]))
                {
                    final Gang gang = on.open(SLOTS);
                    sendWithout("first use", gang);
                    gang.remap(1, 1);
                    sendWithout("started anew", gang);
                }
                else
                {
                    final Gang gang = on.open(2);
                    sent(gang);
                    resizeWithout(gang);
                }
            }
        }

        /**
         * Takes what there is, but for less than queues need that tests make long.
         */
        private static void takeMemory()
        {
            try
            {
                while (true)
                {
                    HELD.add(OffHeapBuffer.allocate(MIB));
                }
            }
            catch (final OutOfMemoryError ex)
            {
                // That is all.
            }
        }

        private static void sendWithout(final String what, final Gang gang)
        {
            takeMemory();
            final String without = sent(gang);
            HELD.clear();
            System.out.println(what + ": " + without + ", " + sent(gang));
        }

        private static void resizeWithout(final Gang gang)
        {
            takeMemory();
            gang.resize(SLOTS);
            final String without = sent(gang) + ", " + sent(gang);
            HELD.clear();
            gang.resize(SLOTS);
            System.out.println("resized: " + without + ", " + sent(gang) + ", " +
                (FuniCluster.fill(gang.queuePair(0), Priority.REQUEST, 1) > 2));
        }

        private static String sent(final Gang gang)
        {
            try
            {
                int taken = 0;
                boolean isSent = false;
                for (int look = 0; look < 1000; look++)
                {
                    isSent = isSent || FuniCluster.trySend(gang.queuePair(0), Priority.REQUEST, 1, 0, 1);
                    taken += gang.queuePair(1).poll(1, (priority, type, node, view) ->
                    {
                    });
                }
                return String.valueOf(taken);
            }
            catch (final OutOfMemoryError ex)
            {
                return "no memory";
            }
        }
    }

    @Test
    void shouldLoseNoGroupWhenThereIsNoMemory() throws Exception
    {
        assertPrints(List.of(Program.class.getName()), "0 gangs", "32 gangs");
    }

    @Test
    void shouldMakeAQueueLaterForWhichThereWasNoMemory() throws Exception
    {
        assertPrints(List.of(Queues.class.getName(), "rings that are new"),
            "first use: no memory, 1", "started anew: no memory, 1");
    }

    @ParameterizedTest
    @ValueSource(strings = { "rings", "devices" })
    void shouldKeepQueuesThatThereIsNoMemoryToResize(final String queues) throws Exception
    {
        assertPrints(List.of(Queues.class.getName(), queues), "resized: 1, 1, 1, true");
    }

    private static void assertPrints(final List<String> program, final String... lines) throws Exception
    {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:MaxDirectMemorySize=32m", "-cp", System.getProperty("java.class.path")));
        command.addAll(program);
        final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try
        {
            final String output = new String(process.getInputStream().readAllBytes());
            assertEquals(List.of(lines), output.lines().toList());
            assertEquals(0, process.waitFor());
        }
        finally
        {
            process.destroyForcibly();
        }
    }
}
