/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Actions come out as they went in, wherever the ring begins when it grows.
 */
class UnderWayModelTest
{
    private static final int RUNS = 100;
    private static final int STEPS = 400;

    private record Submitted(Run run, CompletableFuture<Long> future)
    {
    }

    private final UnderWay underWay = new UnderWay();
    private final Deque<Submitted> model = new ArrayDeque<>();

    private void add()
    {
        final Submitted submitted =
            new Submitted(new Run(1, null, home -> {}), new CompletableFuture<>());
        underWay.makeRoom();
        underWay.add(submitted.run(), null, action -> 1L, submitted.future());
        model.add(submitted);
    }

    private void finishFirst()
    {
        final Submitted oldest = model.remove();
        // Without an engine the action fails.
        underWay.finishFirst(null);
        assertFalse(oldest.future().isDone());
        assertFalse(underWay.isLastComplete());
        underWay.completeLast();
        assertTrue(oldest.future().isCompletedExceptionally());
        assertTrue(underWay.isLastComplete());
    }

    private void assertAsExpected()
    {
        assertEquals(model.size(), underWay.count());
        assertEquals(model.isEmpty(), underWay.isEmpty());
        assertSame(model.isEmpty() ? null : model.peek().run(), underWay.first());
        final List<Run> passed = new ArrayList<>();
        final List<Run> before = new ArrayList<>();
        underWay.forEach(null, (run, previous) ->
        {
            passed.add(run);
            before.add(previous);
        });
        final List<Run> expected = new ArrayList<>();
        model.forEach(submitted -> expected.add(submitted.run()));
        assertEquals(expected, passed);
        if (!expected.isEmpty())
        {
            expected.add(0, null);
            expected.remove(expected.size() - 1);
        }
        assertEquals(expected, before);
    }

    @Test
    void shouldFinishActionsInTheirOrder()
    {
        for (int seed = 0; seed < RUNS; seed++)
        {
            new UnderWayModelTest().run(new Random(seed));
        }
    }

    private void run(final Random random)
    {
        // Most runs are deeper than the ring is at first.
        final int depth = 1 + random.nextInt(100);
        for (int step = 0; step < STEPS; step++)
        {
            if (!model.isEmpty() && (model.size() == depth || 0 == random.nextInt(3)))
            {
                finishFirst();
            }
            else
            {
                add();
            }
            assertAsExpected();
        }
    }
}
