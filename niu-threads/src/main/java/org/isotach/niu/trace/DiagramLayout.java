/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.trace;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The horizontal positions: a column for each isochron, in their order, and between the columns the events of
 * applications. Logical time has no scale: pulses in which nothing executes take no room.
 * <p>
 * <b>Note:</b> this class is not threadsafe.
 */
final class DiagramLayout
{
    /**
     * Largest number of isochrons to draw: the last ones of a trace.
     */
    static final int MAX_ISOCHRONS = 250;

    /**
     * Width of a letter of a label.
     */
    static final double LETTER = 6.3;

    /**
     * Width of a letter of the text of a wait.
     */
    static final double SMALL_LETTER = 5.6;

    static final double LABEL_GAP = 10;

    /**
     * Horizontal distance between the point where something leaves one host and the point where it arrives at another
     * one.
     */
    static final double FALL = 30;

    private static final int MAX_LABEL = 48;

    // With more isochrons than this, labels are drawn only where there is room.
    private static final int MAX_STRETCHED = 90;
    private static final double COLUMN = 30;
    private static final double MINOR = 14;
    private static final double MARGIN = 26;

    /**
     * An event of an application, between two isochrons.
     *
     * @param host     where.
     * @param event    the event.
     * @param isochron place in the order of the isochron that is issued, or received, -1 for none.
     * @param after    place in the order of the isochron after which it is drawn.
     */
    record Minor(int host, TraceEvent event, int isochron, int after)
    {
    }

    private final Trace trace;
    private final List<TracedIsochron> isochrons;
    private final int first;
    private final double[] columns;
    private final int[] top;
    private final int[] bottom;
    private final int[] labelHosts;

    // Of the isochrons that are drawn.
    private final Map<Integer, List<Reservations.Arrival>> arrivals;
    private final Map<TraceEvent, Double> minorPlaces = new HashMap<>();
    private final List<Minor> minors = new ArrayList<>();
    private double width;

    DiagramLayout(final Trace trace)
    {
        this.trace = trace;
        isochrons = trace.isochrons();
        first = Math.max(0, isochrons.size() - MAX_ISOCHRONS);
        columns = new double[isochrons.size()];
        top = new int[isochrons.size()];
        bottom = new int[isochrons.size()];
        labelHosts = new int[isochrons.size()];
        arrivals = trace.arrivals().stream().filter(arrival -> arrival.isochron() >= first)
            .collect(Collectors.groupingBy(Reservations.Arrival::isochron));
        for (int i = first; i < isochrons.size(); i++)
        {
            final TracedIsochron isochron = isochrons.get(i);
            top[i] = isochron.executions().stream().mapToInt(TraceEvent::host).min().orElse(isochron.issuer());
            bottom[i] = isochron.executions().stream().mapToInt(TraceEvent::host).max().orElse(isochron.issuer());
            labelHosts[i] = null == isochron.executionAt(isochron.issuer()) ? top[i] : isochron.issuer();
        }
        addIssued();
        addReceived();
        place();
    }

    private void addIssued()
    {
        for (int i = first; i < isochrons.size(); i++)
        {
            final TraceEvent issued = isochrons.get(i).issued();
            if (null != issued)
            {
                minors.add(new Minor(issued.host(), issued, i, Math.min(i - 1, lastBefore(issued))));
            }
        }
        for (final TracedIsochron isochron : trace.unexecuted())
        {
            final int after = lastBefore(isochron.issued());
            if (after >= first - 1)
            {
                minors.add(new Minor(isochron.issuer(), isochron.issued(), -1, after));
            }
        }
    }

