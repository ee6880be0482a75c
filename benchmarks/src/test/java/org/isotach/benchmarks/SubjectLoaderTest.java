/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;

import org.isotach.niu.Cluster;
import org.isotach.niu.status.Counter;
import org.isotach.niu.status.CounterCells;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
    void shouldLeaveOutCounters() throws ReflectiveOperationException
    {
        assertEquals(1, countedBy("isotach"));
        assertEquals(1, countedBy("isotach-without-jfr"));
        assertEquals(0, countedBy("isotach-without-counters"));
    }

    private static long countedBy(final String name) throws ReflectiveOperationException
    {
        try (TurnSubject subject = open(name))
        {
            final ClassLoader loader = subject.getClass().getClassLoader();
            final Class<?> cells = loader.loadClass(CounterCells.class.getName());
            assertSame(loader, cells.getClassLoader());
            final Class<?> counter = loader.loadClass(Counter.class.getName());
            final Object first = counter.getEnumConstants()[0];
            final Object counted = cells.getConstructor().newInstance();
            cells.getMethod("increment", counter).invoke(counted, first);
            final Method get = cells.getDeclaredMethod("get", counter);
            get.setAccessible(true);
            return (long)get.invoke(counted, first);
        }
    }

    @Test
    void shouldLeaveOutTheFlightRecorder() throws ReflectiveOperationException
    {
        assertEquals(
            List.of(true, true, false),
            List.of(hasEvents("isotach"), hasEvents("isotach-without-counters"), hasEvents("isotach-without-jfr")));
    }

    private static boolean hasEvents(final String name) throws ReflectiveOperationException
    {
        try (TurnSubject subject = open(name))
        {
            final ClassLoader loader = subject.getClass().getClassLoader();
            final Class<?> source = loader.loadClass("org.isotach.niu.jfr.ClusterEvents$Source");
            final Object events = loader.loadClass("org.isotach.niu.jfr.EventLoader")
                .getMethod("eventsOf", source)
                .invoke(null, Proxy.newProxyInstance(loader, new Class<?>[]{ source }, (proxy, method, args) -> null));
            final Class<?> none = loader.loadClass("org.isotach.niu.jfr.ClusterEvents");
            none.getMethod("close").invoke(events);
            return none != events.getClass();
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
