/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

/**
 * What is to be simulated: makes clusters, programs and invariants for one run. Called once for each run, by several
 * threads at the same time, so it must not keep anything.
 */
@FunctionalInterface
public interface Scenario
{
    /**
     * Prepares a run. All that differs from run to run is to be drawn from {@link Simulation#random()} and
     * {@link Simulation#upTo}.
     *
     * @param simulation the run.
     * @throws Exception which ends the run as a failure.
     */
    void prepare(Simulation simulation) throws Exception;
}
