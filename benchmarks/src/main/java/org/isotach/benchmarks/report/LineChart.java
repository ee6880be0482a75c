/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.awt.BasicStroke;
import java.awt.Graphics2D;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.isotach.benchmarks.report.Results.Result;
import org.isotach.benchmarks.report.Results.SectionResult;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.ChartTheme;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * A line per subject through its medians, on two logarithmic axes, with whiskers from the smallest to the largest
 * measurement and the name of the subject at its end.
 */
final class LineChart extends XYChart
{
    private static final BasicStroke LINE = new BasicStroke(2f);
    private static final int NAME_GAP = 12;
    private static final double MARGIN = 1.3;
    // Space for the names, as a part of the logarithmic axis.
    private static final double NAME_SPACE = 0.3;

    private final List<Line> lines = new ArrayList<>();

    /**
     * Paints in addition to a series.
     */
    private record Line(Subject subject, List<Double> x, List<Summary> y)
    {
    }

    LineChart(final Section section, final SectionResult result, final List<String> xValues)
    {
        super(Charts.WIDTH, Charts.HEIGHT, ChartTheme.XChart);
        setTitle(section.title());
        setXAxisTitle(section.xLabel());
        setYAxisTitle(Charts.yTitle(result) + Charts.LOGARITHMIC);
        Charts.style(getStyler());
        getStyler().setLegendVisible(false);
        getStyler().setXAxisLogarithmic(true);
        getStyler().setYAxisLogarithmic(true);
        getStyler().setMarkerSize(7);
        scale(result, xValues);
        for (final Subject subject : section.subjects())
        {
            final List<Double> x = new ArrayList<>();
            final List<Summary> y = new ArrayList<>();
            for (final String value : xValues)
            {
                final Optional<Result> found = result.find(subject.name(), value);
                found.ifPresent((present) ->
                {
                    x.add(number(value));
                    y.add(present.summary());
                });
            }
            if (!x.isEmpty())
            {
                lines.add(new Line(subject, x, y));
                final XYSeries series = addSeries(subject.name(), x, y.stream().map(Summary::median).toList());
                series.setLineColor(Palette.colorOf(section, subject));
                series.setLineStyle(LINE);
                series.setMarker(SeriesMarkers.CIRCLE);
                series.setMarkerColor(Palette.colorOf(section, subject));
            }
        }
    }

    private void scale(final SectionResult result, final List<String> xValues)
    {
        final double first = number(xValues.get(0));
        final double last = number(xValues.get(xValues.size() - 1));
        getStyler().setXAxisMin(first / MARGIN);
        getStyler().setXAxisMax(last * Math.pow(last / first, NAME_SPACE));
        final List<Summary> summaries = Charts.summaries(result);
        final double min = summaries.stream().mapToDouble(Summary::min).min().orElseThrow();
        final double max = summaries.stream().mapToDouble(Summary::max).max().orElseThrow();
        getStyler().setYAxisMin(Charts.decadeBelow(min));
        getStyler().setYAxisMax(Charts.decadeAbove(max * MARGIN));
    }

    /**
     * Returns the number with which a value of a parameter begins: "64x1" are 64 hosts.
     */
    static double number(final String value)
    {
        return Double.parseDouble(value.replaceFirst("[^0-9].*", ""));
    }

    @Override
    public void paint(final Graphics2D graphics, final int width, final int height)
    {
        super.paint(graphics, width, height);

        for (final Line line : lines)
        {
            for (int i = 0; i < line.x().size(); i++)
            {
                final double x = getScreenXFromChart(line.x().get(i));
                final Summary summary = line.y().get(i);
                Charts.paintRange(graphics, this, summary, x);
                Charts.paintMedian(graphics, this, summary, x, isHighest(line, i));
            }
            final int end = line.x().size() - 1;
            Charts.paintText(
                graphics,
                Charts.FONT,
                line.subject().name(),
                getScreenXFromChart(line.x().get(end)) + NAME_GAP,
                getScreenYFromChart(line.y().get(end).median()) + NAME_GAP / 2.0);
        }
    }

    private boolean isHighest(final Line line, final int index)
    {
        final double x = line.x().get(index);
        final double median = line.y().get(index).median();
        return lines.stream().noneMatch((other) ->
        {
            final int found = other.x().indexOf(x);
            return found >= 0 && other.y().get(found).median() > median;
        });
    }
}
