/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.trace;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Draws one trace.
 * <p>
 * <b>Note:</b> this class is not threadsafe.
 */
final class DiagramPainter
{
    private static final int COLOURS = 8;
    private static final double DOT = 6.5;
    private static final double ISSUE = 3.2;
    private static final double PULSES = 22;
    private static final double LEGEND_GAP = 26;
    private static final double MIN_LEGEND = 900;
    private static final double BAR = 7;

    private record DrawnBar(Reservations.Bar bar, DiagramRows.Span span)
    {
    }

    private record DrawnWait(List<Reservations.Wait> reads, DiagramRows.Span span)
    {
    }

    private final Trace trace;
    private final List<TracedIsochron> isochrons;
    private final DiagramLayout layout;
    private final DiagramRows rows;
    private final DiagramText words;
    private final double gutter;
    private final List<DrawnBar> bars = new ArrayList<>();
    private final List<DrawnWait> waits = new ArrayList<>();

    DiagramPainter(final Trace trace)
    {
        this.trace = trace;
        isochrons = trace.isochrons();
        layout = new DiagramLayout(trace);
        rows = new DiagramRows(trace.hostCount());
        words = new DiagramText(trace);
        final int longest = trace.hostNames().stream().mapToInt(String::length).max().orElse(0);
        gutter = 26 + Math.max(longest * DiagramLayout.LETTER * 1.05, 5 * DiagramLayout.LETTER);
        placeSpans();
        rows.place();
    }

    private void placeSpans()
    {
        trace.bars().stream().filter(bar -> bar.from() >= layout.first())
            .sorted((left, right) -> Integer.compare(left.from(), right.from()))
            .forEach(bar ->
            {
                final DiagramRows.Span span =
                    rows.add(bar.host(), layout.column(bar.from()), end(bar.to(), bar.from()));
                if (null != span)
                {
                    bars.add(new DrawnBar(bar, span));
                }
            });
        // The reads of one isochron that wait for the same other isochron share one line.
        final Map<List<Integer>, List<Reservations.Wait>> together = new LinkedHashMap<>();
        trace.waits().stream().filter(read -> read.from() >= layout.first())
            .sorted((left, right) -> Integer.compare(left.from(), right.from()))
            .forEach(read -> together.computeIfAbsent(
                List.of(read.host(), read.from(), read.to(), read.holder()), key -> new ArrayList<>()).add(read));
        together.values().forEach(reads ->
        {
            final Reservations.Wait read = reads.get(0);
            final DiagramRows.Span span =
                rows.add(read.host(), layout.column(read.from()), end(read.to(), read.from()));
            if (null != span)
            {
                waits.add(new DrawnWait(reads, span));
                rows.addText(read.host());
            }
        });
    }

    private double end(final int isochron, final int from)
    {
        return Reservations.OPEN == isochron ? layout.width() - 4 :
            Math.max(layout.column(isochron), layout.column(from) + BAR);
    }

    /**
     * Draws the whole diagram as one picture.
     */
    String svg(final String title)
    {
        final double[] bottom = new double[1];
        final double width = Math.max(gutter + layout.width(), gutter + MIN_LEGEND);
        final Svg legend = legend(gutter + 4, width - 12, rows.bottom() + LEGEND_GAP, bottom);
        return head(width, bottom[0], title)
            .append("<style>\n").append(DiagramResource.diagramStyle()).append("</style>\n")
            .append(new Svg().rect("bg", 0, 0, width, bottom[0], 0)).append('\n')
            .append(names()).append("<g transform=\"translate(").append(Svg.number(gutter)).append(" 0)\">\n")
            .append(body()).append("</g>\n").append(legend).append("</svg>\n").toString();
    }

    /**
     * Draws only the names of the hosts.
     */
    String gutterSvg()
    {
        return head(gutter, rows.bottom(), "hosts").append(names()).append("</svg>\n").toString();
    }

    /**
     * Draws the diagram without the names of the hosts.
     */
    String bodySvg()
    {
        return head(layout.width(), rows.bottom(), "space-time diagram").append(body()).append("</svg>\n").toString();
    }

    String legendSvg()
    {
        final double[] bottom = new double[1];
        final double width = MIN_LEGEND + gutter;
        final Svg legend = legend(gutter + 4, width, LEGEND_GAP, bottom);
        return head(width, bottom[0], "legend").append(legend).append("</svg>\n").toString();
    }

