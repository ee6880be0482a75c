/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.math.BigDecimal;

import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads numbers from a command line, most of them whole ones. The message of an error is about the text that was typed.
 */
final class WholeNumbers
{
    private WholeNumbers()
    {
    }

    static void register(final CommandLine commandLine)
    {
        final ITypeConverter<Integer> ints = text -> (int)parse(text, Integer.MIN_VALUE, Integer.MAX_VALUE);
        final ITypeConverter<Long> longs = text -> parse(text, Long.MIN_VALUE, Long.MAX_VALUE);
        commandLine
            .registerConverter(int.class, ints)
            .registerConverter(Integer.class, ints)
            .registerConverter(long.class, longs)
            .registerConverter(Long.class, longs)
            .registerConverter(BigDecimal.class, WholeNumbers::decimal);
    }

    private static BigDecimal decimal(final String text)
    {
        try
        {
            return new BigDecimal(text);
        }
        catch (final NumberFormatException ex)
        {
            throw new TypeConversionException('\'' + text + "' is not a number");
        }
    }

    /**
     * @throws TypeConversionException when the text is not a number from min to max.
     */
    static long parse(final String text, final long min, final long max)
    {
        if (!text.matches("[+-]?\\d+"))
        {
            throw new TypeConversionException('\'' + text + "' is not a whole number");
        }
        try
        {
            final long number = Long.parseLong(text);
            if (number >= min && number <= max)
            {
                return number;
            }
        }
        catch (final NumberFormatException ex)
        {
            // Digits only, so it is too large for a long.
        }
        throw new TypeConversionException('\'' + text + "' is too " + (text.startsWith("-") ? "small" : "large"));
    }
}
