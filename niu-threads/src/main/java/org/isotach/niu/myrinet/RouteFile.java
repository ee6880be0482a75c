/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A file of routes (Panariti, "Routes"), which its users maintain: nothing is discovered. Each line has the name of the
 * source host, the name of the destination host, the number of the network interface of the source, and the bytes of
 * the route, signed. What follows a {@code #} is a comment.
 * <pre>
 *   # from    to      unit  route
 *   alpha     beta    0     1
 *   beta      alpha   0     -1
 *   alpha     gamma   0     3 -2
 * </pre>
 * Threadsafe: a file that has been read does not change.
 */
public final class RouteFile
{
    private static final int FIELDS_BEFORE_ROUTE = 3;

    /**
     * One line.
     */
    record Line(String source, String destination, int unit, byte[] route)
    {
    }

    private final List<Line> lines;

    private RouteFile(final List<Line> lines)
    {
        this.lines = List.copyOf(lines);
    }

    /**
     * Reads a file.
     *
     * @param file in UTF-8.
     * @return its routes.
     * @throws IOException              when the file cannot be read.
     * @throws IllegalArgumentException when a line is not of the form above; the message names the line.
     */
    public static RouteFile read(final Path file) throws IOException
    {
        return parse(file.toString(), Files.readAllLines(file));
    }

    /**
     * Reads the text of a file.
     *
     * @param text the lines.
     * @return its routes.
     * @throws IllegalArgumentException when a line is not of the form above; the message names the line.
     */
    public static RouteFile parse(final String text)
    {
        return parse("routes", text.lines().toList());
    }

    private static RouteFile parse(final String name, final List<String> text)
    {
        final List<Line> lines = new ArrayList<>();
        for (int i = 0; i < text.size(); i++)
        {
            final int comment = text.get(i).indexOf('#');
            final String line = (comment < 0 ? text.get(i) : text.get(i).substring(0, comment)).trim();
            if (!line.isEmpty())
            {
                lines.add(parseLine(name + ", line " + (i + 1), line.split("\\s+")));
            }
        }
        return new RouteFile(lines);
    }

    private static Line parseLine(final String place, final String[] fields)
    {
        if (fields.length < FIELDS_BEFORE_ROUTE)
        {
            throw new IllegalArgumentException(place + ": " + fields.length +
                " fields (expected: source, destination, unit, and the bytes of the route)");
        }
        final byte[] route = new byte[fields.length - FIELDS_BEFORE_ROUTE];
        if (route.length > Routes.MAX_LENGTH)
        {
            throw new IllegalArgumentException(place + ": " + route.length + " bytes of a route (expected: 0.." +
                Routes.MAX_LENGTH + ')');
        }
        for (int i = 0; i < route.length; i++)
        {
            route[i] = (byte)number(place, "route", fields[FIELDS_BEFORE_ROUTE + i], Byte.MIN_VALUE, Byte.MAX_VALUE);
        }
        return new Line(fields[0], fields[1], number(place, "unit", fields[2], 0, Short.MAX_VALUE), route);
    }

    private static int number(
        final String place, final String field, final String text, final int min, final int max)
    {
        try
        {
            final int value = Integer.parseInt(text);
            if (min <= value && value <= max)
            {
                return value;
            }
        }
        catch (final NumberFormatException ex)
        {
            // The message below says it.
        }
        throw new IllegalArgumentException(
            place + ": " + field + ": " + text + " (expected: a number in " + min + ".." + max + ')');
    }

    /**
     * Returns the route between two hosts.
     *
     * @param source      name of the source.
     * @param destination name of the destination.
     * @return a copy of its bytes, null if the file has none.
     */
    public byte[] route(final String source, final String destination)
    {
        for (final Line line : lines)
        {
            if (line.source.equals(source) && line.destination.equals(destination))
            {
                return line.route.clone();
            }
        }
        return null;
    }

    List<Line> lines()
    {
        return lines;
    }

    @Override
    public String toString()
    {
        return "RouteFile{routes=" + lines.size() + '}';
    }
}
