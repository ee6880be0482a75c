/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

/**
 * Creates the clusters, programs and invariants of one run. Called once for each run, by several threads at the same
 * time, so it must not keep state.
 */
@FunctionalInterface
public interface Scenario
{
    /**
     * Prepares a run. Everything that differs from run to run must be drawn from {@link Simulation#random()} and {@link
     * Simulation#upTo}.
     *
     * @param simulation the run.
     * @throws Exception to end the run as a failure.
     */
    void prepare(Simulation simulation) throws Exception;
}
