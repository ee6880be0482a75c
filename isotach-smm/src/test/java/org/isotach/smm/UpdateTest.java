/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.isotach.HostExpelledException;
import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * UPDATE: the row of the memory model, operation by operation.
 */
final class UpdateTest
{
    private static final int V = 1;

    // Held by host 2 alone.
    private static final int ELSEWHERE = PageMap.DEFAULT_PAGE_SIZE;

    private static TestCluster launch(final ThreadingMode mode)
    {
        return new TestCluster(
            mode, Topology.chain(2, 3), PageMap.builder().everywhere(0).page(1, 2).build());
    }

    static void update(
        final TestCluster cluster, final int host, final UpdateFunction function, final long argument)
    {
        cluster.port(host).update(cluster.begin(host), V, function, argument);
        cluster.execute(host);
    }

    private static IsoValue getAndUpdate(
        final TestCluster cluster, final int host, final UpdateFunction function, final long argument)
    {
        final IsoValue value = new IsoValue();
        cluster.port(host).getAndUpdate(cluster.begin(host), V, function, argument, value);
        cluster.execute(host);
        return value;
    }

    private static IsoValue updateAndGet(
        final TestCluster cluster, final int host, final UpdateFunction function, final long argument)
    {
        final IsoValue value = new IsoValue();
        cluster.port(host).updateAndGet(cluster.begin(host), V, function, argument, value);
        cluster.execute(host);
        return value;
    }

    private static void cancel(final TestCluster cluster, final int host)
    {
        cluster.port(host).cancel(cluster.begin(host), V);
        cluster.execute(host);
    }

    private static void assertEverywhere(final long expected, final TestCluster cluster)
    {
        assertEquals(List.of(expected, expected, expected), cluster.values(V));
    }

    private static Stream<Arguments> functions()
    {
        return Stream.of(
            Arguments.of(UpdateFunction.ADD, 12, 10, 22),
            Arguments.of(UpdateFunction.ADD, Long.MAX_VALUE, 1, Long.MIN_VALUE),
            Arguments.of(UpdateFunction.AND, 12, 10, 8),
            Arguments.of(UpdateFunction.OR, 12, 10, 14),
            Arguments.of(UpdateFunction.XOR, 12, 10, 6),
            Arguments.of(UpdateFunction.MIN, 12, -10, -10),
            Arguments.of(UpdateFunction.MIN, -12, -10, -12),
            Arguments.of(UpdateFunction.MAX, 12, 10, 12),
            Arguments.of(UpdateFunction.MAX, 9, 10, 10),
            Arguments.of(UpdateFunction.EXCHANGE, 12, 10, 10));
    }

