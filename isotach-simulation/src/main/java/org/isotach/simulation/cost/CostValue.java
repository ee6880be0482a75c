/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.cost;

import java.util.Locale;

/**
 * A figure of a paper, and what a model makes of it.
 *
 * @param published the figure; not a number if there is none.
 * @param modelled  what the model says.
 * @param kind      what the model has to do with the figure.
 */
public record CostValue(double published, double modelled, CostKind kind)
{
    private static final String NONE = "-";
    private static final double PERCENT = 100;
    private static final double SMALL = 10;

    static CostValue given(final double published, final double modelled)
    {
        return new CostValue(published, modelled, CostKind.GIVEN);
    }

    static CostValue fitted(final double published, final double modelled)
    {
        return new CostValue(published, modelled, CostKind.FITTED);
    }

    static CostValue predicted(final double published, final double modelled)
    {
        return new CostValue(published, modelled, CostKind.PREDICTED);
    }

    static CostValue unpublished(final double modelled)
    {
        return new CostValue(Double.NaN, modelled, CostKind.UNPUBLISHED);
    }

    /**
     * Returns how far the model is from the figure.
     *
     * @return the share of the figure, negative if the model says less; not a number if there is no figure.
     */
    public double deviation()
    {
        return modelled / published - 1;
    }

    String print()
    {
        final boolean hasFigure = CostKind.UNPUBLISHED != kind;
        return String.format(Locale.ROOT, "%8s%8s%7s", hasFigure ? format(published) : NONE, format(modelled),
            hasFigure ? String.format(Locale.ROOT, "%+.0f%%%s", PERCENT * deviation(), kind.mark()) : NONE);
    }

    private static String format(final double value)
    {
        return String.format(Locale.ROOT, Math.abs(value) < SMALL ? "%.2f" : "%.1f", value);
    }
}
