/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.isotach.Topology;
import org.isotach.config.ConfigReader.Token;

/**
 * The routes of a network.cfg file: their syntax, their completeness, and the number of switches that each one crosses.
 * <p>
 * The file states the number of hosts. If fewer hosts than that have a readable number, then a number that is below the
 * count and that no host has is assumed to belong to a line that is already reported.
 */
final class NetworkRoutes
{
    private static final int MAX_BYTES = 4;
    private static final Pattern HEX = Pattern.compile("(0[xX])?([0-9A-Fa-f]+)");

    private final ConfigReader reader;
    private final Set<Integer> hosts;
    private final int hostCount;
    private final List<Section> sections;
    private final Section[] byHost = new Section[Topology.MAX_HOSTS];

    NetworkRoutes(
        final ConfigReader reader, final Set<Integer> hosts, final int hostCount, final List<Section> sections)
    {
        this.reader = reader;
        this.hosts = hosts;
        this.hostCount = hostCount;
        this.sections = sections;
    }

    void check()
    {
        int strangers = 0;
        for (final Section section : sections)
        {
            if (section.node() < 0 || isUnknown(section.node(), section.header()))
            {
                strangers++;
            }
            else if (hosts.contains(section.node()))
            {
                strangers += register(section) ? 0 : 1;
            }
            readRoutes(section);
        }

        final List<Integer> missing = hosts.stream().filter(host -> null == byHost[host]).toList();
        if (missing.size() > strangers)
        {
            reader.problemAtEnd("no routes of " + list(missing), "'node i:' and routes, for each host i");
        }
        for (final int host : hosts)
        {
            checkLengths(host);
        }
    }

    /**
     * Returns a topology for the routes of a file without mistakes, or null if there is none, after noting that as a
     * problem.
     */
    Topology topology(final List<String> names)
    {
        final int[][] hops = new int[hostCount][hostCount];
        for (int i = 0; i < hostCount; i++)
        {
            for (int j = 0; j < hostCount; j++)
            {
                hops[i][j] = i == j ? 0 : byHost[i].routes().get(j).bytes() - 1;
            }
        }

        final int[] detour = RouteNetwork.detour(hops);
        if (null != detour)
        {
            final Route route = route(detour[0], detour[2]);
            final Route one = route(detour[0], detour[1]);
            final Route two = route(detour[1], detour[2]);
            reader.problem(route.at(), route(detour[0], detour[2], route) + " is longer than a detour by way of " +
                "host " + detour[1] + ", with " + one.bytes() + " byte(s) in line " + one.at().line() + " and " +
                two.bytes() + " in line " + two.at().line(), "at most " + (one.bytes() + two.bytes() - 1) + " byte(s)");
            return null;
        }
        final RouteNetwork network = new RouteNetwork(hops);
        if (network.switchCount() > Topology.MAX_SWITCHES)
        {
            reader.problemAtStart("the routes need more switches than a topology can have",
                "at most " + Topology.MAX_SWITCHES + " switches");
            return null;
        }
        return network.topology(names);
    }

    private boolean register(final Section section)
    {
        final Section other = byHost[section.node()];
        if (null != other)
        {
            reader.problem(section.header(), "routes of host " + section.node() + " are already in line " +
                other.header().line(), "one 'node i:' for each host i");
            return false;
        }
        byHost[section.node()] = section;
        return true;
    }

    private void readRoutes(final Section section)
    {
        int strangers = 0;
        for (final List<Token> line : section.lines())
        {
            strangers += readRoute(section, line) ? 0 : 1;
        }
        final List<Integer> missing =
            hosts.stream().filter(host -> !section.routes().containsKey(host)).toList();
        if (missing.size() > strangers)
        {
            reader.problem(section.header(), "no route to " + list(missing), "'host route' for all " + hostCount +
                " hosts, the own one included");
        }
    }

    /**
     * Returns whether a line is a name and a number, with or without a comma between them.
     */
    static boolean isPair(final List<Token> line)
    {
        final int last = line.size() - 1;
        return !line.get(last).is(",") && (1 == last || 2 == last && line.get(1).is(","));
    }

    /**
     * False if the route leads to an unknown host, or to one that has a route already.
     */
    private boolean readRoute(final Section section, final List<Token> line)
    {
        final Token to = line.get(0);
        if (!isPair(line))
        {
            reader.problem(to, "malformed route " + ConfigReader.quoted(line), "'host route'");
            final int host = ConfigReader.decimal(to.text());
            return hosts.contains(host) && null == section.routes().putIfAbsent(host, new Route(to, 0));
        }

        final int bytes = bytes(line.get(line.size() - 1));
        final int host = ConfigReader.decimal(to.text());
        if (host < 0)
        {
            reader.problem(to, "host number " + to + " is not a decimal number", "0.." + (hostCount - 1));
            return false;
        }
        if (isUnknown(host, to))
        {
            return false;
        }
        final Route other = section.routes().putIfAbsent(host, new Route(to, bytes));
        if (null != other)
        {
            reader.problem(to, "a second route to host " + host + ", after line " + other.at().line(),
                "one route to each host");
        }
        return null == other;
    }

    private boolean isUnknown(final int host, final Token at)
    {
        final boolean isExcused = host < hostCount && hosts.size() < hostCount;
        if (hosts.contains(host) || isExcused)
        {
            return false;
        }
        reader.problem(at, "unknown host " + host, "0.." + (hostCount - 1));
        return true;
    }

    /**
     * Length of a route in bytes, or 0 after noting a problem.
     */
    private int bytes(final Token route)
    {
        final Matcher matcher = HEX.matcher(route.text());
        if (!matcher.matches())
        {
            reader.problem(route, "route " + route + " is not hexadecimal", "two digits 0..9, A..F for each switch");
            return 0;
        }
        final int digits = matcher.group(2).length();
        if (0 != digits % 2)
        {
            reader.problem(route, "route " + route + " has an odd number of digits", "two digits for each switch");
            return 0;
        }
        if (digits > 2 * MAX_BYTES)
        {
            reader.problem(route, "route " + route + " has " + digits / 2 + " bytes", "1.." + MAX_BYTES + " bytes");
            return 0;
        }
        return digits / 2;
    }

    private void checkLengths(final int from)
    {
        for (final int to : hosts)
        {
            final Route there = to < from ? route(from, to) : null;
            final Route back = to < from ? route(to, from) : null;
            if (null != there && null != back && there.bytes() != back.bytes() && 0 < there.bytes() * back.bytes())
            {
                reader.problem(there.at(), route(from, to, there) + ", but the route back in line " +
                    back.at().line() + " has " + back.bytes(), "the same length in both directions");
            }
        }
    }

    private Route route(final int from, final int to)
    {
        return null == byHost[from] ? null : byHost[from].routes().get(to);
    }

    private static String route(final int from, final int to, final Route route)
    {
        return "route " + from + " -> " + to + " has " + route.bytes() + " byte(s)";
    }

    private static String list(final List<Integer> missing)
    {
        final List<String> texts = new ArrayList<>();
        missing.forEach(host -> texts.add(host.toString()));
        return (1 == texts.size() ? "host " : "hosts ") + String.join(", ", texts);
    }

    /**
     * Everything below one line 'node i:'; the node is -1 if that line is not readable.
     */
    record Section(Token header, int node, List<List<Token>> lines, Map<Integer, Route> routes)
    {
    }

    /**
     * A route with the place of its line, 0 bytes long if it is not readable.
     */
    record Route(Token at, int bytes)
    {
    }
}
