/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.trace;

import java.util.List;

/**
 * Explains the symbols below a diagram.
 */
final class DiagramLegend
{
    private static final int MAX_HOSTS = 8;
    private static final double ROW = 20;
    private static final double GAP = 20;
    private static final List<String> SENTENCES = List.of(
        "An isochron executes in one pulse, at all its hosts, and as a whole." +
        " Pulses in which nothing executes are left out.",
        "A read that meets a reserved variable waits for its value; nobody else waits.");

    private final Svg svg = new Svg();
    private final double left;
    private final double right;
    private double x;
    private double y;
    private String words = "";
    private double symbol;

    private DiagramLegend(final double left, final double right, final double top)
    {
        this.left = left;
        this.right = right;
        x = left;
        y = top;
    }

    /**
     * Draws the legend.
     *
     * @param footnote last line, empty for none.
     * @param bottom   set to the end of the legend.
     */
    static Svg of(
        final List<String> hosts,
        final String footnote,
        final double left,
        final double right,
        final double top,
        final double[] bottom)
    {
        final DiagramLegend legend = new DiagramLegend(left, right, top);
        for (int host = 0; host < Math.min(hosts.size(), MAX_HOSTS); host++)
        {
            legend.place(18, (0 == host ? "isochron of " : "of ") + hosts.get(host));
            legend.svg.open("g", "i h" + host).circle("dot", legend.x + 7, legend.y - 4, 6.5).close("g");
            legend.end();
        }
        legend.place(16, "issued");
        legend.svg.open("g", "i h6").circle("issue", legend.x + 6, legend.y - 4, 3.2).close("g");
        legend.end();
        legend.place(32, "reserved: sched to assign");
        legend.svg.open("g", "h6").rect("bar", legend.x, legend.y - 8, 26, 7, 3.5).close("g");
        legend.end();
        legend.place(32, "read waits");
        legend.svg.line("wait", legend.x, legend.y - 4, legend.x + 26, legend.y - 4);
        legend.end();
        legend.place(32, "message");
        legend.svg.open("g", "i h6").line("arrow", legend.x, legend.y - 4, legend.x + 22, legend.y - 4)
            .path("head", head(legend.x + 27, legend.y - 4)).close("g");
        legend.end();
        legend.place(16, "received");
        legend.svg.open("g", "i h6").path("head", received(legend.x + 5, legend.y - 4)).close("g");
        legend.end();
        legend.x = left;
        legend.y += 6;
        for (final String sentence : SENTENCES)
        {
            legend.y += 17;
            legend.svg.text("m", left, legend.y, "start", sentence);
        }
        if (!footnote.isEmpty())
        {
            legend.y += 17;
            legend.svg.text("m", left, legend.y, "start", footnote);
        }
        bottom[0] = legend.y + 14;
        return legend.svg;
    }

    static String head(final double tipX, final double tipY)
    {
        return "M" + Svg.number(tipX) + ' ' + Svg.number(tipY) + "l-8 -4l0 8z";
    }

    /**
     * The mark of a message that was received.
     */
    static String received(final double centreX, final double centreY)
    {
        return "M" + Svg.number(centreX + 4) + ' ' + Svg.number(centreY) + "l-7 -4.5l0 9z";
    }

    private void place(final double symbolWidth, final String text)
    {
        words = text;
        symbol = symbolWidth;
        if (x > left && x + symbol + words.length() * DiagramLayout.LETTER > right)
        {
            x = left;
            y += ROW;
        }
    }

    private void end()
    {
        svg.text("", x + symbol, y, "start", words);
        x += symbol + words.length() * DiagramLayout.LETTER + GAP;
    }

    @Override
    public String toString()
    {
        return svg.toString();
    }
}
