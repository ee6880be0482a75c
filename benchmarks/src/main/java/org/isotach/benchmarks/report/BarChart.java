/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.isotach.benchmarks.report.Results.Result;
import org.isotach.benchmarks.report.Results.SectionResult;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.style.Styler.ChartTheme;
import org.knowm.xchart.style.Styler.LegendPosition;

/**
 * Groups of bars with the median of each subject, a whisker from the smallest to the largest measurement, and the
 * median as a number above it.
 */
final class BarChart extends CategoryChart
{
    private static final double AVAILABLE_SPACE_FILL = 0.85;
    private static final double CONTENT_SIZE = 0.98;
    private static final double HEADROOM = 1.12;

    private final List<List<Optional<Summary>>> rows = new ArrayList<>();
    private final int groups;

    BarChart(final Section section, final SectionResult result, final List<String> xValues)
    {
        super(Charts.WIDTH, Charts.HEIGHT, ChartTheme.XChart);
        final boolean isOneGroup = 1 == xValues.size();
        groups = isOneGroup ? section.subjects().size() : xValues.size();
        setTitle(section.title() + (isOneGroup && !section.xLabel().isEmpty() ?
            ", " + xValues.get(0) + ' ' + section.xLabel() : ""));
        setYAxisTitle(Charts.yTitle(result));
        setXAxisTitle(isOneGroup ? "" : section.xLabel());
        Charts.style(getStyler());
        getStyler().setLegendPosition(LegendPosition.OutsideE);
        getStyler().setLegendVisible(!isOneGroup);
        getStyler().setAvailableSpaceFill(AVAILABLE_SPACE_FILL);
        getStyler().setPlotContentSize(CONTENT_SIZE);
        getStyler().setOverlapped(isOneGroup);
        scale(result);
        for (final Subject subject : section.subjects())
        {
            final List<Optional<Summary>> row = new ArrayList<>();
            if (isOneGroup)
            {
                for (final Subject other : section.subjects())
                {
                    row.add(other.equals(subject) ?
                        result.find(subject.name(), xValues.get(0)).map(Result::summary) : Optional.empty());
                }
            }
            else
            {
                Charts.row(result, subject, xValues).forEach((found) -> row.add(found.map(Result::summary)));
            }
            rows.add(row);
            addSeries(
                subject.name(),
                isOneGroup ? section.subjects().stream().map(Subject::name).toList() : xValues,
                medians(row))
                .setFillColor(Palette.colorOf(section, subject));
        }
    }

    private void scale(final SectionResult result)
    {
        final List<Summary> summaries = Charts.summaries(result);
        final double min = summaries.stream().mapToDouble(Summary::min).min().orElseThrow();
        final double max = summaries.stream().mapToDouble(Summary::max).max().orElseThrow();
        if (min > 0 && Charts.isLogarithmic(min, max))
        {
            setYAxisTitle(Charts.yTitle(result) + Charts.LOGARITHMIC);
            getStyler().setYAxisLogarithmic(true);
            getStyler().setYAxisMin(Charts.decadeBelow(min));
            getStyler().setYAxisMax(Charts.decadeAbove(max * HEADROOM));
        }
        else
        {
            getStyler().setYAxisMin(0.0);
            getStyler().setYAxisMax(max > 0 ? max * HEADROOM : 1.0);
        }
    }

    private static List<Double> medians(final List<Optional<Summary>> row)
    {
        final List<Double> medians = new ArrayList<>();
        row.forEach((summary) -> medians.add(summary.map(Summary::median).orElse(null)));
        return medians;
    }

    @Override
    public void paint(final Graphics2D graphics, final int width, final int height)
    {
        super.paint(graphics, width, height);

        final Rectangle2D bounds = plot.getBounds();
        final double contentWidth = bounds.getWidth() * CONTENT_SIZE;
        final double groupWidth = contentWidth / groups;
        final int bars = getStyler().isOverlapped() ? 1 : rows.size();
        final double barWidth = groupWidth * AVAILABLE_SPACE_FILL / bars;
        final double left = bounds.getX() + (bounds.getWidth() - contentWidth) / 2 +
            groupWidth * (1 - AVAILABLE_SPACE_FILL) / 2;
        for (int i = 0; i < rows.size(); i++)
        {
            final double offset = left + i % bars * barWidth + barWidth / 2;
            for (int group = 0; group < groups; group++)
            {
                final double x = offset + group * groupWidth;
                rows.get(i).get(group).ifPresent((summary) ->
                {
                    Charts.paintRange(graphics, this, summary, x);
                    Charts.paintMedian(graphics, this, summary, x, true);
                });
            }
        }
    }
}
