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
 * UPDATEs whose function throws change nothing, at every copy alike.
 */
class ThrowingUpdatesTest
{
    private static final long RUNS = 400;

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    @DisabledIfSystemProperty(
        named = "isotach.paranoid", matches = "true", disabledReason = "run without it in every build")
    void shouldChangeNothingAtAnyCopyWhenAFunctionThrows()
    {
        System.out.println("updates that throw: " + Simulations.of(new ThrowingUpdatesScenario()).runs(RUNS).check());
    }
}
