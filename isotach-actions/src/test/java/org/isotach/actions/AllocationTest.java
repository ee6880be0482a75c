/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.time.Duration;
import java.util.stream.Stream;

import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.LinkFaults;
import org.isotach.test.Allocations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * What is prepared allocates nothing, nor do single variables, on any thread; what is put together on the spot
 * allocates little.
 */
class AllocationTest
{
    private static final String CLUSTERS = "clusters";
    private static final int TIMES = 2_000;
    private static final int TIMES_WITH_PULSES = 200;
    private static final int FEW_BYTES = 200;
    private static final int PIPELINED_BYTES = 200;
    private static final int FUTURE_BYTES = 24;

    private final Allocations allocations = new Allocations();
    private TestIsotach test;
    private Isotach isotach;
    private IsoLong[] x;
    private IsoDouble d;
    private int rounds;
    private long sum;

    static Stream<Arguments> clusters()
    {
        return TestIsotach.modes();
    }

    private void launch(final ThreadingMode mode, final int hosts)
    {
        test = TestIsotach.launch(new IsotachContext().threadingMode(mode).hosts(hosts).sessions(2)
            .cluster(context -> context.paranoid(false).linkFaults(LinkFaults.NONE)
            .threadFactory(allocations::newThread)));
        isotach = test.get();
        x = isotach.longs("x", 4, 0);
        d = isotach.doubleVariable("d");
        rounds = ThreadingMode.INVOKER == mode && 1 == hosts ? TIMES : TIMES_WITH_PULSES;
    }

    @AfterEach
    void close()
    {
        test.close();
    }

    @ParameterizedTest
    @MethodSource(CLUSTERS)
    void shouldNotAllocateForPreparedActions(final ThreadingMode mode, final int hosts)
    {
        launch(mode, hosts);
        final PreparedAction<Void> action = isotach.update(x).reading(d).prepare(this::addOne);
        final int times = allocations.assertNone(rounds, action::run);
        assertEquals(times, x[3].get());
    }

    private Void addOne(final Action action)
    {
        for (final IsoLong variable : x)
        {
            action.set(variable, action.get(variable) + 1 + (long)action.get(d));
        }
        return null;
    }

    @ParameterizedTest
    @MethodSource(CLUSTERS)
    void shouldNotAllocateForConditionsThatAreTrue(final ThreadingMode mode, final int hosts)
    {
        launch(mode, hosts);
        final PreparedAction<Void> action = isotach.update(x).reading(d)
            .when(now -> now.get(d) < 1, Duration.ofSeconds(30)).prepare(this::addOne);
        final int times = allocations.assertNone(rounds, action::run);
        assertEquals(times, x[3].get());
    }

    @ParameterizedTest
    @MethodSource(CLUSTERS)
    void shouldNotAllocateForPreparedChanges(final ThreadingMode mode, final int hosts)
    {
        launch(mode, hosts);
        final PreparedChanges changes = isotach.prepare(x[0].add(1), x[1].max(3), d.add(1));
        final int times = allocations.assertNone(rounds, changes::apply);
        assertEquals(times, x[0].get());
        assertEquals(times, d.get());
    }

    @ParameterizedTest
    @MethodSource(CLUSTERS)
    void shouldNotAllocateForPreparedSnapshots(final ThreadingMode mode, final int hosts)
    {
        launch(mode, hosts);
        x[2].set(2);
        final PreparedSnapshot<Void> snapshot = isotach.prepare(now ->
        {
            sum += TestIsotach.sum(now, x);
            return null;
        }, x);
        final int times = allocations.assertNone(rounds, snapshot::take);
        assertEquals(2L * times, sum);
        final long[] words = new long[x.length];
        allocations.assertNone(rounds, () -> snapshot.takeWords(words));
        assertEquals(2, words[2]);
    }

