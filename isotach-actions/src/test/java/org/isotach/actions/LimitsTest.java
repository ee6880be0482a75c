/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.isotach.IsochronTooLargeException;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Actions with more words than a host may read, or reserve, with one isochron.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class LimitsTest
{
    private static final Duration LIMIT = Duration.ofSeconds(30);

    // A host may have 1,024 reads outstanding, and one take has 2,048 words.
    private static final int MANY = 1500;

    /**
     * While others have reserved a word, an isochron reads it.
     */
    @ParameterizedTest
    @MethodSource("org.isotach.actions.TestIsotach#modes")
    void shouldWaitForManyWordsThatItOnlyReads(final ThreadingMode mode, final int hosts) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, hosts);
            Pipeline pipeline = test.get().pipeline(2))
        {
            final Isotach isotach = test.get();
            final IsoLong[] many = isotach.longs("many", MANY, 1);
            final IsoLong sum = isotach.longVariable("sum");
            final Update update = isotach.update(sum).reading(many);
            final ActionBody<Long, RuntimeException> body = action ->
            {
                action.set(sum, TestIsotach.sum(action, many));
                return action.get(sum);
            };
            assertEquals(
                MANY + 1,
                whileReserved(isotach, many[0], 2, () -> TestIsotach.waiting(() -> update.run(body))));
            assertEquals(MANY + 2, whileReserved(isotach, many[0], 3, () ->
                update.runAsync(body, TestIsotach.THREADS)));
            assertEquals(MANY + 3, whileReserved(isotach, many[0], 4, () -> pipeline.submit(update, body)));
            assertEquals(MANY + 3, sum.get());
            assertEquals(4, many[0].get());
        }
    }

    /**
     * @param action begins an action that waits for the variable.
     * @return its result.
     */
    private static long whileReserved(
        final Isotach isotach, final IsoLong variable, final long next, final Supplier<CompletableFuture<Long>> action)
        throws Exception
    {
        final CompletableFuture<Long> result;
        final Reservation held =
            CompletableFuture.supplyAsync(() -> isotach.reserve(variable), TestIsotach.THREADS).get();
        try (held)
        {
            result = action.get();
            assertFalse(result.isDone());
            held.assign(assigning -> assigning.set(variable, next));
        }
        final long startNs = System.nanoTime();
        while (ThreadingMode.INVOKER == isotach.cluster().threadingMode() && !result.isDone() &&
            System.nanoTime() - startNs < LIMIT.toNanos())
        {
            isotach.cluster().localHosts().forEach(Host::poll);
        }
        return result.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldSayHowManyWordsAnActionMayRead(final ThreadingMode mode)
    {
        try (TestIsotach test = TestIsotach.launch(mode, 1))
        {
            final IsoLong[] x = test.get().longs("x", MANY, 0);
            final IsoLong[] y = test.get().longs("y", MANY, 0);
            final String message = assertThrows(
                IsochronTooLargeException.class, () -> test.get().update(x).reading(y).execute(action ->
                {
                })).getMessage();
            assertTrue(message.contains("reads 1500 words, and has 3000 in all (expected: reads less than 1024, or" +
                " has at most 2048; raise ClusterContext.readCap"), message);
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldWaitForAConditionOnMoreWordsThanOneIsochronReads(final ThreadingMode mode) throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(mode, 1))
        {
            final Isotach isotach = test.get();
            final IsoLong[] x = isotach.longs("x", MANY, 0);
            final IsoLong[] y = isotach.longs("y", 1000, 0);
            final Update update = isotach.update(x).reading(y).when(now -> 1 == now.get(y[0]), LIMIT);
            final CompletableFuture<Long> result;
            final Reservation held = isotach.reserve(y[1]);
            try (held)
            {
                result = TestIsotach.waiting(() -> update.run(action -> action.get(y[0])));
                assertFalse(result.isDone());
            }
            y[0].set(1);
            assertEquals(1, result.get(LIMIT.toSeconds(), TimeUnit.SECONDS));
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldSayHowMuchMemoryAnArrayNeeds(final ThreadingMode mode)
    {
        try (TestIsotach test = TestIsotach.launch(mode, 1))
        {
            final String message = assertThrows(
                IllegalStateException.class, () -> test.get().longs("huge", Integer.MAX_VALUE, 0)).getMessage();
            assertTrue(message.contains("huge needs 2147483647 words, and 0 of 65536 are in use"), message);
        }
    }

    /**
     * Without others it needs no isochron, and with them one that is long enough.
     */
    @ParameterizedTest
    @CsvSource({ "256, 40", "1024, 100", "8192, 700" })
    void shouldReadInShortIsochronsWhatOthersHaveReserved(final int maxIsochronLength, final int count)
        throws Exception
    {
        try (TestIsotach test = TestIsotach.launch(new IsotachContext().hosts(1)
            .threadingMode(ThreadingMode.SHARED).awaitTimeout(LIMIT)
            .cluster(cluster -> cluster.maxIsochronLength(maxIsochronLength))))
        {
            final Isotach isotach = test.get();
            final IsoLong[] many = isotach.longs("many", count, 3);
            assertEquals(3L * count, TestIsotach.total(isotach, many));
            assertEquals(3L * count + 1, whileReserved(isotach, many[0], 4, () ->
                TestIsotach.waiting(() -> TestIsotach.total(isotach, many))));
        }
    }

    /**
     * The value of new variables is written with several isochrons then.
     */
    @Test
    void shouldMakeArraysWithShortIsochrons()
    {
        try (TestIsotach test = TestIsotach.launch(new IsotachContext().hosts(2)
            .threadingMode(ThreadingMode.SHARED).cluster(cluster -> cluster.maxIsochronLength(256))))
        {
            final IsoLong[] many = test.get().longs("many", 200, 7);
            assertEquals(7, many[0].get());
            assertEquals(7, many[199].get());
        }
    }
}
