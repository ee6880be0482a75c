/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.funi.device.DeviceContext;
import org.isotach.niu.funi.device.DeviceNetwork;
import org.junit.jupiter.api.Test;

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

    @Test
    void shouldLoseNoGroupWhenThereIsNoMemory() throws Exception
    {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:MaxDirectMemorySize=32m", "-cp",
            System.getProperty("java.class.path"), Program.class.getName()));
        final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try
        {
            final String output = new String(process.getInputStream().readAllBytes());
            assertEquals(List.of("0 gangs", "32 gangs"), output.lines().toList());
            assertEquals(0, process.waitFor());
        }
        finally
        {
            process.destroyForcibly();
        }
    }
}
