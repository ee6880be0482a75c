/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import org.isotach.ClusterClosedException;
import org.isotach.Isochron;
import org.isotach.IsotachException;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * An Isotach that is closed, on a cluster that goes on.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
@ParameterizedClass
@EnumSource(ThreadingMode.class)
class OpenClusterTest
{
    @Parameter
    private ThreadingMode mode;

    private static final Duration LIMIT = Duration.ofSeconds(10);

    @Test
    void shouldLeaveNothingReservedWhenItIsClosed() throws Exception
    {
        try (Cluster cluster = Cluster.launch(
            new ClusterContext().threadingMode(mode).awaitTimeout(LIMIT)))
        {
            final Isotach isotach = Isotach.on(cluster, new IsotachContext());
            final IsoLong x = isotach.longVariable("x", 1);
            final Reservation held = isotach.reserve(x);
            final FutureTask<Throwable> end = new FutureTask<>(() -> assertThrows(
                IsotachException.class, () -> isotach.update(x).execute(action -> action.set(x, 2))));
            final Thread waiting = new Thread(end);
            waiting.start();
            TestIsotach.awaitWaiting(waiting, end::isDone);
            isotach.close();
            waiting.interrupt();
            end.get();
            held.assign(action -> action.set(x, 3));

            assertThrows(ClusterClosedException.class, x::get);
            assertEquals(3, read(isotach, cluster.host(0), x.address()));
        }
    }

    /**
     * Reads at the only host leave it to the cluster to say so.
     */
    @Test
    void shouldReadNothingWhenTheClusterIsClosed()
    {
        final Cluster cluster = Cluster.launch(new ClusterContext().threadingMode(mode));
        try (Isotach isotach = Isotach.on(cluster, new IsotachContext()))
        {
            final IsoLong x = isotach.longVariable("x", 1);
            final IsoReference<String> text = isotach.reference("text", "an object");
            final PreparedSnapshot<Long> snapshot = isotach.prepare(now -> now.get(x), x);
            cluster.close();
            assertClosed("x", x::get);
            assertClosed("text", text::get);
            assertClosed("snapshot(x)", snapshot::take);
            assertClosed("snapshot(x)", () -> snapshot.takeWords(new long[1]));
            assertClosed("snapshot(x, text)", () -> isotach.snapshot(now -> 0, x, text));
            assertClosed("snapshot()", () -> isotach.snapshot(now -> 0));
            assertClosed("x", () -> x.addAndGet(1));
        }
    }

    private static void assertClosed(final String what, final Executable call)
    {
        final String message = assertThrows(ClusterClosedException.class, call).getMessage();
        assertTrue(message.startsWith(what + " on an Isotach that is closed"), message);
        assertTrue(message.endsWith(": launch another one"), message);
    }

    /**
     * The default of copies is that of the cluster.
     */
    @Test
    void shouldIgnoreSettingsOfTheCluster()
    {
        try (Cluster cluster = Cluster.launch(
            new ClusterContext().hosts(2).threadingMode(mode).awaitTimeout(LIMIT));
            Isotach isotach = Isotach.on(cluster, new IsotachContext().hosts(3)))
        {
            assertEquals(2, isotach.longVariable("x", 1).addAndGet(1));
        }
    }

    private static long read(final Isotach isotach, final Host host, final int address)
    {
        final MemoryPort port = isotach.memory().port(host);
        final Isochron isochron = host.isochron();
        final IsoValue value = new IsoValue();
        port.read(isochron.begin(), address, value);
        isochron.issue();
        return value.await();
    }
}
