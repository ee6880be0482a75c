/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

import org.isotach.ConfigurationException;
import org.isotach.Topology;
import org.isotach.config.ConfigReader.Token;
import org.isotach.config.NetworkRoutes.Section;

/**
 * Reads a {@link Topology} from a file in the format of Ironman Appendix E (Lack, Myers, Reynolds, Williams, Ironman
 * Design, CS-2000-17, 2000), there called {@code network.cfg}. It has the names and numbers of all hosts, then the
 * routes of each host to all hosts.
 * <pre>{@code
 * hosts=3
 * alpha 0
 * beta 1
 * gamma 2
 * node 0:
 * 0 80
 * 1 81
 * 2 82BF
 * node 1:
 * ...
 * }</pre>
 * <ul>
 * <li>The two columns of a line are separated by white space or by a comma. {@code #} starts a comment, anywhere.</li>
 * <li>Hosts, sections and the routes in a section may come in any order: only the number in the line counts. Hosts are
 * numbered 0, 1, 2 ... without gaps.</li>
 * <li>A route has two hexadecimal digits for each switch that it crosses, four switches at most. The route of a host
 * to itself must be there but does not matter.</li>
 * </ul>
 * Only the lengths of the routes matter: a route of k bytes crosses k switches, so its logical distance is k + 1. The
 * result is a topology with exactly these distances; switches without hosts are added where the routes need them. If
 * there is no such topology, because routes between the same hosts differ in length or because a route is longer than a
 * detour by way of a third host, that is reported as a problem. The lengths are only compared if the file has no other
 * mistake, and only the first contradiction is reported, as one wrong length can contradict many others.
 */
public final class NetworkCfgFile
{
    private final ConfigReader reader;
    private final List<List<Token>> listing = new ArrayList<>();
    private final List<Section> sections = new ArrayList<>();
    private final NavigableMap<Integer, String> names = new TreeMap<>();
    private Token countedAt;
    private int declared = -1;

    private NetworkCfgFile(final ConfigReader reader)
    {
        this.reader = reader;
    }

    /**
     * Reads a file, as UTF-8.
     *
     * @param path path of the file.
     * @return a topology whose logical distances are those of the routes in the file.
     * @throws ConfigurationException       if the file has mistakes; it names all of them.
     * @throws java.io.UncheckedIOException if the file cannot be read.
     */
    public static Topology read(final Path path)
    {
        return parse(path.toString(), ConfigReader.load(path));
    }

    /**
     * Reads a text.
     *
     * @param sourceName name of the text in messages, for instance a file name.
     * @param text       all lines.
     * @return a topology whose logical distances are those of the routes in the text.
     * @throws ConfigurationException if the text has mistakes; it names all of them.
     */
    public static Topology parse(final String sourceName, final String text)
    {
        return new NetworkCfgFile(new ConfigReader(sourceName, text, "=:,")).parse();
    }

    private Topology parse()
    {
        if (reader.lines().isEmpty())
        {
            reader.problemAtStart("the file is empty", "a line 'hosts=n'");
        }
        reader.lines().forEach(this::sort);
        readHosts();
        final NetworkRoutes routes =
            new NetworkRoutes(reader, names.keySet(), Math.max(declared, listing.size()), sections);
        routes.check();
        reader.throwIfProblems();

        final Topology topology = routes.topology(new ArrayList<>(names.values()));
        reader.throwIfProblems();
        return topology;
    }

