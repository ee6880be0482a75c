/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;

import org.isotach.niu.Cluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubjectLoaderTest
{
    @TempDir
    private Path folder;

    @Test
    void shouldGiveEachSubjectClassesOfItsOwn() throws ClassNotFoundException
    {
        try (TurnSubject first = open("isotach"); TurnSubject second = open("isotach"))
        {
            assertNotSame(first.getClass(), second.getClass());
            assertNotSame(TurnLoops.class, first.getClass());
            assertEquals(TurnLoops.class.getName(), first.getClass().getName());
            for (final String name : List.of(
                Exchange.class.getName(),
                SpinningThread.class.getName(),
                Cluster.class.getName(),
                "org.agrona.DirectBuffer",
                "com.lmax.disruptor.RingBuffer",
                "org.jctools.queues.SpscArrayQueue"))
            {
                final Class<?> one = first.getClass().getClassLoader().loadClass(name);
                final Class<?> other = second.getClass().getClassLoader().loadClass(name);
                assertNotSame(one, other, name);
                assertNotEquals(Class.forName(name), one, name);
            }
        }
    }

    @Test
    void shouldShareTheInterfaceAndTheJdk() throws ClassNotFoundException
    {
        try (TurnSubject subject = open("pinned"))
        {
            final ClassLoader loader = subject.getClass().getClassLoader();

            assertSame(TurnSubject.class, loader.loadClass(TurnSubject.class.getName()));
            assertSame(String.class, loader.loadClass("java.lang.String"));
            assertSame(java.sql.Date.class, loader.loadClass("java.sql.Date"), "not only java.base");
        }
    }

    @Test
    void shouldRefuseAFileThatCannotTakeTurns()
    {
        final String message = assertThrows(IllegalArgumentException.class, () -> SubjectLoader.open(
            List.of(folder.resolve("old.jar")), TurnKind.ROUND_TRIP, "isotach", 64)).getMessage();

        assertTrue(
            message.endsWith("old.jar] (expected: benchmarks.jar of a version that can take turns)"), message);
    }

    @Test
    void shouldTellWhyASubjectCannotBeOpened()
    {
        final String message =
            assertThrows(IllegalArgumentException.class, () -> open("pigeons").close()).getMessage();

        assertTrue(message.startsWith("pigeons: protocol: pigeons (expected: "), message);
    }

    private static TurnSubject open(final String subject)
    {
        return SubjectLoader.open(SubjectLoader.classPath(), TurnKind.ROUND_TRIP, subject, 64);
    }
}
