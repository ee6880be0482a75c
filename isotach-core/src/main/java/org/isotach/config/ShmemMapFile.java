/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.config;

import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.isotach.ConfigurationException;
import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.config.ConfigReader.Token;

/**
 * Reads a {@link PageMap} from a file in the format of V1 section B.2.2 (J. Regehr, An Isotach Implementation for
 * Myrinet, CS-97-12, 1997), there called {@code shmem_map}. Each entry has a page, or a range of pages, and the hosts
 * that have a copy.
 * <pre>{@code
 * # page [-page] :node [,node]*;
 * 0: 0;
 * 1-3: 0, 2;
 * 4: *;
 * }</pre>
 * <ul>
 * <li>A range includes both ends. A page that no entry names is unmapped; a page is named at most once.</li>
 * <li>White space is allowed anywhere between numbers and symbols, but an entry ends on the line on which it begins. A
 * line may have several entries, as the semicolon ends each one. V1 has one on each line.</li>
 * <li>{@code #} starts a comment, in this class also after an entry.</li>
 * <li>{@code *} instead of the list means every host of the cluster, however many there are. V1 does not have
 * that.</li>
 * </ul>
 */
public final class ShmemMapFile
{
    private final ConfigReader reader;
    private final int pageLimit;
    private final PageMap.Builder builder;
    private final TreeMap<Integer, int[]> ranges = new TreeMap<>();

    private List<Token> line;
    private int next;

    private ShmemMapFile(final ConfigReader reader, final int pageSize)
    {
        this.reader = reader;
        builder = PageMap.builder().pageSize(pageSize);
        pageLimit = PageMap.maxPages(pageSize) - 1;
    }

    /**
     * Reads a file, as UTF-8, with {@value PageMap#DEFAULT_PAGE_SIZE} variables per page.
     *
     * @param path path of the file.
     * @return the map in the file.
     * @throws ConfigurationException       if the file has mistakes; it names all of them.
     * @throws java.io.UncheckedIOException if the file cannot be read.
     */
    public static PageMap read(final Path path)
    {
        return read(path, PageMap.DEFAULT_PAGE_SIZE);
    }

    /**
     * Reads a file, as UTF-8.
     *
     * @param path     path of the file.
     * @param pageSize variables per page, a power of two from 1 to {@value PageMap#MAX_PAGE_SIZE}.
     * @return the map in the file.
     * @throws ConfigurationException       if the file has mistakes; it names all of them.
     * @throws IllegalArgumentException     if the page size is no such number.
     * @throws java.io.UncheckedIOException if the file cannot be read.
     */
    public static PageMap read(final Path path, final int pageSize)
    {
        return parse(path.toString(), ConfigReader.load(path), pageSize);
    }

    /**
     * Reads a text, with {@value PageMap#DEFAULT_PAGE_SIZE} variables per page.
     *
     * @param sourceName name of the text in messages, for instance a file name.
     * @param text       all lines.
     * @return the map in the text.
     * @throws ConfigurationException if the text has mistakes; it names all of them.
     */
    public static PageMap parse(final String sourceName, final String text)
    {
        return parse(sourceName, text, PageMap.DEFAULT_PAGE_SIZE);
    }

    /**
     * Reads a text.
     *
     * @param sourceName name of the text in messages, for instance a file name.
     * @param text       all lines.
     * @param pageSize   variables per page, a power of two from 1 to {@value PageMap#MAX_PAGE_SIZE}.
     * @return the map in the text.
     * @throws ConfigurationException   if the text has mistakes; it names all of them.
     * @throws IllegalArgumentException if the page size is no such number.
     */
    public static PageMap parse(final String sourceName, final String text, final int pageSize)
    {
        return new ShmemMapFile(new ConfigReader(sourceName, text, "-:,;"), pageSize).parse();
    }

    /**
     * Formats a map as text that {@link #parse} reads. The page size is not part of it.
     *
     * @param map the map to format.
     * @return one line for each run of pages with the same copyset, each ended by a line feed.
     */
    public static String format(final PageMap map)
    {
        return String.join(";\n", map.ranges(Integer.MAX_VALUE)) + ";\n";
    }

