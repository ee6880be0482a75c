/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.util.List;
import java.util.Optional;

import org.isotach.benchmarks.Quartiles;
import org.isotach.benchmarks.report.Results.Result;
import org.isotach.benchmarks.report.Target.Measured;

import static org.isotach.benchmarks.report.Target.Bound.AT_LEAST;
import static org.isotach.benchmarks.report.Target.Bound.AT_MOST;

/**
 * Targets for the ratio of two measurements.
 */
final class Ratios
{
    private static final double PERCENT = 100;

    private Ratios()
    {
    }

    /**
     * From lower quartiles: whatever else happens only adds time, and much more than 1 %.
     *
     * @param again what the numerator or the denominator takes in another place of the same rounds.
     */
    static Target cost(
        final String what,
        final double required,
        final double aim,
        final Point numerator,
        final Point denominator,
        final Point again)
    {
        return new Target(
            what, "time, lower quartiles, " + computed(numerator, denominator), AT_MOST, required, aim, "x",
            List.of(numerator, denominator, again),
            (results) -> numerator.find(results).flatMap((with) -> denominator.find(results).flatMap((below) ->
                again.find(results).map((other) -> lowerQuartiles(with, below, other)))));
    }

    private static Measured lowerQuartiles(final Result with, final Result without, final Result again)
    {
        final double own = with.quartiles().lower();
        return new Measured(own / without.quartiles().lower(), Numbers.format(own) + " / " +
            Numbers.format(without.quartiles().lower()) + ' ' + with.unit() + "; again: " +
            Numbers.format(again.quartiles().lower()));
    }

    static Target time(
        final String what, final double required, final double aim, final Point numerator, final Point denominator)
    {
        return new Target(
            what, "time, " + computed(numerator, denominator), AT_MOST, required, aim, "x",
            List.of(numerator, denominator), (results) -> ratio(results, numerator, denominator, false));
    }

    static Target throughput(
        final String what, final double required, final double aim, final Point numerator, final Point denominator)
    {
        return new Target(
            what, "speed, " + computed(numerator, denominator), AT_LEAST, required, aim, "x",
            List.of(numerator, denominator), (results) -> ratio(results, numerator, denominator, true));
    }

    static Target timeInTurns(
        final String what, final double required, final double aim, final Point numerator, final Point denominator)
    {
        return new Target(
            what, "time, " + computed(numerator, denominator), AT_MOST, required, aim, "x",
            List.of(numerator, denominator), (results) -> ratioInTurns(results, numerator, denominator, false, 1));
    }

    static Target speedInTurns(
        final String what, final double required, final double aim, final Point numerator, final Point denominator)
    {
        return new Target(
            what, "speed, " + computed(numerator, denominator), AT_LEAST, required, aim, " %",
            List.of(numerator, denominator), (results) -> ratioInTurns(results, numerator, denominator, true, PERCENT));
    }

    private static String computed(final Point numerator, final Point denominator)
    {
        return numerator.section() + ": " + numerator.text() + " / " + denominator.text();
    }

    /**
     * The median of the ratios of all rounds, if both were measured in the same ones.
     */
    private static Optional<Measured> ratio(
        final Results results,
        final Point numerator,
        final Point denominator,
        final boolean isSpeed)
    {
        return numerator.find(results).flatMap((above) -> denominator.find(results).map((below) ->
        {
            final Summary values = numerator.section().equals(denominator.section()) ?
                above.ratiosOfRoundsTo(below) : Summary.of(above.summary().median() / below.summary().median());
            final Summary ratios = isSpeed == above.isThroughput() ? values :
                new Summary(1 / values.median(), 1 / values.max(), 1 / values.min());
            return new Measured(ratios.median(),
                (ratios.min() < ratios.max() ? "rounds " + Numbers.format(ratios) + "; " : "") + source(above, below));
        }));
    }

    /**
     * The median of the ratios of all rounds, and not the ratio of medians.
     */
    private static Optional<Measured> ratioInTurns(
        final Results results,
        final Point numerator,
        final Point denominator,
        final boolean isSpeed,
        final double scale)
    {
        return numerator.find(results).flatMap((above) -> denominator.find(results).map((below) ->
        {
            final Quartiles ratios = isSpeed ? below.ratiosTo(above) : above.ratiosTo(below);
            final Quartiles scaled =
                new Quartiles(scale * ratios.lower(), scale * ratios.median(), scale * ratios.upper());
            return new Measured(
                scaled.median(), "quartiles " + Numbers.format(scaled) + "; " + source(above, below));
        }));
    }

    private static String source(final Result above, final Result below)
    {
        return Numbers.format(above.summary().median()) + " / " + Numbers.format(below.summary().median()) + ' ' +
            below.unit();
    }
}
