/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/**
 * A host that gives a barrier up and comes again takes no completion of the time before for one of its own.
 */
class ComeAgainTest
{
    private static final long RUNS = 2_000;

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    @DisabledIfSystemProperty(
        named = "isotach.paranoid", matches = "true", disabledReason = "run without it in every build")
    void shouldCompleteBarriersOfItsOwnWhenAHostComesAgain()
    {
        System.out.println("come again: " + Simulations.of(new ComeAgainScenario()).runs(RUNS).check());
    }
}
