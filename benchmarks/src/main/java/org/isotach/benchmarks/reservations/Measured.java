/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.reservations;

/**
 * What was measured of one subject in one case.
 *
 * @param subject          what makes actions atomic.
 * @param body             what a body does, see {@link BodyTime}.
 * @param variables        of each action.
 * @param contention       which variables these are.
 * @param threads          that act.
 * @param actionsPerSecond of all threads together.
 * @param longestUs        microseconds from the call of an action to its end, of the action that took longest.
 * @param cpuUs            processor time of the whole process for each action, in microseconds.
 * @param repetitions      runs of a body that had to be done again, for each action.
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
     * What is to be compared: all but the subject.
     */
    String caseName()
    {
        return body + " us, " + variables + " variables, contention " + contention;
    }
}