    private void addReceived()
    {
        final Map<List<Long>, Deque<Integer>> places = new HashMap<>();
        for (final Reservations.Arrival arrival : trace.arrivals())
        {
            final TracedIsochron isochron = isochrons.get(arrival.isochron());
            final List<Long> key = List.of(
                (long)arrival.host(), (long)isochron.issuer(), isochron.executionAt(arrival.host()).pulse());
            places.computeIfAbsent(key, unused -> new ArrayDeque<>()).add(arrival.isochron());
        }
        for (final TraceEvent event : trace.received())
        {
            final Deque<Integer> found =
                places.get(List.of((long)event.host(), (long)event.sender(), event.pulse()));
            if (null != found && !found.isEmpty())
            {
                // The last one may have several messages for the host.
                final int isochron = found.size() > 1 ? found.poll() : found.peek();
                if (isochron >= first)
                {
                    minors.add(new Minor(event.host(), event, isochron, Math.max(isochron, lastBefore(event))));
                }
            }
        }
    }

    /**
     * Returns the last isochron that has executed at a host before an event there.
     */
    private int lastBefore(final TraceEvent event)
    {
        int last = first - 1;
        for (int i = first; i < isochrons.size(); i++)
        {
            final TraceEvent execution = isochrons.get(i).executionAt(event.host());
            final boolean isBefore = null != execution && execution.number() < event.number() ||
                TraceEvent.Kind.ISSUED == event.kind() && isochrons.get(i).pulse() <= event.pulse();
            if (isBefore)
            {
                last = i;
            }
        }
        return last;
    }

    private void place()
    {
        final Map<Integer, List<Minor>> byPlace = new HashMap<>();
        minors.stream().sorted(Comparator.comparingLong(minor -> minor.event().number()))
            .forEach(minor -> byPlace.computeIfAbsent(minor.after(), key -> new ArrayList<>()).add(minor));
        final double[] labelEnds = new double[trace.hostCount()];
        final boolean isStretched = isochrons.size() - first <= MAX_STRETCHED;
        double x = placeMinors(byPlace.getOrDefault(first - 1, List.of()), MARGIN - MINOR);
        double pulseEnd = 0;
        for (int i = first; i < isochrons.size(); i++)
        {
            x += COLUMN;
            if (startsPulse(i))
            {
                final double half = Long.toString(isochrons.get(i).pulse()).length() * LETTER / 2;
                x = Math.max(x, pulseEnd + LABEL_GAP + half);
                pulseEnd = x + half;
            }
            if (isStretched)
            {
                x = behindLabels(i, x, labelEnds);
            }
            columns[i] = x;
            if (isStretched)
            {
                labelEnds[labelHosts[i]] = x + LABEL_GAP + label(i).length() * LETTER;
            }
            x = placeMinors(byPlace.getOrDefault(i, List.of()), x);
        }
        width = Math.max(x, Arrays.stream(labelEnds).max().orElse(0)) + MARGIN;
    }

    /**
     * Neither an isochron nor the line from its issuer crosses a label.
     */
    private double behindLabels(final int isochron, final double from, final double[] labelEnds)
    {
        final int issuer = isochrons.get(isochron).issuer();
        double x = from;
        for (int host = Math.min(issuer, top[isochron]); host <= Math.max(issuer, bottom[isochron]); host++)
        {
            if (host > top[isochron] && host <= bottom[isochron] || host == labelHosts[isochron])
            {
                x = Math.max(x, labelEnds[host] + LABEL_GAP);
            }
            if (host > Math.min(issuer, top[isochron]) && isFalling(isochron))
            {
                x = Math.max(x, labelEnds[host] + FALL + LABEL_GAP);
            }
        }
        return x;
    }

    /**
     * Returns whether a line from its issuer to other hosts is drawn.
     */
    private boolean isFalling(final int isochron)
    {
        return null == isochrons.get(isochron).executionAt(isochrons.get(isochron).issuer()) ||
            !arrivals(isochron).isEmpty();
    }

    /**
     * Returns the messages of an isochron that is drawn.
     */
    List<Reservations.Arrival> arrivals(final int isochron)
    {
        return arrivals.getOrDefault(isochron, List.of());
    }

    private double placeMinors(final List<Minor> all, final double from)
    {
        final int[] counts = new int[trace.hostCount()];
        double end = from;
        for (final Minor minor : all)
        {
            counts[minor.host()]++;
            final double x = from + MINOR * counts[minor.host()] + (counts[minor.host()] > 0 ? 4 : 0);
            minorPlaces.put(minor.event(), x);
            end = Math.max(end, x);
        }
        return end;
    }

