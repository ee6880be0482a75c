/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.reservations;

/**
 * The kind and the duration of the body of an action.
 *
 * @param us    microseconds that it takes.
 * @param waits true if it waits for an answer all the time, false if it computes.
 */
record BodyTime(int us, boolean waits)
{
    /**
     * Maximum.
     */
    static final int MAX_US = 1_000_000;

    private static final String WAIT = "wait";

    BodyTime
    {
        if (us < 0 || us > MAX_US || waits && 0 == us)
        {
            throw new IllegalArgumentException(
                "body of " + us + " us (expected: " + (waits ? 1 : 0) + ".." + MAX_US + ')');
        }
    }

    /**
     * @param text microseconds, behind "wait" for one that waits: 100, or wait1000.
     * @throws IllegalArgumentException when the text is not a duration.
     */
    static BodyTime of(final String text)
    {
        final boolean waits = text.startsWith(WAIT);
        final String number = waits ? text.substring(WAIT.length()) : text;
        if (!number.matches("\\d{1,7}"))
        {
            throw new IllegalArgumentException(
                text + " (expected: microseconds, such as 10, or wait1000 for a body that waits for an answer)");
        }
        return new BodyTime(Integer.parseInt(number), waits);
    }

    @Override
    public String toString()
    {
        return (waits ? WAIT : "") + us;
    }
}
