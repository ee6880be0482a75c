/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.trace;

import java.util.List;

/**
 * A page with diagrams: they scroll below their titles, and pointing at an element shows its description at once.
 */
final class DiagramPage
{
    private DiagramPage()
    {
    }

    static String of(final String title, final String text, final List<Trace> traces)
    {
        final StringBuilder page = new StringBuilder(1 << 16);
        page.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>")
            .append(Svg.escape(title)).append("</title>\n")
            .append("<meta name=\"viewport\" content=\"width=device-width\"><meta name=\"color-scheme\"")
            .append(" content=\"light dark\">\n<style>\n")
            .append(DiagramResource.diagramStyle()).append(DiagramResource.pageStyle())
            .append("</style></head><body>\n<h1>").append(Svg.escape(title)).append("</h1>\n");
        if (!text.isEmpty())
        {
            page.append("<pre>").append(Svg.escape(text)).append("</pre>\n");
        }
        for (final Trace trace : traces)
        {
            final DiagramPainter painter = new DiagramPainter(trace);
            page.append("<div class=\"d\">").append(painter.gutterSvg()).append("<div class=\"s\">")
                .append(painter.bodySvg()).append("</div></div>\n<div class=\"l\">").append(painter.legendSvg())
                .append("</div>\n");
        }
        return page.append("<pre id=\"t\">Point at an element to see its description.</pre>\n<script>\n")
            .append(DiagramResource.pageScript())
            .append("</script></body></html>\n").toString();
    }
}
