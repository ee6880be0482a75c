/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.reservations;

import java.awt.Color;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import org.isotach.benchmarks.reservations.ReservationPanel.Shown;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;

/**
 * One picture of the results, for light and dark pages: a panel for each contention, side by side on the same scale.
 */
final class ReservationChart
{
    /**
     * Of a panel, without names.
     */
    static final int PANEL_WIDTH = 300;

    /**
     * Of a panel.
     */
    static final int PANEL_HEIGHT = 360;

    private static final int NAMES_WIDTH = 150;
    private static final int TITLE_HEIGHT = 44;
    private static final int LABEL_HEIGHT = 24;
    private static final int USUAL_VARIABLES = 8;
    private static final double LOWEST = 1e-3;
    private static final double MARGIN = 1.5;

    // Hundredths of a pixel are enough, and halve the file.
    private static final Pattern DECIMALS = Pattern.compile("(\\d\\.\\d\\d)\\d+");
    private static final Pattern PROLOG = Pattern.compile("(?s)^.*?(?=<svg )");

    private static final List<Shown> SHOWN = List.of(
        new Shown("synchronized", "synchronized", new Color(0xC27A00)),
        new Shown("ordered-locks", "ordered locks", new Color(0xD55E00)),
        new Shown("scala-stm", "ScalaSTM", new Color(0x009E73)),
        new Shown("multiverse", "Multiverse", new Color(0x6E6E6E)),
        new Shown("messages-invoker", "locks by messages", new Color(0xB85C97)),
        new Shown("isotach-prepared", "isotach", new Color(0x0072B2)),
        new Shown("isotach-invoker-prepared", "isotach, INVOKER", new Color(0x3A9BDC)));

    // Colours of light pages, and their counterparts on dark ones.
    private static final String[][] DARK = {
        { "31,35,40", "#e6edf3" },
        { "255,255,255", "#0d1117" },
        { "230,234,238", "#30363d" },
        { "130,130,130", "#8d96a0" },
        { "194,122,0", "#e69f00" },
        { "213,94,0", "#ff8a50" },
        { "0,158,115", "#3fcf9f" },
        { "110,110,110", "#a8b0b8" },
        { "184,92,151", "#e29ac6" },
        { "0,114,178", "#4aa8ff" },
        { "58,155,220", "#9ad1ff" },
    };

    private final ReservationResults results;
    private final int variables;

    ReservationChart(final ReservationResults results)
    {
        this.results = results;
        final List<Integer> measured = results.measured().stream().map(Measured::variables).distinct().toList();
        variables = measured.contains(USUAL_VARIABLES) ? USUAL_VARIABLES : measured.get(measured.size() / 2);
    }

    void write(final Path file) throws IOException
    {
        Files.writeString(file, render(), StandardCharsets.UTF_8);
    }

    /**
     * The picture.
     *
     * @throws IOException when it cannot be drawn.
     */
    String render() throws IOException
    {
        final List<Contention> contentions = List.of(Contention.values()).stream().filter(
            contention -> results.measured().stream().anyMatch(
                one -> one.contention().equals(contention.toString()))).toList();
        final int width = contentions.size() * PANEL_WIDTH + NAMES_WIDTH;
        final int height = TITLE_HEIGHT + PANEL_HEIGHT + LABEL_HEIGHT;
        final StringBuilder svg = new StringBuilder(1 << 16);
        svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"")
            .append(width).append("\" height=\"").append(height).append("\" viewBox=\"0 0 ").append(width).append(' ')
            .append(height).append("\" role=\"img\" aria-label=\"").append(title()).append("\">\n<style>\n")
            .append(style())
            .append("</style>\n<rect width=\"100%\" height=\"100%\" style=\"fill:rgb(255,255,255)\"/>\n")
            .append("<text x=\"16\" y=\"19\" class=\"title\" style=\"fill:rgb(31,35,40)\">").append(title())
            .append("</text>\n<text x=\"16\" y=\"37\" class=\"subtitle\" style=\"fill:rgb(31,35,40)\">")
            .append(subtitle()).append("</text>\n");
        for (int i = 0; i < contentions.size(); i++)
        {
            svg.append(panel(contentions.get(i), i, i + 1 == contentions.size()));
        }
        return svg.append("</svg>\n").toString();
    }

    private String title()
    {
        return "Actions per second while a body holds " + variables + " variables, relative to " +
            results.subjects().get(0);
    }

    private String subtitle()
    {
        final int threads = threads(false);
        final int waiting = threads(true);
        return "Logarithmic. " + (0 == threads ? "" : threads + " threads, bodies that compute") +
            (0 == waiting ? "" : "; waits: " + waiting + " threads, each body waits for an answer, 1 point each") +
            ". " + results.cores() + " processors." +
            (shown().stream().anyMatch(value -> value < LOWEST) ? " What is less than " + LOWEST + " lies there." : "");
    }

    private int threads(final boolean waits)
    {
        return results.measured().stream().filter(one -> waits == BodyTime.of(one.body()).waits())
            .mapToInt(Measured::threads).findFirst().orElse(0);
    }

    private static String style()
    {
        final StringBuilder style = new StringBuilder(
            "text { font-family: system-ui, -apple-system, \"Segoe UI\", Roboto, \"DejaVu Sans\", sans-serif }\n" +
            ".title { font-size: 15px; font-weight: bold } .subtitle { font-size: 12px }\n" +
            "@media (prefers-color-scheme: dark) {\n");
        for (final String[] color : DARK)
        {
            style.append("[style*=\"fill:rgb(").append(color[0]).append(")\"] { fill: ").append(color[1])
                .append(" !important }\n[style*=\"stroke:rgb(").append(color[0]).append(")\"] { stroke: ")
                .append(color[1]).append(" !important }\n");
        }
        return style.append("}\n").toString();
    }

    /**
     * All values of the picture.
     */
    private List<Double> shown()
    {
        final List<Double> values = new ArrayList<>();
        for (final Measured one : results.measured())
        {
            if (one.variables() == variables && SHOWN.stream().anyMatch(
                shown -> shown.subject().equals(one.subject())))
            {
                results.relative(one).ifPresent(values::add);
            }
        }
        return values;
    }

    private String panel(final Contention contention, final int index, final boolean isLast) throws IOException
    {
        final List<Double> values = shown();
        final double lowest = values.stream().mapToDouble(value -> Math.max(value, LOWEST)).min().orElse(LOWEST);
        final double highest = values.stream().mapToDouble(value -> value).max().orElse(1);
        final ReservationPanel panel = new ReservationPanel(
            results, SHOWN, contention, variables,
            Math.pow(10, Math.floor(Math.log10(lowest))), highest * MARGIN, isLast);
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        VectorGraphicsEncoder.saveVectorGraphic(panel, bytes, VectorGraphicsFormat.SVG);
        final String svg = DECIMALS.matcher(bytes.toString(StandardCharsets.UTF_8)).replaceAll("$1");
        // Each panel has names of its own for its clips, and is moved to its place; names of lines hang over.
        return PROLOG.matcher(svg).replaceFirst("")
            .replaceFirst(" x=\"0px\" y=\"0px\"", " x=\"" + index * PANEL_WIDTH + "\" y=\"" + TITLE_HEIGHT +
                "\" overflow=\"visible\"")
            .replace("\"clip", "\"panel" + index + "clip").replace("#clip", "#panel" + index + "clip");
    }
}
