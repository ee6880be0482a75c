/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.trace;

import java.util.ArrayList;
import java.util.List;

/**
 * The vertical positions: a line for each host, above it the labels of its isochrons, and below it, one below the
 * other, its reservations and waiting reads.
 * <p>
 * <b>Note:</b> this class is not threadsafe.
 */
final class DiagramRows
{
    static final double TOP = 34;
    static final double LANE = 11;

    private static final double LABELS = 32;
    private static final double FIRST_LANE = 13;
    private static final double TEXT = 14;
    private static final double GAP = 16;
    private static final int MAX_LANES = 6;

    /**
     * An element below the line of a host.
     *
     * @param host where.
     * @param from left end.
     * @param to   right end.
     * @param lane 0 for the first one below the line.
     */
    record Span(int host, double from, double to, int lane)
    {
    }

    private final List<List<Span>> spans = new ArrayList<>();
    private final double[] lines;
    private final int[] lanes;
    private final boolean[] hasText;

    DiagramRows(final int hostCount)
    {
        lines = new double[hostCount];
        lanes = new int[hostCount];
        hasText = new boolean[hostCount];
        for (int host = 0; host < hostCount; host++)
        {
            spans.add(new ArrayList<>());
        }
    }

    /**
     * Finds a lane for an element, in the order of left ends.
     *
     * @return the place, null if too many other elements are there.
     */
    Span add(final int host, final double from, final double to)
    {
        for (int lane = 0; lane < MAX_LANES; lane++)
        {
            final int candidate = lane;
            if (spans.get(host).stream().noneMatch(
                span -> candidate == span.lane() && span.from() < to + 4 && from < span.to() + 4))
            {
                final Span span = new Span(host, from, to, lane);
                spans.get(host).add(span);
                lanes[host] = Math.max(lanes[host], lane + 1);
                return span;
            }
        }
        return null;
    }

    /**
     * Reserves room for text below the last lane of a host.
     */
    void addText(final int host)
    {
        hasText[host] = true;
    }

    /**
     * Called when everything has been added.
     */
    void place()
    {
        double y = TOP;
        for (int host = 0; host < lines.length; host++)
        {
            lines[host] = y + LABELS;
            y = lines[host] + FIRST_LANE + lanes[host] * LANE + (hasText[host] ? TEXT : 0) + GAP;
        }
    }

    double line(final int host)
    {
        return lines[host];
    }

    double lane(final Span span)
    {
        return lines[span.host()] + FIRST_LANE + span.lane() * LANE;
    }

    /**
     * Returns the base line of the text below the lanes of a host.
     */
    double text(final int host)
    {
        return lines[host] + FIRST_LANE + lanes[host] * LANE + TEXT - 4;
    }

    /**
     * Returns the end of the last row.
     */
    double bottom()
    {
        final int last = lines.length - 1;
        return lines[last] + FIRST_LANE + lanes[last] * LANE + (hasText[last] ? TEXT : 0) + GAP / 2;
    }

    @Override
    public String toString()
    {
        return "DiagramRows{hosts=" + lines.length + '}';
    }
}
