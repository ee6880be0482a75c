/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

import org.isotach.benchmarks.report.Results.Result;
import org.isotach.benchmarks.report.Results.SectionResult;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;

/**
 * Draws one picture per section.
 */
final class Charts
{
    static final String LOGARITHMIC = " (logarithmic)";
    static final int WIDTH = 900;
    static final int HEIGHT = 420;
    static final Color TEXT = new Color(0x1F2328);
    static final Font FONT = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
    static final Font SMALL_FONT = FONT.deriveFont(11f);
    static final BasicStroke THIN = new BasicStroke(1f);

    private static final int WHISKER_WIDTH = 6;
    private static final int LABEL_GAP = 5;
    // Hundredths of a pixel are enough, and halve the files.
    private static final Pattern DECIMALS = Pattern.compile("(\\d\\.\\d\\d)\\d+");
    private static final Color GRID = new Color(0xE6EAEE);

    private Charts()
    {
    }

    /**
     * Draws the measurements of a section.
     *
     * @param section to draw.
     * @param result  of the section.
     * @param profile that has the values of the x axis.
     * @param file    to write.
     * @throws IOException when it cannot be written.
     */
    static void write(final Section section, final SectionResult result, final Profile profile, final Path file)
        throws IOException
    {
        final List<String> xValues = section.xValues(profile);
        final Chart<?, ?> chart = Shape.LINES == section.shape() && xValues.size() > 1 ?
            new LineChart(section, result, xValues) :
            new BarChart(section, result, xValues);
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        VectorGraphicsEncoder.saveVectorGraphic(chart, bytes, VectorGraphicsFormat.SVG);
        final String svg = DECIMALS.matcher(bytes.toString(StandardCharsets.UTF_8)).replaceAll("$1");
        Files.writeString(file, svg, StandardCharsets.UTF_8);
    }

    /**
     * The common part of all charts.
     */
    static void style(final AxesChartStyler styler)
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
        styler.setLegendFont(FONT);
        styler.setChartTitleFont(FONT.deriveFont(Font.BOLD, 15f));
        styler.setLegendBorderColor(Color.WHITE);
        styler.setAntiAlias(true);
        styler.setToolTipsEnabled(false);
        styler.setDecimalPattern("#,##0.######");
    }

    /**
     * Returns true if values differ so much that only a logarithmic axis shows them all.
     */
    static boolean isLogarithmic(final double min, final double max)
    {
        return max > 20 * min;
    }

    static double decadeBelow(final double value)
    {
        return Math.pow(10, Math.floor(Math.log10(value)));
    }

    static double decadeAbove(final double value)
    {
        return Math.pow(10, Math.ceil(Math.log10(value)));
    }

    static String yTitle(final SectionResult result)
    {
        final Result first = result.results().get(0);
        return first.unit() + (first.isThroughput() ? ", higher is better" : ", lower is better");
    }

    static List<Summary> summaries(final SectionResult result)
    {
        return result.results().stream().map(Result::summary).toList();
    }

    /**
     * The results of a subject in the order of the x axis, empty where there is none.
     */
    static List<Optional<Result>> row(final SectionResult result, final Subject subject, final List<String> xValues)
    {
        final List<Optional<Result>> row = new ArrayList<>();
        for (final String x : xValues)
        {
            row.add(result.find(subject.name(), x));
        }
        return row;
    }

    /**
     * Paints a whisker from the smallest to the largest measurement.
     */
    static void paintRange(final Graphics2D graphics, final Chart<?, ?> chart, final Summary summary, final double x)
    {
        final double top = chart.getScreenYFromChart(summary.max());
        final double bottom = chart.getScreenYFromChart(summary.min());
        final double half = WHISKER_WIDTH / 2.0;
        graphics.setColor(TEXT);
        graphics.setStroke(THIN);
        graphics.draw(new Line2D.Double(x, top, x, bottom));
        graphics.draw(new Line2D.Double(x - half, top, x + half, top));
        graphics.draw(new Line2D.Double(x - half, bottom, x + half, bottom));
    }

    /**
     * Paints text as an outline, like XChart: so it looks the same if the font is missing.
     */
    static void paintText(
        final Graphics2D graphics, final Font font, final String text, final double x, final double y)
    {
        graphics.setColor(TEXT);
        graphics.fill(font.createGlyphVector(graphics.getFontRenderContext(), text).getOutline((float)x, (float)y));
    }

    /**
     * Paints the median in the middle above, or below, its whisker.
     */
    static void paintMedian(
        final Graphics2D graphics,
        final Chart<?, ?> chart,
        final Summary summary,
        final double x,
        final boolean isAbove)
    {
        final String text = Numbers.format(summary.median());
        final Rectangle2D bounds = SMALL_FONT.getStringBounds(text, graphics.getFontRenderContext());
        paintText(graphics, SMALL_FONT, text, x - bounds.getWidth() / 2, isAbove ?
            chart.getScreenYFromChart(summary.max()) - LABEL_GAP :
            chart.getScreenYFromChart(summary.min()) + LABEL_GAP + SMALL_FONT.getSize());
    }
}
