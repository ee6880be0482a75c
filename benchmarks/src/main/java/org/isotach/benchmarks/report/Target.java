/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A target for a measured number.
 *
 * @param what     the measured quantity.
 * @param computed from which results.
 * @param bound    whether it must be small or large.
 * @param required required value.
 * @param aim      desired value.
 * @param unit     behind the numbers.
 * @param points   measurements without which there is no number; empty if it is made of those that there are.
 * @param measure  finds the number in the results; empty if they lack something that it needs.
 */
record Target(
    String what,
    String computed,
    Bound bound,
    double required,
    double aim,
    String unit,
    List<Point> points,
    Function<Results, Optional<Measured>> measure)
{
    /**
     * The side of the limit on which the number must be; on the limit is good enough.
     */
    enum Bound
    {
        /**
         * The less, the better.
         */
        AT_MOST("<="),

        /**
         * The more, the better.
         */
        AT_LEAST(">=");

        private final String sign;

        Bound(final String sign)
        {
            this.sign = sign;
        }

        boolean isMet(final double value, final double limit)
        {
            return AT_MOST == this ? value <= limit : value >= limit;
        }

        @Override
        public String toString()
        {
            return sign;
        }
    }

    /**
     * The verdict on a target.
     */
    enum Verdict
    {
        /**
         * The desired value is reached.
         */
        AIM_REACHED("aim reached"),

        /**
         * The required value is reached.
         */
        MET("met"),

        /**
         * The required value is missed.
         */
        MISSED("**missed**"),

        /**
         * Not measured.
         */
        NOT_MEASURED("not measured");

        private final String text;

        Verdict(final String text)
        {
            this.text = text;
        }

        @Override
        public String toString()
        {
            return text;
        }
    }

    /**
     * The number and its source.
     *
     * @param value  in the unit of the target.
     * @param source the numbers from which it was computed.
     */
    record Measured(double value, String source)
    {
        /**
         * The printed value is the one that is judged.
         */
        Measured
        {
            value = Numbers.round(value);
        }
    }

    Verdict verdict(final Results results)
    {
        return measure.apply(results).map((measured) -> verdict(measured.value())).orElse(Verdict.NOT_MEASURED);
    }

    private Verdict verdict(final double value)
    {
        if (bound.isMet(value, aim))
        {
            return Verdict.AIM_REACHED;
        }
        return bound.isMet(value, required) ? Verdict.MET : Verdict.MISSED;
    }
}
