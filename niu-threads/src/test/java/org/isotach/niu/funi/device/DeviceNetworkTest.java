/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.stream.Stream;

import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Settings of devices, and the threads that serve them.
 */
class DeviceNetworkTest
{
    private static final int LENGTH = 1 << 14;

    /**
     * Makes threads, and from some moment on only a certain number of them.
     */
    private static final class Threads implements ThreadFactory
    {
        private final List<Thread> made = new CopyOnWriteArrayList<>();
        private volatile int left = Integer.MAX_VALUE;

        @Override
        public Thread newThread(final Runnable work)
        {
            if (0 == left)
            {
                throw new IllegalStateException("no more threads");
            }
            left--;
            final Thread thread = new Thread(work);
            thread.setDaemon(true);
            made.add(thread);
            return thread;
        }

        List<Thread> ofDevices()
        {
            return made.stream().filter(thread -> thread.getName().endsWith("/funi")).toList();
        }
    }

    static Stream<Arguments> modesAndHosts()
    {
        return Stream.of(ThreadingMode.values()).filter(mode -> ThreadingMode.INVOKER != mode)
            .flatMap(mode -> Stream.of(0, 1, 2).map(host -> Arguments.of(mode, host)));
    }

    @Test
    void shouldRefuseOtherSettings()
    {
        assertRefused("slice: PT0S (expected: at least 1 ns)", () -> new DeviceContext().slice(Duration.ZERO));
        assertRefused(NullPointerException.class, "clock", () -> new DeviceContext().clock(null));
    }

    @Test
    void shouldHaveSlicesOfAnyLength()
    {
        final DeviceContext context = new DeviceContext().slice(Duration.ofSeconds(Long.MAX_VALUE));
        try (DeviceBench on = new DeviceBench(2, context))
        {
            final DevicePort[] ports = on.open(on.network.open("gang", LENGTH, 0, 1), 8);
            on.network.open("other", LENGTH, 0, 1);
            assertTrue(ports[0].trySend(false, 1, 1, 5));
            on.run();
            assertEquals(List.of(5), DeviceBench.take(ports[1], false));
            assertEquals(1, on.network.switches(), "the other one has no turn");
        }
    }

    @ParameterizedTest
    @EnumSource(value = ThreadingMode.class, names = { "HOST", "DEDICATED" })
    void shouldEndTheThreadsThatItHasStartedWhenTheNextOneFails(final ThreadingMode mode) throws Exception
    {
        final Threads threads = new Threads();
        try (Cluster cluster =
            Cluster.launch(new ClusterContext().hosts(3).threadingMode(mode).threadFactory(threads)))
        {
            threads.left = 2;
            assertRefused(IllegalStateException.class, "no more threads",
                () -> DeviceNetwork.on(cluster, new DeviceContext()));
            assertEquals(2, threads.ofDevices().size());
            for (final Thread thread : threads.ofDevices())
            {
                thread.join();
            }
        }
    }

    /**
     * The devices of others do not depend on the thread of a host that is gone, nor does the scheduler of gangs.
     */
    @ParameterizedTest
    @MethodSource("modesAndHosts")
    void shouldServeDevicesThoughAHostWasExpelledBefore(final ThreadingMode mode, final int expelled) throws Exception
    {
        final Threads threads = new Threads();
        try (Cluster cluster =
            Cluster.launch(new ClusterContext().hosts(3).threadingMode(mode).threadFactory(threads)))
        {
            cluster.expel(expelled);
            final DeviceNetwork network = DeviceNetwork.on(cluster, new DeviceContext());
            assertEquals(ThreadingMode.SHARED == mode ? 1 : 2, threads.ofDevices().size());
            final DeviceGang gang =
                network.open("gang", LENGTH, 0 == expelled ? 1 : 0, 2 == expelled ? 1 : 2);
            final DevicePort near = new DevicePort(gang.member(0), 8);
            final DevicePort far = new DevicePort(gang.member(1), 8);
            while (!near.tryOpen() || !far.tryOpen())
            {
                TestThreads.checkNotInterrupted();
                Thread.yield();
            }
            near.trySend(false, 1, 1, 5);
            while (DevicePort.NO_SLOT == far.tryReceive(false))
            {
                TestThreads.checkNotInterrupted();
                Thread.yield();
            }
            assertEquals(List.of(5), DeviceBench.take(far, false));
        }
    }
}