    /**
     * Tells the kinds of lines apart, so that a wrong line causes one problem and not one for each line after it.
     */
    private void sort(final List<Token> line)
    {
        final Token first = line.get(0);
        final boolean isStart = null == countedAt && listing.isEmpty() && sections.isEmpty();
        final boolean isListed = declared >= 0 && listing.size() >= declared;
        if (contains(line, "=") || isStart && first.is("hosts"))
        {
            readCount(line, isStart);
            return;
        }
        if (isStart)
        {
            countedAt = first;
            reader.problem(first, "the number of hosts is missing", "a line 'hosts=n' at the start");
        }

        if (contains(line, ":") || first.is("node") && (isListed || !sections.isEmpty()))
        {
            sections.add(section(line));
        }
        else if (!sections.isEmpty())
        {
            sections.get(sections.size() - 1).lines().add(line);
        }
        else if (isListed && ConfigReader.decimal(first.text()) >= 0)
        {
            reader.problem(first, "a route without a node", "a line 'node i:' before the routes of host i");
            sections.add(new Section(first, -1, new ArrayList<>(List.of(line)), new HashMap<>()));
        }
        else
        {
            listing.add(line);
        }
    }

    private void readCount(final List<Token> line, final boolean isStart)
    {
        if (!isStart && declared >= 0)
        {
            reader.problem(line.get(0), "a second line 'hosts=n'", "one, at the start");
            return;
        }

        countedAt = line.get(0);
        if (3 != line.size() || !line.get(0).is("hosts") || !line.get(1).is("="))
        {
            reader.problem(countedAt, "malformed number of hosts " + ConfigReader.quoted(line), "'hosts=n'");
        }
        else if (0 == ConfigReader.decimal(line.get(2).text()))
        {
            reader.problem(line.get(2), "number of hosts 0 is out of range", "1.." + Topology.MAX_HOSTS);
        }
        else
        {
            declared = reader.number(line.get(2), "number of hosts", Topology.MAX_HOSTS);
        }
    }

    private Section section(final List<Token> line)
    {
        final Token first = line.get(0);
        int node = -1;
        if (first.is("node") && line.size() > 1 && ConfigReader.decimal(line.get(1).text()) >= 0)
        {
            node = ConfigReader.decimal(line.get(1).text());
            if (3 != line.size() || !line.get(2).is(":"))
            {
                reader.problem(first, "malformed head of routes " + ConfigReader.quoted(line), "'node " + node + ":'");
            }
        }
        else
        {
            reader.problem(first, "malformed head of routes " + ConfigReader.quoted(line), "'node i:'");
        }
        return new Section(first, node, new ArrayList<>(), new HashMap<>());
    }

    private void readHosts()
    {
        final int count = Math.max(declared, listing.size());
        final Map<String, Token> taken = new HashMap<>();
        final BitSet ids = new BitSet();
        for (final List<Token> line : listing)
        {
            final Token name = line.get(0);
            if (!NetworkRoutes.isPair(line) || ConfigReader.decimal(name.text()) >= 0)
            {
                reader.problem(name, "malformed host " + ConfigReader.quoted(line),
                    "'name number', with a name that is not a number");
                continue;
            }
            final Token other = taken.putIfAbsent(name.text(), name);
            if (null != other)
            {
                reader.problem(name, "host name " + name + " is already in line " + other.line(), "one line per name");
            }
            final Token idToken = line.get(line.size() - 1);
            final int id = reader.number(idToken, "host number", Math.min(count, Topology.MAX_HOSTS) - 1);
            if (id >= 0 && ids.get(id))
            {
                reader.problem(idToken, "host number " + id + " is already the number of '" + names.get(id) + "'",
                    "0.." + (count - 1) + ", each once");
            }
            else if (id >= 0)
            {
                ids.set(id);
                names.put(id, name.text());
            }
        }
        if (declared >= 0 && listing.size() != declared)
        {
            reader.problem(countedAt, "hosts=" + declared + ", but " + listing.size() + " hosts are listed",
                "one line 'name number' for each host");
        }
        else if (declared < 0 && listing.isEmpty() && !reader.lines().isEmpty())
        {
            reader.problem(countedAt, "no host is listed", "one line 'name number' for each host");
        }
    }

    private static boolean contains(final List<Token> line, final String symbol)
    {
        return line.stream().anyMatch(token -> token.is(symbol));
    }
}