    private PageMap parse()
    {
        for (final List<Token> tokens : reader.lines())
        {
            line = tokens;
            next = 0;
            while (next < line.size())
            {
                if (!readEntry())
                {
                    skipEntry();
                }
            }
        }
        if (reader.lines().isEmpty())
        {
            reader.problemAtStart("the file maps no page", "at least one entry 'page [-page] :node [,node]*;'");
        }
        reader.throwIfProblems();
        return builder.build();
    }

    /**
     * False after a problem that leaves the rest of the entry unread.
     */
    private boolean readEntry()
    {
        final int[] range = readRange();
        final int[] nodes = null != range && expect(":") ? readNodes() : null;
        if (null == nodes)
        {
            return false;
        }
        if (range.length > 0 && nodes.length > 0)
        {
            builder.pages(range[0], range[1], nodes);
        }
        else if (range.length > 0)
        {
            builder.everywhere(range[0], range[1]);
        }
        return true;
    }

    /**
     * Returns the first and last page: empty if a problem prevents mapping them, null if the text is malformed.
     */
    private int[] readRange()
    {
        final Token start = readNumber("page number", pageLimit);
        if (null == start)
        {
            return null;
        }
        Token end = start;
        if (peek("-"))
        {
            next++;
            end = readNumber("page number", pageLimit);
        }
        if (null == end)
        {
            return null;
        }

        final int first = ConfigReader.decimal(start.text());
        final int last = ConfigReader.decimal(end.text());
        if (last < first)
        {
            reader.problem(start, "range of pages " + first + "-" + last + " is reversed",
                "the lower page first: " + last + "-" + first);
            return new int[0];
        }
        final Map.Entry<Integer, int[]> before = ranges.floorEntry(last);
        if (null != before && before.getValue()[0] >= first)
        {
            reader.problem(start, "page " + Math.max(first, before.getKey()) + " is already mapped in line " +
                before.getValue()[1], "each page once");
            return new int[0];
        }
        ranges.put(first, new int[]{last, start.line()});
        return new int[]{first, last};
    }

    /**
     * Returns the nodes up to the semicolon: empty if the entry means every host, null after a problem.
     */
    private int[] readNodes()
    {
        if (peek("*"))
        {
            next++;
            return expect(";") ? new int[0] : null;
        }

        final BitSet nodes = new BitSet();
        while (true)
        {
            final Token token = readNumber("node", Topology.MAX_HOSTS - 1);
            if (null == token)
            {
                return null;
            }
            final int node = ConfigReader.decimal(token.text());
            if (nodes.get(node))
            {
                reader.problem(token, "node " + node + " is named twice", "each node once");
            }
            nodes.set(node);
            if (!peek(","))
            {
                return expect(";", ",") ? nodes.stream().toArray() : null;
            }
            next++;
        }
    }

    private Token readNumber(final String name, final int max)
    {
        final Token token = next < line.size() ? line.get(next) : null;
        if (null == token || "-:,;".contains(token.text()))
        {
            problem(name + " is missing " + (null == token ? "at the end of the line" : "before " + token),
                "0.." + max);
            return null;
        }
        if (reader.number(token, name, max) < 0)
        {
            return null;
        }
        next++;
        return token;
    }

    private boolean peek(final String symbol)
    {
        return next < line.size() && line.get(next).is(symbol);
    }

    private boolean expect(final String symbol, final String... others)
    {
        if (peek(symbol))
        {
            next++;
            return true;
        }
        final String found = next < line.size() ? line.get(next) + " instead of " : "the line ends without ";
        final StringBuilder expected = new StringBuilder("'" + symbol + "'");
        for (final String other : others)
        {
            expected.append(" or '").append(other).append('\'');
        }
        problem(found + "'" + symbol + "'", expected.toString());
        return false;
    }

    private void problem(final String message, final String expected)
    {
        if (next < line.size())
        {
            reader.problem(line.get(next), message, expected);
        }
        else
        {
            reader.problemAfter(line.get(line.size() - 1), message, expected);
        }
    }

    private void skipEntry()
    {
        while (next < line.size() && !peek(";"))
        {
            next++;
        }
        next++;
    }
}