    /**
     * Returns the place in the order of the first isochron that is drawn.
     */
    int first()
    {
        return first;
    }

    double width()
    {
        return width;
    }

    /**
     * Returns the position of an isochron.
     */
    double column(final int isochron)
    {
        return columns[isochron];
    }

    /**
     * Returns the position of an event of an application.
     */
    double place(final Minor minor)
    {
        return minorPlaces.get(minor.event());
    }

    List<Minor> minors()
    {
        return minors;
    }

    /**
     * Returns the position where an isochron was issued, NaN if that is not drawn.
     */
    double issued(final int isochron)
    {
        final Double place = minorPlaces.get(isochrons.get(isochron).issued());
        return null == place ? Double.NaN : place;
    }

    boolean startsPulse(final int isochron)
    {
        return isochron == first || isochrons.get(isochron).pulse() != isochrons.get(isochron - 1).pulse();
    }

    /**
     * Returns the first host that an isochron executes at.
     */
    int top(final int isochron)
    {
        return top[isochron];
    }

    /**
     * Returns the last host that an isochron executes at.
     */
    int bottom(final int isochron)
    {
        return bottom[isochron];
    }

    /**
     * Returns the host above whose line the label of an isochron stands.
     */
    int labelHost(final int isochron)
    {
        return labelHosts[isochron];
    }

    String label(final int isochron)
    {
        final String label = isochrons.get(isochron).text().label();
        if (label.length() <= MAX_LABEL)
        {
            return label;
        }
        final boolean isInsideOfAPair = Character.isHighSurrogate(label.charAt(MAX_LABEL - 2));
        return label.substring(0, isInsideOfAPair ? MAX_LABEL - 2 : MAX_LABEL - 1) + "\u2026";
    }

    /**
     * Returns whether there is room for a label after an isochron.
     */
    boolean hasRoom(final int isochron)
    {
        final int host = labelHosts[isochron];
        final double end = columns[isochron] + LABEL_GAP + label(isochron).length() * LETTER;
        for (int i = isochron + 1; i < isochrons.size() && columns[i] - FALL < end; i++)
        {
            final int issuer = isochrons.get(i).issuer();
            final boolean isCrossing = top[i] < host && bottom[i] >= host;
            final boolean isFallingHere = isFalling(i) &&
                Math.min(top[i], issuer) < host && Math.max(bottom[i], issuer) >= host;
            if (columns[i] < end && (labelHosts[i] == host || isCrossing) || isFallingHere)
            {
                return false;
            }
        }
        return end < width;
    }

    /**
     * Returns a place below the line of a host with room for a text that no isochron crosses.
     *
     * @return the middle of the widest place, NaN if none is wide enough.
     */
    double freeBelow(final int host, final double from, final double to, final double textWidth)
    {
        double best = Double.NaN;
        double widest = textWidth + 6;
        double left = from;
        for (int i = first; i <= isochrons.size(); i++)
        {
            final boolean isEnd = i == isochrons.size();
            if (isEnd || columns[i] > left && columns[i] < to + FALL && isCrossingBelow(i, host))
            {
                final double right = isEnd ? to : Math.min(to, columns[i] - (isFalling(i) ? FALL : 0));
                if (right - left > widest)
                {
                    widest = right - left;
                    best = (left + right) / 2;
                }
                left = isEnd ? left : columns[i];
            }
        }
        return best;
    }

    private boolean isCrossingBelow(final int isochron, final int host)
    {
        final int issuer = isochrons.get(isochron).issuer();
        return top[isochron] <= host && bottom[isochron] > host ||
            isFalling(isochron) && Math.min(top[isochron], issuer) <= host && Math.max(bottom[isochron], issuer) > host;
    }

    @Override
    public String toString()
    {
        return "DiagramLayout{isochrons=" + (isochrons.size() - first) + ", width=" + width + '}';
    }
}
