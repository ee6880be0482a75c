/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;

import org.isotach.ClusterClosedException;
import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Reads without an isochron.
 */
final class LocalReadTest
{
    private static final int PAGE_SIZE = 4;
    private static final int V = 1;
    private static final int W = 2;
    private static final int[] BOTH = { W, V };
    private static final int ELSEWHERE = PAGE_SIZE;

    private final long[] values = new long[2];

    private static TestCluster launch(final ThreadingMode mode)
    {
        return new TestCluster(mode, Topology.singleSwitch(2),
            PageMap.builder().pageSize(PAGE_SIZE).everywhere(0).page(1, 1).build());
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldReadWhatHasBeenExecuted(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.write(0, V, 5);
            cluster.write(0, W, 6);
            cluster.settle();
            for (int host = 0; host < 2; host++)
            {
                // Not while a thread of the cluster executes something at the host.
                while (!cluster.port(host).tryReadLocal(BOTH, values))
                {
                    Thread.onSpinWait();
                }
                assertArrayEquals(new long[]{ 6, 5 }, values);
            }
        }
    }

    @Test
    void shouldNotOvertakeWhatTheHostHasIssued()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            final Isochron isochron = cluster.isochron(0).begin();
            cluster.port(0).write(isochron, V, 5);
            isochron.issue();
            assertFalse(cluster.port(0).tryReadLocal(BOTH, values));
            isochron.awaitExecuted();
            assertTrue(cluster.port(0).tryReadLocal(BOTH, values));
            assertArrayEquals(new long[]{ 0, 5 }, values);
        }
    }

    @Test
    void shouldNotReadWhatIsScheduledOrElsewhere()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            cluster.sched(1, V);
            cluster.settle();
            assertFalse(cluster.port(0).tryReadLocal(BOTH, values));
            assertTrue(cluster.port(0).tryReadLocal(new int[]{ W }, values));
            cluster.assign(1, V, 7);
            cluster.settle();
            assertTrue(cluster.port(0).tryReadLocal(BOTH, values));
            assertArrayEquals(new long[]{ 0, 7 }, values);
            assertFalse(cluster.port(0).tryReadLocal(new int[]{ W, ELSEWHERE }, values));
            assertTrue(cluster.port(1).tryReadLocal(new int[]{ W, ELSEWHERE }, values));
        }
    }

    /**
     * The same rules, from any thread and without a port.
     */
    @Test
    void shouldReadPreparedVariables()
    {
        final LocalReads both;
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            final LocalMemory local = cluster.memory().local(cluster.host(0));
            both = local.reads(BOTH);
            final Isochron isochron = cluster.isochron(0).begin();
            cluster.port(0).write(isochron, V, 5);
            isochron.issue();
            assertFalse(both.tryRead(values));
            isochron.awaitExecuted();
            assertTrue(both.tryRead(values));
            assertArrayEquals(new long[]{ 0, 5 }, values);
            cluster.sched(1, V);
            cluster.settle();
            assertFalse(both.tryRead(values));
            assertFalse(local.tryReadLocal(BOTH, values));
            assertTrue(local.reads(W).tryRead(values));
            assertTrue(local.tryReadLocal(new int[]{ W }, values));
            cluster.assign(1, V, 7);
            cluster.settle();
            assertTrue(both.tryRead(values));
            assertArrayEquals(new long[]{ 0, 7 }, values);
            assertFalse(local.reads(W, ELSEWHERE).tryRead(values));
            assertThrows(IndexOutOfBoundsException.class, () -> local.reads(W, -1));
            assertThrows(IndexOutOfBoundsException.class, () -> both.tryRead(new long[1]));
        }
        assertThrows(ClusterClosedException.class, () -> both.tryRead(values));
    }

    @Test
    void shouldRefuseWhatNobodyCanRead()
    {
        final MemoryPort port;
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            port = cluster.port(0);
            for (final int address : new int[]{ -1, 2 * PAGE_SIZE, Integer.MAX_VALUE })
            {
                assertThrows(IndexOutOfBoundsException.class,
                    () -> port.tryReadLocal(new int[]{ V, address }, values));
                // This one holds all variables.
                assertThrows(IndexOutOfBoundsException.class,
                    () -> cluster.port(1).tryReadLocal(new int[]{ V, address }, values));
            }
            assertThrows(IndexOutOfBoundsException.class, () -> port.tryReadLocal(new int[]{ V, V, V }, values));
            // Nobody is in the way after that.
            assertTrue(port.tryReadLocal(BOTH, values));
        }
        assertThrows(ClusterClosedException.class, () -> port.tryReadLocal(BOTH, values));
    }

    @Test
    void shouldReadOptimistically()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            cluster.write(0, V, 5);
            cluster.write(0, W, 6);
            cluster.settle();
            for (int host = 0; host < 2; host++)
            {
                final MemoryPort port = cluster.port(host);
                final long stamp = port.tryOptimisticRead();
                assertTrue(0 != stamp);
                assertEquals(5, port.localValue(V));
                assertEquals(6, port.localValue(W));
                assertTrue(port.validate(stamp));
                assertTrue(port.validate(stamp), "a second look");
            }
        }
    }

    @Test
    void shouldNotCountWhatWasReadBeforeSomethingWasExecuted()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            final MemoryPort port = cluster.port(0);
            final long stamp = port.tryOptimisticRead();
            assertEquals(0, port.localValue(V));
            cluster.write(1, W, 6);
            cluster.settle();
            assertEquals(6, port.localValue(W));
            assertFalse(port.validate(stamp));
            final long later = port.tryOptimisticRead();
            assertEquals(6, port.localValue(W));
            assertTrue(port.validate(later));
            assertFalse(port.validate(stamp), "once more");
        }
    }

    /**
     * A handler is refused a read; that under way is over, and not valid without its variables.
     */
    @Test
    void shouldEndAReadWhenTheNextOneIsRefused()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            final MemoryPort port = cluster.port(0);
            final MemoryPort other = cluster.memory().port(cluster.cluster().host(0));
            cluster.sched(0, PAGE_SIZE - 1);
            cluster.settle();
            final long stamp = port.tryOptimisticRead();
            assertEquals(0, port.localValue(V));
            final AtomicReference<Throwable> refusal = new AtomicReference<>();
            final IsoValue value = new IsoValue().onValue((address, read) -> refusal.set(
                assertThrows(IllegalStateException.class, port::tryOptimisticRead)));
            final Isochron isochron = cluster.cluster().host(0).isochron().begin();
            other.write(isochron, V, 5);
            other.read(isochron, V, value);
            isochron.issue();
            isochron.awaitExecuted();
            assertEquals(5, value.await());
            assertTrue(refusal.get().getMessage().contains("tryOptimisticRead"), () -> refusal.get().toString());
            port.localValue(W);
            assertFalse(port.validate(stamp));
        }
    }

    private static long lookAtBoth(final MemoryPort port)
    {
        final long stamp = port.tryOptimisticRead();
        for (int i = 0; i < 1 << 17; i++)
        {
            port.localValue(BOTH[i & 1]);
        }
        return stamp;
    }

    /**
     * A read was disturbed, so variables are noted.
     */
    @Test
    void shouldNotNoteVariablesWithoutEnd()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            final MemoryPort port = cluster.port(0);
            long stamp = port.tryOptimisticRead();
            port.localValue(V);
            cluster.write(0, V, 0);
            cluster.settle();
            assertFalse(port.validate(stamp));
            stamp = port.tryOptimisticRead();
            for (int i = 0; i < 1 << 17; i++)
            {
                assertEquals(0, port.localValue(V));
            }
            assertTrue(port.validate(stamp), "one variable, however often it is read");
            // It does not know any more which they were.
            assertTrue(port.validate(lookAtBoth(port)), "nothing has changed");
            stamp = lookAtBoth(port);
            cluster.write(0, V + 2, 1);
            cluster.settle();
            assertFalse(port.validate(stamp), "another variable has changed");
            stamp = port.tryOptimisticRead();
            port.localValue(V);
            assertTrue(port.validate(stamp));
        }
    }

    @Test
    void shouldNotBeginToReadBeforeWhatTheHostHasIssuedIsExecuted()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            final MemoryPort port = cluster.port(0);
            final Isochron isochron = cluster.isochron(0).begin();
            port.write(isochron, V, 5);
            isochron.issue();
            assertEquals(0, port.tryOptimisticRead());
            port.localValue(V);
            assertFalse(port.validate(0));
            isochron.awaitExecuted();
            assertFalse(port.validate(0));
            assertTrue(port.validate(port.tryOptimisticRead()));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, 1 })
    void shouldNotCountWhatHasNoValue(final int host)
    {
        // Host 1 holds all variables, host 0 does not.
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            final MemoryPort port = cluster.port(host);
            cluster.write(0, V, 5);
            cluster.sched(1, V);
            cluster.settle();
            final long stamp = port.tryOptimisticRead();
            port.localValue(V);
            assertEquals(0, port.localValue(W));
            assertFalse(port.validate(stamp));
            cluster.assign(1, V, 7);
            cluster.settle();
            final long assigned = port.tryOptimisticRead();
            assertEquals(7, port.localValue(V));
            assertTrue(port.validate(assigned));
            port.localValue(ELSEWHERE);
            assertEquals(1 == host, port.validate(assigned));
        }
    }

    @Test
    void shouldNotForgetInsideOfAReadWhatHasNoValue()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            final MemoryPort port = cluster.port(1);
            cluster.sched(1, V);
            cluster.settle();
            final long outer = port.tryOptimisticRead();
            port.localValue(V);
            final long inner = port.tryOptimisticRead();
            port.localValue(W);
            port.validate(inner);
            assertTrue(port.tryReadLocal(new int[]{ W }, values));
            assertFalse(port.validate(outer));
            // Nor when it is found after a read inside that could not begin.
            cluster.write(0, W, 1);
            cluster.settle();
            final long other = port.tryOptimisticRead();
            assertTrue(0 != other);
            final Isochron isochron = cluster.isochron(1).begin();
            port.write(isochron, W, 5);
            isochron.issue();
            assertEquals(0, port.tryOptimisticRead());
            port.localValue(V);
            assertFalse(port.validate(other));
            isochron.awaitExecuted();
            cluster.assign(1, V, 7);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, 1 })
    void shouldSayWhichVariablesThereAre(final int host)
    {
        final MemoryPort port;
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            port = cluster.port(host);
            final long stamp = port.tryOptimisticRead();
            for (final int address : new int[]{ Integer.MIN_VALUE, -1, 2 * PAGE_SIZE, Integer.MAX_VALUE })
            {
                final IndexOutOfBoundsException refusal =
                    assertThrows(IndexOutOfBoundsException.class, () -> port.localValue(address));
                assertEquals("address: " + address + " (expected: 0..7, 2 pages of 4 variables)", refusal.getMessage());
            }
            assertTrue(port.validate(stamp), "it is as if it had not been asked for");
        }
        assertThrows(ClusterClosedException.class, port::tryOptimisticRead);
    }

    @Test
    void shouldNotMindWhatHappensToOtherVariables()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            cluster.write(0, V, 5);
            cluster.settle();
            final MemoryPort port = cluster.port(0);
            final int[] justV = { V };
            // The first read that is disturbed is given up.
            long stamp = port.tryOptimisticRead();
            port.localValue(V);
            cluster.write(1, W, 1);
            cluster.settle();
            assertFalse(port.validate(stamp));
            for (int i = 2; i < 200; i++)
            {
                stamp = port.tryOptimisticRead();
                assertEquals(5, port.localValue(V));
                if (0 == i % 2)
                {
                    cluster.sched(1, W);
                }
                else
                {
                    cluster.assign(1, W, i);
                }
                cluster.settle();
                assertTrue(port.validate(stamp), "read " + i);
                assertTrue(port.tryReadLocal(justV, values), "read " + i);
                assertEquals(5, values[0]);
                // The other one is what is changed, and has no value half of the time.
                assertEquals(0 != i % 2, port.tryReadLocal(BOTH, values), "read " + i);
            }
            stamp = port.tryOptimisticRead();
            port.localValue(V);
            cluster.write(1, V, 6);
            cluster.settle();
            assertFalse(port.validate(stamp), "V itself");
        }
    }

    /**
     * In the middle of an isochron that writes V, then calls a function, which waits, and then writes W.
     */
    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void shouldReadNothingInTheMiddleOfAnIsochron(final boolean isMixed) throws Exception
    {
        final int other = 0;
        final ExecutorService reader = Executors.newSingleThreadExecutor();
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            final MemoryPort port = cluster.memory().port(cluster.cluster().host(0));
            final AtomicReference<Callable<Void>> inTheMiddle = new AtomicReference<>();
            final List<Throwable> failures = new ArrayList<>();
            cluster.memory().registerFunction(cluster.host(1), 0, Long::sum);
            final UpdateFunction waiting = cluster.memory().registerFunction(cluster.host(0), 0, (value, argument) ->
            {
                final Callable<Void> check = inTheMiddle.getAndSet(null);
                if (null != check)
                {
                    try
                    {
                        reader.submit(check).get();
                    }
                    catch (final Exception ex)
                    {
                        failures.add(ex);
                    }
                }
                return value + argument;
            });
            inTheMiddle.set(() ->
            {
                // A revision that is being made is waited for, and given up.
                assertFalse(port.tryReadLocal(new int[]{ V }, values));
                assertFalse(port.tryReadLocal(new int[]{ other }, values));
                return null;
            });
            final Isochron isochron = cluster.isochron(1).begin();
            cluster.port(1).write(isochron, V, 1);
            cluster.port(1).update(isochron, other + 3, waiting, 1);
            if (isMixed)
            {
                // Something of another model in between, and at the end.
                cluster.log().mark(isochron, ExecutionLog.UNLOGGED);
                cluster.port(1).write(isochron, W, 1);
                cluster.log().mark(isochron, ExecutionLog.UNLOGGED);
            }
            else
            {
                cluster.port(1).write(isochron, W, 1);
            }
            isochron.issue();
            isochron.awaitExecuted();
            cluster.settle();
            assertEquals(List.of(), failures);
            assertEquals(null, inTheMiddle.get(), "not called");
            assertTrue(port.tryReadLocal(BOTH, values));
            assertArrayEquals(new long[]{ 1, 1 }, values);
        }
        finally
        {
            reader.shutdown();
        }
    }

    @Test
    void shouldReadWhatAnIsochronHasLeftInFrontOfSomethingElse()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            for (int i = 1; i < 4; i++)
            {
                final Isochron isochron = cluster.begin(1);
                cluster.port(1).write(isochron, V, i);
                cluster.log().mark(isochron, ExecutionLog.UNLOGGED);
                cluster.execute(1);
                cluster.log().mark(cluster.begin(0), ExecutionLog.UNLOGGED);
                cluster.execute(0);
                assertTrue(cluster.port(1).tryReadLocal(new int[]{ V }, values));
                assertEquals(i, values[0]);
            }
        }
    }

    @Test
    void shouldBeOverWhenAnotherReadBegins()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            final MemoryPort port = cluster.port(1);
            final long first = port.tryOptimisticRead();
            final long second = port.tryOptimisticRead();
            assertFalse(port.validate(first));
            assertTrue(port.validate(second));
            assertTrue(port.tryReadLocal(BOTH, values));
            assertFalse(port.validate(second));
        }
    }

    /**
     * One host writes pairs and never waits, the other one reads them without isochrons.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldReadAtOnePointOfTheOrder(final ThreadingMode mode) throws InterruptedException
    {
        final int last = 20_000;
        try (TestCluster cluster = launch(mode))
        {
            final AtomicReference<Throwable> failure = new AtomicReference<>();
            final Thread writer = new Thread(() ->
            {
                final Isochron isochron = cluster.isochron(0);
                for (int i = 1; i <= last; i++)
                {
                    isochron.begin();
                    cluster.port(0).write(isochron, V, i);
                    cluster.port(0).write(isochron, W, -i);
                    isochron.issue();
                }
                isochron.awaitExecuted();
            });
            writer.setUncaughtExceptionHandler((thread, ex) -> failure.set(ex));
            writer.start();
            long before = 0;
            boolean isOptimistic = false;
            while (before < last && null == failure.get())
            {
                // Both ways in turn.
                isOptimistic = !isOptimistic;
                if (isOptimistic ? tryReadOptimistically(cluster.port(1)) : cluster.port(1).tryReadLocal(BOTH, values))
                {
                    assertEquals(0, values[0] + values[1]);
                    assertTrue(values[1] >= before, "from " + before + " back to " + values[1]);
                    before = values[1];
                }
                cluster.host(1).poll();
            }
            writer.join();
            assertEquals(null, failure.get());
        }
    }

    private boolean tryReadOptimistically(final MemoryPort port)
    {
        final long stamp = port.tryOptimisticRead();
        for (int i = 0; i < BOTH.length; i++)
        {
            values[i] = port.localValue(BOTH[i]);
        }
        return port.validate(stamp);
    }
}
