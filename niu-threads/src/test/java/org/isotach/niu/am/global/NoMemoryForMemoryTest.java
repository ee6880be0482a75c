/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am.global;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.am.ActiveMessages;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Global memory that is too long for the memory outside the heap, in a JVM of its own that has little.
 */
class NoMemoryForMemoryTest
{
    /**
     * The program: a memory that two of three hosts have room for, and then a shorter one.
     */
    static final class Program
    {
        private Program()
        {
        }

        public static void main(final String... args)
        {
            try (Cluster cluster =
                Cluster.launch(new ClusterContext().hosts(3).threadingMode(ThreadingMode.INVOKER)))
            {
                final ActiveMessages am = ActiveMessages.on(cluster);
                try
                {
                    GlobalMemory.on(am, 14 << 20);
                }
                catch (final OutOfMemoryError ex)
                {
                    System.out.println("no memory");
                }
                System.out.println(GlobalMemory.on(am, 8 << 20).length());
            }
        }
    }

    @Test
    void shouldKeepNothingWhenThereIsNoMemory() throws Exception
    {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:MaxDirectMemorySize=32m", "-cp",
            System.getProperty("java.class.path"), Program.class.getName()));
        final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try
        {
            final String output = new String(process.getInputStream().readAllBytes());
            assertEquals(List.of("no memory", "8388608"), output.lines().toList());
            assertEquals(0, process.waitFor());
        }
        finally
        {
            process.destroyForcibly();
        }
    }
}
