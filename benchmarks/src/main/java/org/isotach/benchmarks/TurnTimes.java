/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.util.ArrayList;
import java.util.List;

/**
 * The times measured in turns: one turn per subject in each round.
 *
 * @param subjects  in the order of the command line; the others are compared with the first one.
 * @param ns        mean time of an operation in nanoseconds, per subject and round.
 * @param disturbed rounds among them in which the two threads did not have a processor each.
 */
public record TurnTimes(List<String> subjects, List<List<Double>> ns, int disturbed)
{
    /**
     * Combines the times of several JVMs.
     *
     * @param parts of the same subjects.
     * @return all their rounds.
     */
    static TurnTimes of(final List<TurnTimes> parts)
    {
        final List<String> subjects = parts.get(0).subjects;
        final List<List<Double>> all = new ArrayList<>();
        for (int i = 0; i < subjects.size(); i++)
        {
            final int subject = i;
            all.add(parts.stream().flatMap((part) -> part.ns.get(subject).stream()).toList());
        }
        return new TurnTimes(subjects, all, parts.stream().mapToInt(TurnTimes::disturbed).sum());
    }

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
