/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.util.List;

/**
 * What was measured in turns: of each round, one turn per subject.
 *
 * @param subjects in the order of the command line; the others are compared with the first one.
 * @param ns       mean time of an operation in nanoseconds, per subject and round.
 */
public record TurnTimes(List<String> subjects, List<List<Double>> ns)
{
    /**
     * Time of an operation of one subject.
     *
     * @param subject its place.
     * @return in nanoseconds.
     */
    Quartiles time(final int subject)
    {
        return Quartiles.of(values(subject));
    }

    /**
     * Ratio of the times of one subject to those of the first, turn by turn.
     *
     * @param subject its place.
     * @return no unit.
     */
    Quartiles ratio(final int subject)
    {
        return Quartiles.ofRatios(values(subject), values(0));
    }

    private double[] values(final int subject)
    {
        return ns.get(subject).stream().mapToDouble(Double::doubleValue).toArray();
    }
}
