/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.util.Optional;
import java.util.function.Function;

/**
 * What a number that was measured ought to be.
 *
 * @param what     is measured.
 * @param computed from which results.
 * @param bound    whether it has to be small or large.
 * @param required what it has to be.
 * @param aim      what it should be.
 * @param unit     behind the numbers.
 * @param measure  finds the number in the results; empty if something that it needs is not in them.
 */
record Target(
    String what,
    String computed,
    Bound bound,
    double required,
    double aim,
    String unit,
    Function<Results, Optional<Measured>> measure)
{
    /**
     * On which side of the limit the number has to be; on the limit is good enough.
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
     * What has become of a target.
     */
    enum Verdict
    {
        /**
         * It is what it should be.
         */
        AIM_REACHED("aim reached"),

        /**
         * It is what it has to be.
         */
        MET("met"),

        /**
         * It is not what it has to be.
         */
        MISSED("**missed**"),

        /**
         * Nobody knows.
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
     * The number and where it comes from.
     *
     * @param value  in the unit of the target.
     * @param source the numbers from which it was computed.
     */
    record Measured(double value, String source)
    {
        /**
         * What is printed is what is judged.
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