    private Svg legend(final double left, final double right, final double top, final double[] bottom)
    {
        final String footnote = 0 == layout.first() ? "" :
            "The last " + (isochrons.size() - layout.first()) + " of " + isochrons.size() + " isochrons are drawn.";
        return DiagramLegend.of(trace.hostNames(), footnote, left, right, top, bottom);
    }

    private static StringBuilder head(final double width, final double height, final String label)
    {
        final String w = Svg.number(width);
        final String h = Svg.number(height);
        return new StringBuilder("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"st\" width=\"").append(w)
            .append("\" height=\"").append(h).append("\" viewBox=\"0 0 ").append(w).append(' ').append(h)
            .append("\" role=\"img\" aria-label=\"").append(Svg.escape(label)).append("\">\n");
    }

    private Svg names()
    {
        final Svg svg = new Svg().text("m", gutter - 14, PULSES, "end", "pulse");
        for (int host = 0; host < trace.hostCount(); host++)
        {
            svg.text("", gutter - 14, rows.line(host) + 4, "end", trace.hostNames().get(host));
        }
        return svg;
    }

    private Svg body()
    {
        final Svg svg = new Svg();
        drawPulses(svg);
        for (int host = 0; host < trace.hostCount(); host++)
        {
            svg.line("host", 0, rows.line(host), layout.width(), rows.line(host));
        }
        bars.forEach(bar -> drawBar(svg, bar));
        waits.forEach(wait -> drawWait(svg, wait));
        for (int i = layout.first(); i < isochrons.size(); i++)
        {
            drawWay(svg, i);
        }
        for (int i = layout.first(); i < isochrons.size(); i++)
        {
            drawIsochron(svg, i);
        }
        drawUnexecuted(svg);
        return svg;
    }

    private void drawPulses(final Svg svg)
    {
        boolean isShaded = true;
        for (int i = layout.first(); i < isochrons.size(); i++)
        {
            if (layout.startsPulse(i))
            {
                final long pulse = isochrons.get(i).pulse();
                int next = i + 1;
                while (next < isochrons.size() && !layout.startsPulse(next))
                {
                    next++;
                }
                final double from = layout.column(i) - 14;
                final double to = next < isochrons.size() ? layout.column(next) - 14 : layout.width();
                final double height = rows.bottom() - DiagramRows.TOP + 4;
                svg.open("g", "p").title("pulse " + pulse);
                if (isShaded)
                {
                    svg.rect("band", from, DiagramRows.TOP - 4, to - from, height, 0);
                }
                final boolean isSkipping = i > layout.first() && isochrons.get(i - 1).pulse() < pulse - 1;
                svg.line(isSkipping ? "rule skip" : "rule", from, DiagramRows.TOP - 4, from, rows.bottom());
                svg.text("m", layout.column(i), PULSES, "middle", Long.toString(pulse)).close("g");
                isShaded = !isShaded;
            }
        }
    }

    private void drawBar(final Svg svg, final DrawnBar drawn)
    {
        final Reservations.Bar bar = drawn.bar();
        final DiagramRows.Span span = drawn.span();
        svg.open("g", "r h" + colour(isochrons.get(bar.from()).issuer())).title(words.of(bar))
            .rect("bar", span.from(), rows.lane(span), span.to() - span.from(), BAR, BAR / 2).close("g");
    }

    private void drawWait(final Svg svg, final DrawnWait drawn)
    {
        final DiagramRows.Span span = drawn.span();
        final double y = rows.lane(span) + BAR / 2;
        svg.open("g", "r").title(words.ofReads(drawn.reads())).line("wait", span.from(), y, span.to(), y)
            .line("hit", span.from(), y, span.to(), y);
        final String text = "waits for " + drawn.reads().stream()
            .map(Reservations.Wait::name).distinct().collect(Collectors.joining(" "));
        final double half = text.length() * DiagramLayout.SMALL_LETTER / 2;
        final double centre = layout.freeBelow(span.host(), span.from(), span.to(), 2 * half);
        final boolean isAlone = waits.stream().allMatch(other -> other == drawn || other.span().host() != span.host() ||
            other.span().to() < centre - half || other.span().from() > centre + half);
        if (isAlone && !Double.isNaN(centre))
        {
            svg.text("w", centre, rows.text(span.host()), "middle", text);
        }
        svg.close("g");
    }