    @ParameterizedTest
    @MethodSource(CLUSTERS)
    void shouldNotAllocateForSingleVariables(final ThreadingMode mode, final int hosts)
    {
        launch(mode, hosts);
        final int times = allocations.assertNone(rounds, () ->
        {
            x[0].set(x[0].get() + 1);
            x[1].addAndGet(2);
            d.getAndSet(0.5);
        });
        assertEquals(times, x[0].get());
        assertEquals(2L * times, x[1].get());
    }

    /**
     * As long as no action keeps objects that are replaced.
     */
    @ParameterizedTest
    @MethodSource(CLUSTERS)
    void shouldNotAllocateForReferencesOnTheOnlyHost(final ThreadingMode mode, final int hosts)
    {
        launch(mode, hosts);
        final IsoReference<String> name = isotach.reference("name", "a");
        final PreparedSnapshot<Boolean> isThere = isotach.prepare(now -> null != now.get(name), name);
        final Runnable read = () ->
        {
            sum += name.get().length();
            sum += isThere.take() ? 1 : 0;
        };
        final int times = allocations.assertNone(rounds, read::run);
        assertEquals(2L * times, sum);
        if (1 == hosts)
        {
            allocations.assertNone(rounds, () ->
            {
                name.set("b");
                name.set("a");
            });
            assertEquals(1, isotach.objects());
        }
    }

    @ParameterizedTest
    @MethodSource(CLUSTERS)
    void shouldNotAllocateForSingleReferences(final ThreadingMode mode, final int hosts)
    {
        launch(mode, hosts);
        final IsoReference<String> reference = isotach.reference("reference", "a");
        allocations.assertNone(rounds, () ->
        {
            reference.set("b");
            sum += reference.getAndSet("c").length();
            sum += reference.compareAndSet("c", "a") ? 1 : 0;
            sum += reference.compareAndExchange("c", "b").length();
            sum += reference.get().length();
        });
        assertEquals("a", reference.get());
        assertEquals(1, isotach.objects());
    }

    @ParameterizedTest
    @MethodSource(CLUSTERS)
    void shouldAllocateLittleOnTheSpot(final ThreadingMode mode, final int hosts)
    {
        launch(mode, hosts);
        allocations.assertLess(FEW_BYTES, rounds, () -> isotach.apply(x[0].add(1), x[1].add(-1)));
        allocations.assertLess(FEW_BYTES, rounds, () -> isotach.write(batch -> batch.set(x[0], 1).set(x[1], 2)));
        allocations.assertLess(FEW_BYTES, rounds,
            () -> sum += isotach.snapshot(now -> now.get(x[0]) + now.get(x[1]) > 0 ? 1 : 0, x[0], x[1]));
        allocations.assertLess(FEW_BYTES, rounds, () -> isotach.update(x[0], x[1]).run(action ->
        {
            action.set(x[0], 5).set(x[1], action.get(x[0]));
            return null;
        }));
        assertEquals(5, x[1].get());
        final IsoReference<String> reference = isotach.reference("reference", "a");
        allocations.assertLess(FEW_BYTES, rounds, () -> reference.updateAndGet(value -> value));
    }

    /**
     * A pipeline allocates the futures that it returns, and what declares the actions.
     */
    @ParameterizedTest
    @MethodSource(CLUSTERS)
    void shouldAllocateOnlyFuturesInAPipeline(final ThreadingMode mode, final int hosts)
    {
        launch(mode, hosts);
        final PreparedAction<Void> action = isotach.update(x).reading(d).prepare(this::addOne);
        try (Pipeline pipeline = isotach.pipeline(32))
        {
            allocations.assertLess(FUTURE_BYTES + 1, rounds, () -> pipeline.submit(action));
            allocations.assertLess(PIPELINED_BYTES, rounds, () -> pipeline.submit(isotach.update(x), this::addFive));
        }
        assertEquals(x[0].get(), x[3].get());
    }

    private Void addFive(final Action action)
    {
        for (final IsoLong variable : x)
        {
            action.set(variable, action.get(variable) + 5);
        }
        return null;
    }
}
