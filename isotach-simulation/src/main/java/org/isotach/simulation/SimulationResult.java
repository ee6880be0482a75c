/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

/**
 * The result of a simulation without a violation.
 *
 * @param runs  number of runs.
 * @param steps number of steps of all runs.
 */
public record SimulationResult(long runs, long steps)
{
}