    private void drawIsochron(final Svg svg, final int index)
    {
        final TracedIsochron isochron = isochrons.get(index);
        final double x = layout.column(index);
        svg.open("g", "i h" + colour(isochron.issuer())).title(words.of(isochron));
        if (layout.top(index) < layout.bottom(index))
        {
            final double from = rows.line(layout.top(index));
            final double to = rows.line(layout.bottom(index));
            svg.line("line", x, from, x, to).line("hit", x, from, x, to);
        }
        for (final TraceEvent execution : isochron.executions())
        {
            final boolean isLate = execution.pulse() != isochron.pulse();
            svg.circle(isLate ? "bad" : "dot", x, rows.line(execution.host()), DOT);
        }
        drawMessages(svg, index, x);
        if (layout.hasRoom(index))
        {
            svg.text("", x + DiagramLayout.LABEL_GAP - 1, rows.line(layout.labelHost(index)) - 11, "start",
                layout.label(index));
        }
        svg.close("g");
    }

    /**
     * Draws the line from the issue of an isochron to its first execution; below all dots.
     */
    private void drawWay(final Svg svg, final int index)
    {
        final double x = layout.column(index);
        final double issued = layout.issued(index);
        if (Double.isNaN(issued))
        {
            return;
        }
        final int issuer = isochrons.get(index).issuer();
        final double y = rows.line(issuer);
        svg.open("g", "i h" + colour(issuer)).title(words.of(isochrons.get(index)));
        final boolean isLocal = null != isochrons.get(index).executionAt(issuer);
        if (isLocal)
        {
            svg.line("way", issued, y, x, y);
        }
        else if (layout.arrivals(index).isEmpty())
        {
            final double to = rows.line(issuer < layout.top(index) ? layout.top(index) : layout.bottom(index));
            svg.path("way", fall(issued, y, x, to));
        }
        svg.circle("issue", issued, y, ISSUE).close("g");
    }

    private void drawMessages(final Svg svg, final int index, final double x)
    {
        final TracedIsochron isochron = isochrons.get(index);
        final double issued = layout.issued(index);
        for (final Reservations.Arrival arrival : layout.arrivals(index))
        {
            final double y = rows.line(arrival.host());
            if (arrival.host() != isochron.issuer() && !Double.isNaN(issued))
            {
                svg.path("arrow", fall(issued, rows.line(isochron.issuer()), x - DOT - 7, y))
                    .path("head", DiagramLegend.head(x - DOT - 0.5, y));
            }
        }
        layout.minors().stream()
            .filter(minor -> TraceEvent.Kind.RECEIVED == minor.event().kind() && minor.isochron() == index)
            .forEach(minor ->
            {
                final double place = layout.place(minor);
                final double y = rows.line(minor.host());
                svg.line("arrow", x, y, place, y).path("head", DiagramLegend.received(place, y));
            });
    }

    private void drawUnexecuted(final Svg svg)
    {
        for (final TracedIsochron isochron : trace.unexecuted())
        {
            layout.minors().stream().filter(minor -> minor.event() == isochron.issued()).forEach(minor ->
            {
                final double x = layout.place(minor);
                final double y = rows.line(minor.host());
                svg.open("g", "i h" + colour(isochron.issuer())).title(words.of(isochron))
                    .circle("issue pend", x, y, ISSUE + 1.5).close("g");
            });
        }
    }

    /**
     * Follows the line of a host, then goes to another one where no label stands.
     */
    private static String fall(final double x1, final double y1, final double x2, final double y2)
    {
        final double edge = Math.max(x1, x2 - DiagramLayout.FALL);
        final double middle = (edge + x2) / 2;
        return "M" + Svg.number(x1) + ' ' + Svg.number(y1) + 'H' + Svg.number(edge) + 'C' + Svg.number(middle) + ' ' +
            Svg.number(y1) + ' ' + Svg.number(middle) + ' ' + Svg.number(y2) + ' ' + Svg.number(x2) + ' ' +
            Svg.number(y2);
    }

    private static int colour(final int host)
    {
        return host % COLOURS;
    }

    @Override
    public String toString()
    {
        return "DiagramPainter{" + trace.hostNames().stream().collect(Collectors.joining(", ")) + '}';
    }
}
