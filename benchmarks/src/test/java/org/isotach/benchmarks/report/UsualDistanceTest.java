/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.RunnerException;

import static org.junit.jupiter.api.Assertions.assertEquals;

class UsualDistanceTest
{
    private static final double NEAR = 100;
    private static final double FAR = 500;

    private double distance = NEAR;
    private int looks;
    private int measured;

    @Test
    void shouldMeasureOnceAtTheUsualDistance() throws RunnerException, InterruptedException
    {
        final UsualDistance usual = usual(8);

        assertEquals(1, usual.measure(() -> ++measured));
        assertEquals(0, usual.takeUnusual());
    }

    @Test
    void shouldMeasureAgainWhenTheDistanceWasAnotherOneMeanwhile() throws RunnerException, InterruptedException
    {
        final UsualDistance usual = new UsualDistance(() -> 10 == ++looks ? FAR : NEAR, 0, 8);

        assertEquals(2, usual.measure(() -> ++measured));
        assertEquals(0, usual.takeUnusual());
    }

    @Test
    void shouldWaitForTheUsualDistance() throws RunnerException, InterruptedException
    {
        final UsualDistance usual = new UsualDistance(() -> 8 < ++looks && looks < 13 ? FAR : NEAR, 0, 8);

        assertEquals(1, usual.measure(() -> ++measured));
        assertEquals(14, looks);
    }

    @Test
    void shouldSayWhatWasMeasuredAtAnotherDistanceInTheEnd() throws RunnerException, InterruptedException
    {
        final UsualDistance usual = new UsualDistance(() -> distance *= 2, 0, 8);

        assertEquals(4, usual.measure(() -> ++measured));
        assertEquals(1, usual.takeUnusual());
        assertEquals(0, usual.takeUnusual());
    }

    @Test
    void shouldMeasureAgainOnlySoOften() throws RunnerException, InterruptedException
    {
        final UsualDistance usual = new UsualDistance(() -> distance *= 2, 0, 1);

        assertEquals(2, usual.measure(() -> ++measured));
        assertEquals(3, usual.measure(() -> ++measured));
        assertEquals(2, usual.takeUnusual());
    }

    @Test
    void shouldGetUsedToAnotherDistance() throws RunnerException, InterruptedException
    {
        final UsualDistance usual = usual(8);
        distance = FAR;

        assertEquals(3, usual.measure(() -> ++measured));
        assertEquals(0, usual.takeUnusual());
    }

    private UsualDistance usual(final int repetitions) throws InterruptedException
    {
        return new UsualDistance(() -> distance, 0, repetitions);
    }
}
