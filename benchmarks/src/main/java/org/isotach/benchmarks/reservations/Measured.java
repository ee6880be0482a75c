/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.reservations;

/**
 * The measurement of one subject in one case.
 *
 * @param subject          that makes actions atomic.
 * @param body             see {@link BodyTime}.
 * @param variables        of each action.
 * @param contention       choice of the variables.
 * @param threads          that act.
 * @param actionsPerSecond of all threads together.
 * @param longestUs        microseconds from the call of the longest action to its end; if bodies are empty, those of
 *                         the longest {@link Matrix#BATCH_OF_EMPTY_BODIES} actions in a row, as the clock is not read
 *                         more often.
 * @param cpuUs            processor time of the whole process for each action, in microseconds.
 * @param repetitions      repeated runs of a body, for each action.
 */
record Measured(
    String subject,
    String body,
    int variables,
    String contention,
    int threads,
    double actionsPerSecond,
    double longestUs,
    double cpuUs,
    double repetitions)
{
    /**
     * Returns the case: everything except the subject.
     */
    String caseName()
    {
        return body + " us, " + variables + " variables, contention " + contention;
    }
}
