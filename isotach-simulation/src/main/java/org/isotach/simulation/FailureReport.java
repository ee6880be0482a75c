/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

/**
 * Explains a failed run: whether it can be repeated, the smallest run that fails in the same way, its last steps, and
 * its space-time diagram.
 */
final class FailureReport
{
    private static final int SHRINK_RUNS_PER_LIMIT = 300;
    private static final String DRAW_EVERYTHING = "; let the scenario draw everything from Simulation.random()";

    private final Scenario scenario;

    /**
     * @param scenario scenario of the run.
     */
    FailureReport(final Scenario scenario)
    {
        this.scenario = scenario;
    }

    SimulationFailure explain(final FailedRun failure)
    {
        final FailedRun again = FailedRun.of(scenario, new Simulation(failure.seed(), failure.limit(), true));
        final StringBuilder message = new StringBuilder();
        message.append(failure.invariant()).append(": ").append(failure.message())
            .append("\n  in step ").append(failure.step()).append(" of the run with -D")
            .append(Simulations.SEED_PROPERTY).append('=').append(failure.name());
        if (!failure.failsLike(again))
        {
            message.append("\n  which cannot be repeated: ")
                .append(null == again ? "the second run violated no invariant" :
                "the second run failed in step " + again.step() + ", " + again.invariant() + ": " + again.message())
                .append(DRAW_EVERYTHING);
        }
        else
        {
            if (!again.message().equals(failure.message()))
            {
                // It may only be a text with an address, so the steps are of use.
                message.append("\n  of which the second run said something else: ").append(again.message())
                    .append(DRAW_EVERYTHING);
            }
            final FailedRun smallest = shrink(again);
            appendSteps(message, smallest);
            message.append(FailureDiagram.draw(scenario, smallest));
        }
        return new SimulationFailure(
            message.toString(),
            failure.invariant(),
            failure.seed(),
            failure.limit(),
            failure.step(),
            failure.violation().getCause());
    }

    private static void appendSteps(final StringBuilder message, final FailedRun failure)
    {
        message.append("\n  smallest run that was found: -D").append(Simulations.SEED_PROPERTY).append('=')
            .append(failure.name()).append(", step ").append(failure.step()).append(": ").append(failure.message())
            .append("\n  its last steps that did any work:");
        failure.simulation().trace().forEach(line -> message.append("\n  ").append(line));
    }

    /**
     * Looks for a run with smaller sizes that violates the same invariant. Among those with the smallest sizes it takes
     * the one with the fewest steps.
     */
    private FailedRun shrink(final FailedRun failure)
    {
        final int largest = Math.min(failure.limit(), failure.simulation().largest());
        for (int limit = 1; limit < largest; limit += Math.max(1, limit / 2))
        {
            FailedRun shortest = null;
            for (int i = 0; i < SHRINK_RUNS_PER_LIMIT; i++)
            {
                final FailedRun smaller =
                    FailedRun.of(scenario, new Simulation(failure.seed() + i, limit, true));
                if (null != smaller && smaller.invariant().equals(failure.invariant()) &&
                    (null == shortest || smaller.step() < shortest.step()))
                {
                    shortest = smaller;
                }
            }
            if (null != shortest)
            {
                return shortest;
            }
        }
        return failure;
    }
}
