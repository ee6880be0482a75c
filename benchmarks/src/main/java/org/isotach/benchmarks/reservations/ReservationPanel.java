/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.reservations;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import org.isotach.benchmarks.report.Numbers;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.ChartTheme;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Throughput relative to that of the first subject for one contention: a line for each subject, over the time of the
 * body, on two logarithmic axes; bodies that wait stand apart at the right.
 */
final class ReservationPanel extends XYChart
{
    private static final Font FONT = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
    private static final Color TEXT = new Color(0x1F2328);
    private static final Color GRID = new Color(0xE6EAEE);
    private static final BasicStroke LINE = new BasicStroke(2f);
    private static final BasicStroke THIN = new BasicStroke(1f);
    private static final int NAME_HEIGHT = 15;
    private static final int NAME_GAP = 10;

    // The place of an empty body on the logarithmic axis, one step before 1 us; and of a body that waits.
    private static final double EMPTY = 0.1;
    private static final double WAITING = 1000;
    private static final double MARGIN = 1.8;

    private final List<Name> names = new ArrayList<>();
    private final Set<Double> ticks = new TreeSet<>();
    private final double floor;
    private final boolean hasNames;

    /**
     * A subject as the chart shows it.
     */
    record Shown(String subject, String name, Color color)
    {
    }

    private record Name(Shown shown, double value)
    {
    }

    /**
     * @param results    of all subjects.
     * @param shown      the subjects to show.
     * @param contention to show.
     * @param variables  to show.
     * @param floor      lowest value of the y axis.
     * @param ceiling    highest value of the y axis.
     * @param isLast     true to show the names of the lines at its right.
     */
    ReservationPanel(
        final ReservationResults results,
        final List<Shown> shown,
        final Contention contention,
        final int variables,
        final double floor,
        final double ceiling,
        final boolean isLast)
    {
        super(ReservationChart.PANEL_WIDTH, ReservationChart.PANEL_HEIGHT, ChartTheme.XChart);
        hasNames = isLast;
        this.floor = floor;
        setTitle(title(contention));
        style(getStyler());
        getStyler().setYAxisMin(floor);
        getStyler().setYAxisMax(ceiling);
        for (final Shown one : shown)
        {
            add(results, one, contention, variables, floor);
        }
    }

    private static String title(final Contention contention)
    {
        switch (contention)
        {
            case NONE:
                return "threads never meet";
            case SOME:
                return "1 of 8 pairs of actions meets";
            default:
                return "all actions meet";
        }
    }

    private static String label(final double value)
    {
        if (WAITING == value)
        {
            return "waits";
        }
        return EMPTY == value ? "0" : Numbers.format(value) + " us";
    }

    private static void style(final XYStyler styler)
    {
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setPlotBackgroundColor(Color.WHITE);
        styler.setPlotBorderVisible(false);
        styler.setPlotGridLinesColor(GRID);
        styler.setPlotGridLinesStroke(THIN);
        styler.setPlotGridVerticalLinesVisible(false);
        styler.setChartFontColor(TEXT);
        styler.setAxisTickLabelsColor(TEXT);
        styler.setBaseFont(FONT);
        styler.setAxisTickLabelsFont(FONT);
        styler.setAxisTitleFont(FONT);
        styler.setChartTitleFont(FONT.deriveFont(Font.BOLD));
        styler.setAntiAlias(true);
        styler.setToolTipsEnabled(false);
        styler.setLegendVisible(false);
        styler.setMarkerSize(6);
        styler.setXAxisLogarithmic(true);
        styler.setYAxisLogarithmic(true);
        styler.setDecimalPattern("#,##0.######");
        // Painted below: an axis of XChart has labels for all decades, or for numbers that are all different.
        styler.setXAxisTicksVisible(false);
        styler.setXAxisTitleVisible(false);
        styler.setXAxisMin(EMPTY / MARGIN);
        styler.setXAxisMax(WAITING * MARGIN);
    }

    private void add(
        final ReservationResults results,
        final Shown shown,
        final Contention contention,
        final int variables,
        final double floor)
    {
        final List<Double> x = new ArrayList<>();
        final List<Double> y = new ArrayList<>();
        Double waiting = null;
        for (final Measured one : results.measured())
        {
            if (one.subject().equals(shown.subject()) && one.variables() == variables &&
                one.contention().equals(contention.toString()))
            {
                final Optional<Double> value = results.relative(one).map(found -> Math.max(found, floor));
                final BodyTime body = BodyTime.of(one.body());
                if (value.isPresent() && body.waits())
                {
                    waiting = value.get();
                    ticks.add(WAITING);
                }
                else if (value.isPresent())
                {
                    x.add(0 == body.us() ? EMPTY : body.us());
                    ticks.add(x.get(x.size() - 1));
                    y.add(value.get());
                }
            }
        }
        if (!x.isEmpty())
        {
            show(addSeries(shown.name(), x, y), shown);
        }
        if (null != waiting)
        {
            show(addSeries(shown.name() + " waits", List.of(WAITING), List.of(waiting)), shown);
        }
        if (!x.isEmpty() || null != waiting)
        {
            names.add(new Name(shown, null == waiting ? y.get(y.size() - 1) : waiting));
        }
    }

    private static void show(final XYSeries series, final Shown shown)
    {
        series.setLineColor(shown.color());
        series.setLineStyle(LINE);
        series.setMarker(SeriesMarkers.CIRCLE);
        series.setMarkerColor(shown.color());
    }

    @Override
    public void paint(final Graphics2D graphics, final int width, final int height)
    {
        super.paint(graphics, width, height);
        final double bottom = getScreenYFromChart(floor);
        for (final double tick : ticks)
        {
            final String text = label(tick);
            final double half = FONT.getStringBounds(text, graphics.getFontRenderContext()).getWidth() / 2;
            paint(graphics, text, TEXT, getScreenXFromChart(tick) - half, bottom + NAME_HEIGHT);
        }
        if (hasNames)
        {
            names.sort(Comparator.comparingDouble(Name::value).reversed());
            final double x = getScreenXFromChart(WAITING) + NAME_GAP;
            double last = Double.NEGATIVE_INFINITY;
            for (final Name name : names)
            {
                // Stacks the names of lines that end side by side.
                last = Math.max(getScreenYFromChart(name.value()) + NAME_HEIGHT / 3.0, last + NAME_HEIGHT);
                paint(graphics, name.shown().name(), name.shown().color(), x, last);
            }
        }
    }

    /**
     * Draws text as an outline, like XChart: so it looks the same if the font is missing.
     */
    private static void paint(
        final Graphics2D graphics, final String text, final Color color, final double x, final double y)
    {
        graphics.setColor(color);
        graphics.fill(
            FONT.createGlyphVector(graphics.getFontRenderContext(), text).getOutline((float)x, (float)y));
    }
}
