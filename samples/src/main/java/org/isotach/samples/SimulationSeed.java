/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The runs of a simulation, in its own notation: a seed, and for a run that was made smaller the limit of its sizes.
 *
 * @param seed     of the first run, or of the only one.
 * @param limit    of all sizes of the only run; null when there is none.
 * @param isOneRun true for one run alone, false for the first one of many.
 */
record SimulationSeed(long seed, Integer limit, boolean isOneRun)
{
    /**
     * Parses the result of {@link #toString()}: one run if there is a limit, else the first one of many.
     */
    static final class Converter implements ITypeConverter<SimulationSeed>
    {
        @Override
        public SimulationSeed convert(final String text)
        {
            final int colon = text.indexOf(':');
            if (colon < 0)
            {
                return new SimulationSeed(WholeNumbers.parse(text, Long.MIN_VALUE, Long.MAX_VALUE), null, false);
            }
            final long limit = WholeNumbers.parse(text.substring(colon + 1), Long.MIN_VALUE, Long.MAX_VALUE);
            if (limit < 1 || limit > Integer.MAX_VALUE)
            {
                throw new TypeConversionException("SIZE: " + limit + " (expected: 1.." + Integer.MAX_VALUE + ')');
            }
            return new SimulationSeed(
                WholeNumbers.parse(text.substring(0, colon), Long.MIN_VALUE, Long.MAX_VALUE), (int)limit, true);
        }
    }

    /**
     * This seed, with the run that it names and no others.
     */
    SimulationSeed alone()
    {
        return new SimulationSeed(seed, limit, true);
    }

    /**
     * Limit of all sizes of a run, as the simulation takes it.
     */
    int limitOrNone()
    {
        return null == limit ? Integer.MAX_VALUE : limit;
    }

    @Override
    public String toString()
    {
        return null == limit ? Long.toString(seed) : seed + ":" + limit;
    }
}