    @ParameterizedTest
    @MethodSource("functions")
    void shouldComputeBuiltInFunctions(
        final UpdateFunction function, final long value, final long argument, final long expected)
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            cluster.write(1, V, value);
            update(cluster, 0, function, argument);
            assertEverywhere(expected, cluster);
            cluster.write(1, V, value);
            assertEquals(value, getAndUpdate(cluster, 0, function, argument).await());
            cluster.write(1, V, value);
            assertEquals(expected, updateAndGet(cluster, 0, function, argument).await());
            assertEverywhere(expected, cluster);
            // The same when it waits.
            cluster.sched(1, V);
            final IsoValue before = getAndUpdate(cluster, 0, function, argument);
            cluster.assign(1, V, value);
            assertEquals(value, before.await());
            assertEverywhere(expected, cluster);
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldCompareAndSet(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.write(0, V, 5);
            cluster.port(1).compareAndSet(cluster.begin(1), V, 4, 9);
            cluster.execute(1);
            assertEverywhere(5, cluster);
            cluster.port(1).compareAndSet(cluster.begin(1), V, 5, 9);
            cluster.execute(1);
            assertEverywhere(9, cluster);

            final IsoValue witness = new IsoValue();
            cluster.port(2).compareAndExchange(cluster.begin(2), V, 5, 11, witness);
            cluster.execute(2);
            assertEquals(9, witness.await());
            cluster.port(2).compareAndExchange(cluster.begin(2), V, 9, 11, witness);
            cluster.execute(2);
            assertEquals(9, witness.await());
            assertEverywhere(11, cluster);

            cluster.sched(0, V);
            cluster.port(2).compareAndExchange(cluster.begin(2), V, 1, 12, witness);
            cluster.execute(2);
            assertFalse(witness.isReady());
            cluster.assign(0, V, 1);
            assertEquals(1, witness.await());
            assertEverywhere(12, cluster);
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldBeOneAtomicActionInOneIsochron(final ThreadingMode mode) throws InterruptedException
    {
        final int rounds = 200;
        try (TestCluster cluster = launch(mode))
        {
            final TestThreads threads = new TestThreads();
            for (int i = 0; i < 2; i++)
            {
                final int host = i;
                threads.start("mover-" + host, () ->
                {
                    final Isochron isochron = cluster.isochron(host);
                    final MemoryPort port = cluster.port(host);
                    for (int round = 0; round < rounds; round++)
                    {
                        isochron.begin();
                        port.update(isochron, V, UpdateFunction.ADD, 1);
                        port.update(isochron, V + 1, UpdateFunction.ADD, -1);
                        port.update(isochron, ELSEWHERE, UpdateFunction.ADD, 1);
                        isochron.issue();
                    }
                    isochron.awaitExecuted();
                });
            }
            threads.start("auditor", () ->
            {
                final IsoValue[] values = { new IsoValue(), new IsoValue(), new IsoValue() };
                for (int round = 0; round < rounds; round++)
                {
                    final Isochron isochron = cluster.isochron(2).begin();
                    cluster.port(2).read(isochron, V, values[0]);
                    cluster.port(2).read(isochron, V + 1, values[1]);
                    cluster.port(2).read(isochron, ELSEWHERE, values[2]);
                    isochron.issue();
                    assertEquals(0, values[0].await() + values[1].await());
                    assertEquals(values[0].get(), values[2].await());
                }
            });
            threads.join();
            assertEverywhere(2 * rounds, cluster);
            assertEquals(2 * rounds, cluster.value(0, ELSEWHERE));
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldTakeEffectInTheOrderInWhichItWasAppended(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            final IsoValue[] values = IntStream.range(0, 4).mapToObj(i -> new IsoValue()).toArray(IsoValue[]::new);
            final Isochron isochron = cluster.begin(0);
            final MemoryPort port = cluster.port(0);
            port.read(isochron, V, values[0]);
            port.updateAndGet(isochron, V, UpdateFunction.ADD, 3, values[1]);
            port.write(isochron, V, 10);
            port.getAndUpdate(isochron, V, UpdateFunction.MAX, 11, values[2]);
            port.read(isochron, V, values[3]);
            cluster.execute(0);
            assertEquals(0, values[0].await());
            assertEquals(3, values[1].await());
            assertEquals(10, values[2].await());
            assertEquals(11, values[3].await());
            assertEverywhere(11, cluster);
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldAnswerFromTheNearestCopy(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            final IsoValue value = new IsoValue();
            for (int host = 0; host < 3; host++)
            {
                cluster.port(host).updateAndGet(cluster.begin(host), ELSEWHERE, UpdateFunction.ADD, 5, value);
                cluster.execute(host);
                assertEquals(5 * (host + 1), value.await());
            }
        }
    }

    /**
     * A version of its own, on which the next one depends.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldWaitForTheAssignAndThenBeComputedInOrder(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.write(0, V, 100);
            cluster.sched(0, V);
            final IsoValue ofSched = cluster.read(1, V);
            final IsoValue added = updateAndGet(cluster, 1, UpdateFunction.ADD, 3);
            final IsoValue ofAddition = cluster.read(2, V);
            final IsoValue beforeMin = getAndUpdate(cluster, 2, UpdateFunction.MIN, 6);
            update(cluster, 1, UpdateFunction.ADD, 10);
            final IsoValue ofLast = cluster.read(0, V);
            for (final IsoValue value : List.of(ofSched, added, ofAddition, beforeMin, ofLast))
            {
                assertFalse(value.isReady());
            }
            cluster.assign(0, V, 5);
            assertEquals(5, ofSched.await());
            assertEquals(8, added.await());
            assertEquals(8, ofAddition.await());
            assertEquals(8, beforeMin.await());
            assertEquals(16, ofLast.await());
            assertEverywhere(16, cluster);
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldBeCoveredByWriteAndStillBeComputedForThoseWhoWait(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.sched(0, V);
            final IsoValue result = updateAndGet(cluster, 1, UpdateFunction.ADD, 3);
            final IsoValue read = cluster.read(2, V);
            cluster.write(2, V, 50);
            update(cluster, 1, UpdateFunction.ADD, 1);
            assertEverywhere(51, cluster);
            cluster.assign(0, V, 5);
            assertEquals(8, result.await());
            assertEquals(8, read.await());
            assertEverywhere(51, cluster);
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldBeCoveredBySched(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.sched(0, V);
            update(cluster, 1, UpdateFunction.ADD, 3);
            final IsoValue below = cluster.read(2, V);
            cluster.sched(1, V);
            update(cluster, 2, UpdateFunction.ADD, 100);
            final IsoValue above = cluster.read(2, V);
            cluster.assign(1, V, 1000);
            assertEquals(1100, above.await());
            assertEverywhere(1100, cluster);
            assertFalse(below.isReady());
            cluster.assign(0, V, 5);
            assertEquals(8, below.await());
            assertEverywhere(1100, cluster);
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldChangeWhatWasBeforeASchedThatIsCancelled(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.write(0, V, 7);
            cluster.sched(0, V);
            final IsoValue old = getAndUpdate(cluster, 1, UpdateFunction.ADD, 3);
            final IsoValue read = cluster.read(2, V);
            update(cluster, 2, UpdateFunction.ADD, 20);
            cancel(cluster, 0);
            assertEquals(7, old.await());
            assertEquals(10, read.await());
            assertEverywhere(30, cluster);
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldChangeTheValueBelowASchedThatStays(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.write(0, V, 7);
            cluster.sched(0, V);
            update(cluster, 1, UpdateFunction.ADD, 3);
            final IsoValue read = cluster.read(2, V);
            cluster.sched(1, V);
            cancel(cluster, 0);
            assertEquals(10, read.await());
            cancel(cluster, 1);
            assertEverywhere(10, cluster);
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldWaitForTheSchedBeforeTheOneThatIsCancelled(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.sched(0, V);
            update(cluster, 2, UpdateFunction.ADD, 1);
            cluster.sched(1, V);
            final IsoValue ofCancelled = cluster.read(2, V);
            final IsoValue result = updateAndGet(cluster, 2, UpdateFunction.ADD, 10);
            final IsoValue read = cluster.read(0, V);
            cancel(cluster, 1);
            final IsoValue last = updateAndGet(cluster, 2, UpdateFunction.ADD, 100);
            assertFalse(ofCancelled.isReady() || result.isReady() || read.isReady() || last.isReady());
            cluster.assign(0, V, 5);
            assertEquals(6, ofCancelled.await());
            assertEquals(16, result.await());
            assertEquals(16, read.await());
            assertEquals(116, last.await());
            assertEverywhere(116, cluster);
        }
    }

    /**
     * The same where the SCHED that is cancelled is covered by a third one.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldWaitForTheSchedBeforeTheOneThatIsCancelledBelowAnother(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.sched(0, V);
            cluster.sched(1, V);
            final IsoValue result = updateAndGet(cluster, 2, UpdateFunction.ADD, 10);
            cluster.sched(2, V);
            cancel(cluster, 1);
            cluster.assign(0, V, 5);
            assertEquals(15, result.await());
            cancel(cluster, 2);
            assertEverywhere(15, cluster);
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldFailWhenItsSchedIsCancelledAfterTheVariableWasOverwritten(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.sched(0, V);
            final IsoValue result = updateAndGet(cluster, 1, UpdateFunction.ADD, 10);
            final IsoValue read = cluster.read(1, V);
            cluster.write(2, V, 9);
            cancel(cluster, 0);
            final String message = "the read of variable 1 by host 1 waited for an ASSIGN of host 0, whose SCHED was" +
                " cancelled after the variable had been overwritten: read again";
            assertEquals(message, assertThrows(SchedCancelledException.class, result::await).getMessage());
            assertEquals(message, assertThrows(SchedCancelledException.class, read::await).getMessage());
            assertEverywhere(9, cluster);
        }
    }

    /**
     * What was updated behind a SCHED of a host that fails is not lost, and its results are those of what was before.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldChangeWhatWasBeforeASchedOfAHostThatIsExpelled(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.write(1, V, 7);
            cluster.sched(0, V);
            final IsoValue ofSched = cluster.read(1, V);
            final IsoValue old = getAndUpdate(cluster, 1, UpdateFunction.ADD, 3);
            final IsoValue read = cluster.read(2, V);
            cluster.sched(2, V);
            update(cluster, 1, UpdateFunction.ADD, 1);
            cluster.cluster().expel(0);
            assertEquals(7, ofSched.await());
            assertEquals(7, old.await());
            assertEquals(10, read.await());
            cancel(cluster, 2);
            assertEquals(11, cluster.value(1, V));
            assertEquals(11, cluster.value(2, V));
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldFailWhenTheHostIsExpelledAfterTheVariableWasOverwritten(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.sched(0, V);
            final IsoValue result = updateAndGet(cluster, 1, UpdateFunction.ADD, 3);
            final IsoValue read = cluster.read(2, V);
            cluster.write(2, V, 9);
            cluster.cluster().expel(0);
            assertThrows(HostExpelledException.class, result::await);
            assertThrows(HostExpelledException.class, read::await);
            assertEquals(9, cluster.value(1, V));
            assertEquals(9, cluster.value(2, V));
        }
    }

    /**
     * What the host itself has updated before stays, behind the SCHEDs of others.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldKeepTheUpdateOfAHostThatIsExpelled(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.sched(1, V);
            update(cluster, 0, UpdateFunction.ADD, 3);
            getAndUpdate(cluster, 0, UpdateFunction.ADD, 4);
            cluster.cluster().expel(0);
            cluster.assign(1, V, 10);
            assertEquals(17, cluster.value(1, V));
            assertEquals(17, cluster.value(2, V));
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldBeReadAndScheduledByATakeBehindIt(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.sched(0, V);
            update(cluster, 1, UpdateFunction.ADD, 3);
            final TakenVariables taken = new TakenVariables(2);
            cluster.port(2).take(cluster.begin(2), new int[]{ V, V + 1 }, taken);
            cluster.execute(2);
            update(cluster, 1, UpdateFunction.ADD, 100);
            cluster.assign(0, V, 5);
            taken.await();
            assertEquals(8, taken.value(0));
            cluster.port(2).assign(cluster.begin(2), taken, new long[]{ 20, 30 });
            cluster.execute(2);
            assertEverywhere(120, cluster);
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldWaitForOnesOwnSched(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            final IsoValue result = new IsoValue();
            final Isochron isochron = cluster.begin(0);
            cluster.port(0).sched(isochron, V);
            cluster.port(0).updateAndGet(isochron, V, UpdateFunction.ADD, 1, result);
            cluster.port(0).assign(isochron, V, 4);
            cluster.execute(0);
            assertEquals(5, result.await());
            assertEverywhere(5, cluster);
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldBeSeenByLocalReadsAndNotBeforeItHasAValue(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            final MemoryPort port = cluster.port(1);
            final int[] addresses = { V };
            final long[] values = new long[1];
            update(cluster, 1, UpdateFunction.ADD, 3);
            cluster.settle();
            assertTrue(port.tryReadLocal(addresses, values));
            assertEquals(3, values[0]);
            cluster.sched(0, V);
            update(cluster, 1, UpdateFunction.ADD, 3);
            cluster.settle();
            assertFalse(port.tryReadLocal(addresses, values));
            final long stamp = port.tryOptimisticRead();
            port.localValue(V);
            assertFalse(port.validate(stamp));
            cluster.assign(0, V, 10);
            cluster.settle();
            assertTrue(port.tryReadLocal(addresses, values));
            assertEquals(13, values[0]);
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldCallRegisteredFunctionsWithValueAndArgument(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            final UpdateFunction function =
                cluster.memory().registerFunction(7, (value, argument) -> 10 * value + argument);
            UpdateFunction other = null;
            for (int host = 0; host < 3; host++)
            {
                other = cluster.memory().registerFunction(
                    cluster.host(host), 255, (value, argument) -> value - argument);
            }
            update(cluster, 0, function, 4);
            assertEquals(42, updateAndGet(cluster, 1, function, 2).await());
            cluster.sched(2, V);
            update(cluster, 0, function, 9);
            final IsoValue last = getAndUpdate(cluster, 1, other, 1);
            cluster.assign(2, V, 3);
            assertEquals(39, last.await());
            assertEverywhere(38, cluster);
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldLeaveTheValueWhenTheFunctionThrows(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            final IllegalArgumentException thrown = new IllegalArgumentException("no division by 0");
            final UpdateFunction function = cluster.memory().registerFunction(3, (value, argument) ->
            {
                if (0 == argument)
                {
                    throw thrown;
                }
                return value / argument;
            });
            cluster.write(0, V, 12);
            final IsoValue result = updateAndGet(cluster, 1, function, 0);
            final String message = assertThrows(UpdateFailedException.class, result::await).getMessage();
            assertEquals("the UPDATE of variable 1 by host 1 has changed nothing: its function has thrown, at host 1" +
                " and at every other host with a copy; the error handler has the exception", message);
            assertEverywhere(12, cluster);
            assertErrorOfEachHost(cluster, "value 12", thrown);

            // In the middle of those that wait.
            cluster.sched(0, V);
            update(cluster, 2, UpdateFunction.ADD, 1);
            update(cluster, 2, function, 0);
            final IsoValue read = cluster.read(1, V);
            update(cluster, 2, function, 2);
            cluster.assign(0, V, 19);
            assertEquals(20, read.await());
            assertEverywhere(10, cluster);
            assertErrorOfEachHost(cluster, "value 20", thrown);
        }
    }

    /**
     * An error that throws when anybody looks at it.
     */
    private static final class Hostile extends RuntimeException
    {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage()
        {
            throw new StackOverflowError("message");
        }

        @Override
        public String toString()
        {
            throw new StackOverflowError("text");
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldReportWhatTheFunctionThrowsIfThatCannotBePrinted(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            final Hostile hostile = new Hostile();
            final UpdateFunction function = cluster.memory().registerFunction(3, (value, argument) ->
            {
                throw hostile;
            });
            cluster.write(0, V, 12);
            final IsoValue result = updateAndGet(cluster, 1, function, 0);
            assertThrows(UpdateFailedException.class, result::await);
            assertEverywhere(12, cluster);
            assertTrue(cluster.errors().stream().allMatch(error -> hostile == error.getCause()));
            assertErrorOfEachHost(cluster, "value 12", Hostile.class.getName() + ", which cannot be printed");
        }
    }

    /**
     * Only one host has too little stack.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldSayThatCopiesMayDifferWhenTheFunctionOverflowsTheStack(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            final StackOverflowError thrown = new StackOverflowError("deep");
            cluster.memory().registerFunction(cluster.host(0), 3, Long::sum);
            cluster.memory().registerFunction(cluster.host(1), 3, (value, argument) ->
            {
                throw thrown;
            });
            final UpdateFunction function = cluster.memory().registerFunction(cluster.host(2), 3, Long::sum);
            cluster.write(0, V, 12);
            final IsoValue result = updateAndGet(cluster, 1, function, 5);
            final String message = assertThrows(UpdateFailedException.class, result::await).getMessage();
            assertEquals("the UPDATE of variable 1 by host 1 has changed nothing at host 1: its function has run out" +
                " of stack or memory there, and the copies may now differ: write the variable anew; the error handler" +
                " has the error", message);
            assertEquals(17, updateAndGet(cluster, 0, UpdateFunction.ADD, 0).await());
            assertEquals(List.of("function 3 has thrown at host 1 in an UPDATE of variable 1, value 12, argument 5:" +
                " the value stays as it is, at this copy, and the others may now differ: write the variable anew: " +
                thrown), cluster.errors().stream().map(Throwable::getMessage).toList());
            cluster.errors().clear();
            cluster.write(0, V, 1);
            assertEverywhere(1, cluster);
        }
    }

    private static void assertErrorOfEachHost(
        final TestCluster cluster, final String value, final Throwable cause)
    {
        cluster.errors().forEach(error -> assertEquals(cause, error.getCause()));
        assertErrorOfEachHost(cluster, value, cause.toString());
    }

    private static void assertErrorOfEachHost(
        final TestCluster cluster, final String value, final String thrown)
    {
        final List<String> expected = new ArrayList<>();
        for (int host = 0; host < 3; host++)
        {
            expected.add("function 3 has thrown at host " + host + " in an UPDATE of variable 1, " + value +
                ", argument 0: the value stays as it is, at every copy: " + thrown);
        }
        assertEquals(expected, cluster.errors().stream().map(Throwable::getMessage).sorted().toList());
        cluster.errors().clear();
    }

    /**
     * The others expel its host, and compute without it. What it returns afterwards reaches nobody.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldComputeWithoutAHostWhoseFunctionDoesNotReturn(final ThreadingMode mode) throws InterruptedException
    {
        final CountDownLatch isInside = new CountDownLatch(1);
        final CountDownLatch mayLeave = new CountDownLatch(1);
        final AtomicInteger calls = new AtomicInteger();
        final AtomicReference<Thread> stuck = new AtomicReference<>();
        final TestThreads threads = new TestThreads();
        try (TestCluster cluster = new TestCluster(
            new ClusterContext().hosts(3).threadingMode(mode).handlerTimeout(Duration.ofMillis(20)),
            PageMap.replicated(1)))
        {
            cluster.memory().registerFunction(cluster.host(0), 0, (value, argument) ->
            {
                calls.incrementAndGet();
                stuck.set(Thread.currentThread());
                isInside.countDown();
                awaitForever(mayLeave);
                return -1;
            });
            cluster.memory().registerFunction(cluster.host(1), 0, Long::sum);
            final UpdateFunction function = cluster.memory().registerFunction(cluster.host(2), 0, Long::sum);
            if (ThreadingMode.INVOKER == mode)
            {
                threads.start("victim", () ->
                {
                    while (!cluster.host(0).isExpelled())
                    {
                        cluster.host(0).poll();
                    }
                });
            }
            final IsoValue result = new IsoValue();
            final Isochron isochron = cluster.isochron(1).begin();
            cluster.port(1).sched(isochron, V);
            cluster.port(1).update(isochron, V, function, 3);
            cluster.port(1).updateAndGet(isochron, V, function, 4, result);
            cluster.port(1).assign(isochron, V, 10);
            isochron.issue();
            isInside.await();
            cluster.cluster().expel(0);
            assertEquals(17, result.await());
            mayLeave.countDown();
            threads.join();
            assertEquals(17, cluster.value(1, V));
            assertEquals(17, cluster.value(2, V));
        }
        stuck.get().join();
        assertEquals(1, calls.get(), "the second UPDATE of the isochron");
    }

    private static void awaitForever(final CountDownLatch latch)
    {
        boolean isOver = false;
        while (!isOver)
        {
            try
            {
                latch.await();
                isOver = true;
            }
            catch (final InterruptedException ex)
            {
                // A function that cannot be interrupted, either.
            }
        }
    }

    /**
     * At all copies the same one, whichever host executes it.
     */
    @Test
    void shouldRefuseMoreThanMayWaitForOneSched()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            cluster.memory().names(address -> V == address ? "stock" : null);
            final long version = cluster.sched(0, V);
            final int perIsochron = 64;
            for (int i = 0; i < WaitingUpdates.MAX_PER_SCHED; i += perIsochron)
            {
                // The first one behind the SCHED, and all others behind the first.
                final Isochron isochron = 0 == i ? cluster.begin(1) : cluster.isochron(1).begin();
                for (int k = 0; k < perIsochron; k++)
                {
                    cluster.port(1).update(isochron, V, UpdateFunction.ADD, 1);
                }
                isochron.issue();
            }
            cluster.isochron(1).awaitExecuted();
            final IsoValue refused = updateAndGet(cluster, 2, UpdateFunction.ADD, 1000);
            assertEquals("the UPDATE of variable 1 (stock) by host 2 has changed nothing: 65536 UPDATEs already wait" +
                " for a SCHED of host 0: assign or cancel that SCHED first, an action or a reservation does so when" +
                " it ends",
                assertThrows(UpdateFailedException.class, refused::await).getMessage());
            cluster.assign(0, V, 4);
            assertEverywhere(4 + WaitingUpdates.MAX_PER_SCHED, cluster);
            assertEquals(
                IntStream.range(0, 3).mapToObj(host -> "an UPDATE of variable 1 (stock) has changed nothing, at host " +
                    host +
                    " and at every other host with a copy: 65536 UPDATEs already wait for the ASSIGN of version " +
                    Version.toString(version) + ", scheduled by host 0, thread '" +
                    Thread.currentThread().getName() + "'. Assign or cancel that version first: an action or a" +
                    " reservation does so when it ends").toList(),
                cluster.errors().stream().map(Throwable::getMessage).sorted().toList());
            cluster.errors().clear();
            update(cluster, 1, UpdateFunction.ADD, 1);
            assertEverywhere(5 + WaitingUpdates.MAX_PER_SCHED, cluster);
        }
    }

    @Test
    void shouldNameWhoeverHoldsTheResultUp()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            final long first = cluster.sched(0, V);
            final long second = cluster.sched(1, V);
            final IsoValue result = updateAndGet(cluster, 2, UpdateFunction.ADD, 1);
            final IsoValue read = cluster.read(2, V);
            assertTrue(result.toString().contains(Version.toString(second)), result.toString());
            assertTrue(read.toString().contains(Version.toString(second)), read.toString());
            assertEquals(1, cluster.cluster().stalls().size());
            assertTrue(cluster.cluster().stalls().get(0).description().contains("reserved by host 1"),
                cluster.cluster().stalls().toString());
            cancel(cluster, 1);
            cluster.settle();
            assertTrue(result.toString().contains(Version.toString(first)), result.toString());
            assertTrue(read.toString().contains(Version.toString(first)), read.toString());
            cluster.assign(0, V, 1);
            assertEquals(4, result.await() + read.await());
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldFailWhenTheClusterIsClosed(final ThreadingMode mode)
    {
        final IsoValue result;
        try (TestCluster cluster = launch(mode))
        {
            cluster.sched(0, V);
            result = updateAndGet(cluster, 1, UpdateFunction.ADD, 1);
        }
        assertTrue(result.isFailed());
        assertTrue(result.toString().contains("was closed"), result.toString());
    }
}
