/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.Unit;
import org.isotach.niu.spi.Wakeable;
import org.isotach.niu.thread.ExclusiveUnit;
import org.isotach.niu.thread.TryLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Code of users that is called in the middle of a step, and throws: the error handler is told, the step comes to its
 * end, and other gangs go on.
 */
class ForeignCodeOfDevicesTest
{
    private static final int LENGTH = 1 << 14;

    private static final class Failing implements DeviceSegments
    {
        @Override
        public boolean tryWrite(
            final int segment, final int offset, final OffHeapBuffer source, final int from, final int length)
        {
            throw new ArithmeticException("write");
        }

        @Override
        public boolean tryRead(
            final int segment, final int offset, final OffHeapBuffer target, final int to, final int length)
        {
            throw new ArithmeticException("read");
        }
    }

    private final List<String> errors = new ArrayList<>();
    private final AtomicLong now = new AtomicLong();

    private DeviceBench of(final LongSupplier clock)
    {
        return new DeviceBench(
            new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER)
                .errorHandler(error -> errors.add(error.getMessage())),
            new DeviceContext().slice(Duration.ofNanos(10)).clock(clock));
    }

    private static void assertDelivers(final DeviceBench on, final DevicePort[] ports)
    {
        assertTrue(ports[0].trySend(false, 1, 1, 5));
        on.run();
        assertEquals(List.of(5), DeviceBench.take(ports[1], false));
        on.run();
        assertEquals(List.of(), DeviceBench.take(ports[1], false), "once");
    }

    @Test
    void shouldDenyAccessesToSegmentsThatFail()
    {
        try (DeviceBench on = of(now::incrementAndGet))
        {
            final DeviceGang gang = on.network.open("gang", LENGTH, 0, 1);
            final DevicePort[] ports = on.open(gang, 8);
            final DevicePort[] others = on.open(on.network.open("other", LENGTH, 0, 1), 8);
            gang.segments(1, new Failing());
            final RemoteAccess access = new RemoteAccess(ports[0], ports[0].end());
            access.tryRead(false, 1, 0, 0, 0, 8);
            ports[0].publish();
            on.run();
            assertFalse(access.isPending());
            assertFalse(access.isDone());
            access.tryWrite(false, 1, 0, 0, 0, OffHeapBuffer.allocate(8), 0, 8);
            ports[0].publish();
            on.run();
            assertFalse(access.isPending());
            assertFalse(access.isDone());
            assertEquals(List.of("read", "write"), errors);
            assertEquals(2, on.network.count(1, DeviceEvent.DENIED));
            assertDelivers(on, ports);
            assertDelivers(on, others);
        }
    }

    @Test
    void shouldGoOnWhenAWakerFails()
    {
        try (DeviceBench on = of(now::incrementAndGet))
        {
            final DeviceGang gang = on.network.open("gang", LENGTH, 0, 1);
            final DevicePort[] ports = on.open(gang, 8);
            final DevicePort[] others = on.open(on.network.open("other", LENGTH, 0, 1), 8);
            gang.member(1).onChange(new Wakeable()
            {
                @Override
                public void wake()
                {
                    throw new ArithmeticException("wake");
                }
            });
            for (int i = 0; i < 5; i++)
            {
                assertDelivers(on, ports);
                assertDelivers(on, others);
                gang.suspend();
                on.run();
                gang.resume();
                on.run();
            }
            assertTrue(errors.size() > 5 && errors.stream().allMatch("wake"::equals), errors.toString());
        }
    }

    @Test
    void shouldHoldNothingThatOthersNeedWhileAWakerRuns()
    {
        try (DeviceBench on = of(now::incrementAndGet))
        {
            final DeviceGang gang = on.network.open("gang", LENGTH, 0, 1);
            final DevicePort[] ports = on.open(gang, 8);
            final List<Boolean> ended = new ArrayList<>();
            gang.suspend();
            on.run();
            gang.member(1).onChange(new Wakeable()
            {
                @Override
                public void wake()
                {
                    if (ended.isEmpty())
                    {
                        ended.add(hasEnded(() ->
                        {
                            gang.member(1).registers().read(Register.CNTL);
                            gang.pause();
                            gang.proceed();
                        }));
                    }
                }
            });
            gang.resume();
            on.run();
            assertEquals(List.of(true), ended, "a thread that uses the registers waits for the waker");
            assertDelivers(on, ports);
        }
    }

    private static boolean hasEnded(final Runnable task)
    {
        final Thread thread = new Thread(task);
        thread.start();
        try
        {
            thread.join(TimeUnit.SECONDS.toMillis(10));
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }

    @Test
    void shouldEndSlicesWhenTheClockFails()
    {
        final AtomicBoolean hasFailed = new AtomicBoolean();
        try (DeviceBench on = of(() ->
        {
            if (hasFailed.get())
            {
                throw new ArithmeticException("clock");
            }
            return now.incrementAndGet();
        }))
        {
            final DevicePort[] ports = on.open(on.network.open("gang", LENGTH, 0, 1), 8);
            final DevicePort[] others = on.open(on.network.open("other", LENGTH, 0, 1), 8);
            hasFailed.set(true);
            final long switches = on.network.switches();
            assertDelivers(on, ports);
            assertDelivers(on, others);
            assertTrue(on.network.switches() > switches + 1);
            assertTrue(errors.size() > 1 && errors.stream().allMatch("clock"::equals), errors.toString());
            hasFailed.set(false);
            assertDelivers(on, ports);
        }
    }

    @Test
    @Timeout(20)
    void shouldServeTheOtherDevicesOfItsThreadWhenOneFails() throws InterruptedException
    {
        try (Cluster cluster = Cluster.launch(new ClusterContext().hosts(1).threadingMode(ThreadingMode.INVOKER)))
        {
            final List<String> reported = new CopyOnWriteArrayList<>();
            final CountDownLatch served = new CountDownLatch(10);
            final Unit failing = unit(() ->
            {
                if (served.getCount() > 5)
                {
                    throw new InternalError("unit");
                }
            });
            final DeviceServer server = new DeviceServer(List.of(failing, unit(served::countDown)),
                cluster.host(0).waiter(), error -> reported.add(error.getMessage()));
            cluster.host(0).models().startThread("funi", server, server::stop);
            assertTrue(served.await(10, TimeUnit.SECONDS));
            assertEquals(Collections.nCopies(5, "unit"), reported);
        }
    }

    @Test
    @Timeout(20)
    void shouldServeDevicesWhenAStallSourceHasFailed() throws InterruptedException
    {
        final List<String> reported = new CopyOnWriteArrayList<>();
        final CountDownLatch asked = new CountDownLatch(2);
        try (Cluster cluster = Cluster.launch(new ClusterContext().hosts(2).threadingMode(ThreadingMode.SHARED)
            .errorHandler(error -> reported.add(error.getMessage()))))
        {
            final DeviceNetwork network = DeviceNetwork.on(cluster, new DeviceContext());
            cluster.models().addStallSource(report ->
            {
                asked.countDown();
                if (asked.getCount() > 0)
                {
                    throw new ArithmeticException("stalls");
                }
            });
            assertTrue(asked.await(10, TimeUnit.SECONDS), "the thread waits again");
            final DeviceGang gang = network.open("gang", LENGTH, 0, 1);
            final DevicePort[] ports = { new DevicePort(gang.member(0), 8), new DevicePort(gang.member(1), 8) };
            for (final DevicePort port : ports)
            {
                while (!port.tryOpen())
                {
                    Thread.yield();
                }
            }
            assertTrue(ports[0].trySend(false, 1, 1, 5));
            while (DevicePort.NO_SLOT == ports[1].tryReceive(false))
            {
                Thread.yield();
            }
            assertEquals(List.of("stalls"), reported);
        }
    }

    /**
     * A thread that is interrupted does not park, and would take a core.
     */
    @Test
    @Timeout(20)
    void shouldForgetAnInterruptAlsoWhenItsHostIsExpelled() throws InterruptedException
    {
        try (Cluster cluster = Cluster.launch(new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER)))
        {
            final AtomicBoolean wasInterrupted = new AtomicBoolean();
            final CountDownLatch forgotten = new CountDownLatch(1);
            cluster.expel(0);
            final DeviceServer server = new DeviceServer(List.of(unit(() ->
            {
                final Thread current = Thread.currentThread();
                if (!wasInterrupted.getAndSet(true))
                {
                    current.interrupt();
                }
                else if (!current.isInterrupted())
                {
                    forgotten.countDown();
                }
            })), cluster.host(0).waiter(), error -> errors.add(error.getMessage()));
            final Thread thread = new Thread(server);
            thread.start();
            assertTrue(forgotten.await(10, TimeUnit.SECONDS));
            server.stop();
            thread.join();
            assertEquals(List.of(), errors);
        }
    }

    private static Unit unit(final Runnable task)
    {
        return new ExclusiveUnit("unit", new TryLock())
        {
            @Override
            public int work()
            {
                task.run();
                return 0;
            }
        };
    }

    @Test
    void shouldGoOnWhenAnInterruptHandlerFails()
    {
        try (DeviceBench on = of(now::incrementAndGet))
        {
            final DeviceBench.Process[] processes = on.processes();
            processes[1].registers.onInterrupt((host, cause) ->
            {
                throw new ArithmeticException(cause + " of host " + host);
            });
            processes[0].send(false, Slot.header(true, 0, 4, 1), 0, DeviceBench.MEMORY, 0);
            on.run();
            assertEquals(List.of("MEMORY_ERROR of host 1"), errors);
            assertTrue(processes[1].has(Control.MERR));
        }
    }
}
