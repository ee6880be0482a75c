/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.spi;

import java.util.Locale;

import org.isotach.niu.ClusterContext;

/**
 * Simulated faults on the links of a cluster: each token and each packet of a frame is lost, duplicated, delayed,
 * reordered or corrupted with a given probability. Use it to test a program, and this library, on a bad network:
 * everything still arrives exactly once and only takes longer. Packets then carry sequence numbers and checksums, are
 * acknowledged, and are sent again if they are not acknowledged.
 * <p>
 * The links of hosts to themselves have no faults. Links with faults copy all that they carry, and allocate for tokens.
 *
 * @param drop      probability that a packet or token is lost.
 * @param duplicate probability that it arrives twice.
 * @param delay     probability that it arrives late.
 * @param reorder   probability that it changes places with the next one.
 * @param corrupt   probability that some of its bits are wrong.
 * @param seed      seed of the random decisions.
 */
public record LinkFaults(double drop, double duplicate, double delay, double reorder, double corrupt, long seed)
{
    /**
     * System property with the default of {@link ClusterContext#linkFaults(LinkFaults)}, in the form that
     * {@link #parse} reads.
     */
    public static final String PROPERTY = "isotach.link.faults";

    /**
     * No faults.
     */
    public static final LinkFaults NONE = new LinkFaults(0, 0, 0, 0, 0, 0);

    private static final double MAX_SUM = 0.9;

    /**
     * Checks the probabilities.
     *
     * @param drop      probability that a packet or token is lost.
     * @param duplicate probability that it arrives twice.
     * @param delay     probability that it arrives late.
     * @param reorder   probability that it changes places with the next one.
     * @param corrupt   probability that some of its bits are wrong.
     * @param seed      seed of the random decisions.
     * @throws IllegalArgumentException when one is less than 0, or their sum is more than 0.9: a link has to let
     *                                  something through.
     */
    public LinkFaults
    {
        final double sum = drop + duplicate + delay + reorder + corrupt;
        if (!(Math.min(Math.min(Math.min(drop, duplicate), Math.min(delay, reorder)), corrupt) >= 0 && sum <= MAX_SUM))
        {
            throw new IllegalArgumentException("link faults: drop=" + drop + ", duplicate=" + duplicate + ", delay=" +
                delay + ", reorder=" + reorder + ", corrupt=" + corrupt + " (expected: none less than 0, and a sum of" +
                " at most " + MAX_SUM + ')');
        }
    }

    /**
     * Parses faults.
     *
     * @param text names and values, separated by commas, such as {@code drop=0.05,corrupt=0.01,seed=7}; a name that is
     *             missing means 0.
     * @return the faults.
     * @throws IllegalArgumentException when the text is not of that form, or a value is out of range.
     */
    public static LinkFaults parse(final String text)
    {
        LinkFaults faults = NONE;
        for (final String part : text.split(","))
        {
            final int equals = part.indexOf('=');
            try
            {
                final String value = part.substring(equals + 1).trim();
                faults = faults.with(part.substring(0, Math.max(0, equals)).trim().toLowerCase(Locale.ROOT), value);
            }
            catch (final NumberFormatException ex)
            {
                throw unknown(part, ex);
            }
        }
        return faults;
    }

    /**
     * Returns whether there are no faults.
     *
     * @return true if there are none.
     */
    public boolean isNone()
    {
        return 0 == drop + duplicate + delay + reorder + corrupt;
    }

    private LinkFaults with(final String name, final String value)
    {
        switch (name)
        {
            case "drop":
                return new LinkFaults(Double.parseDouble(value), duplicate, delay, reorder, corrupt, seed);
            case "duplicate":
                return new LinkFaults(drop, Double.parseDouble(value), delay, reorder, corrupt, seed);
            case "delay":
                return new LinkFaults(drop, duplicate, Double.parseDouble(value), reorder, corrupt, seed);
            case "reorder":
                return new LinkFaults(drop, duplicate, delay, Double.parseDouble(value), corrupt, seed);
            case "corrupt":
                return new LinkFaults(drop, duplicate, delay, reorder, Double.parseDouble(value), seed);
            case "seed":
                return new LinkFaults(drop, duplicate, delay, reorder, corrupt, Long.parseLong(value));
            default:
                throw unknown(name + '=' + value, null);
        }
    }

    private static IllegalArgumentException unknown(final String part, final Exception cause)
    {
        return new IllegalArgumentException("link faults: '" + part + "' (expected: drop, duplicate, delay, reorder" +
            " or corrupt, '=' and a probability, or seed=<number>, separated by commas)", cause);
    }
}
