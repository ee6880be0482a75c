/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.trace;

import java.util.Locale;

/**
 * Builds a picture.
 * <p>
 * <b>Note:</b> this class is not threadsafe.
 */
final class Svg
{
    private static final char REPLACEMENT = '\uFFFD';

    private final StringBuilder text = new StringBuilder();

    Svg open(final String tag, final String classes)
    {
        text.append('<').append(tag).append(" class=\"").append(classes).append("\">");
        return this;
    }

    Svg close(final String tag)
    {
        text.append("</").append(tag).append(">\n");
        return this;
    }

    Svg title(final String title)
    {
        text.append("<title>").append(escape(title)).append("</title>");
        return this;
    }

    Svg line(final String classes, final double x1, final double y1, final double x2, final double y2)
    {
        return path(classes, "M" + number(x1) + ' ' + number(y1) + 'L' + number(x2) + ' ' + number(y2));
    }

    Svg path(final String classes, final String data)
    {
        text.append("<path class=\"").append(classes).append("\" d=\"").append(data).append("\"/>");
        return this;
    }

    Svg rect(
        final String classes,
        final double x,
        final double y,
        final double width,
        final double height,
        final double radius)
    {
        text.append("<rect class=\"").append(classes).append("\" x=\"").append(number(x)).append("\" y=\"")
            .append(number(y)).append("\" width=\"").append(number(width)).append("\" height=\"")
            .append(number(height)).append(radius > 0 ? "\" rx=\"" + number(radius) : "").append("\"/>");
        return this;
    }

    Svg circle(final String classes, final double x, final double y, final double radius)
    {
        text.append("<circle class=\"").append(classes).append("\" cx=\"").append(number(x)).append("\" cy=\"")
            .append(number(y)).append("\" r=\"").append(number(radius)).append("\"/>");
        return this;
    }

    Svg text(final String classes, final double x, final double y, final String anchor, final String words)
    {
        text.append("<text").append(classes.isEmpty() ? "" : " class=\"" + classes + '"').append(" x=\"")
            .append(number(x)).append("\" y=\"").append(number(y)).append('"')
            .append("start".equals(anchor) ? "" : " text-anchor=\"" + anchor + '"').append('>')
            .append(escape(words)).append("</text>");
        return this;
    }

    /**
     * Formats a number with the precision that a picture needs.
     */
    static String number(final double value)
    {
        final String digits = String.format(Locale.ROOT, "%.1f", value);
        return digits.endsWith(".0") ? digits.substring(0, digits.length() - 2) : digits;
    }

    /**
     * Escapes markup in a text, and replaces what a picture must not contain: names may be anything.
     */
    static String escape(final String words)
    {
        final StringBuilder allowed = new StringBuilder(words.length());
        words.codePoints().map(point -> isAllowed(point) ? point : REPLACEMENT).forEach(allowed::appendCodePoint);
        return allowed.toString()
            .replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }

    // XML 1.0, section 2.2.
    private static boolean isAllowed(final int point)
    {
        final boolean isSurrogate = Character.MIN_SURROGATE <= point && point <= Character.MAX_SURROGATE;
        return point >= ' ' && !isSurrogate && 0xFFFE != point && 0xFFFF != point ||
            '\t' == point || '\n' == point || '\r' == point;
    }

    @Override
    public String toString()
    {
        return text.toString();
    }
}
