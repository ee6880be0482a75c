/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.isotach.config.ConfigReader.Token;

/**
 * The checks of an fmconfig file that concern several lines: links lead to switches that the file describes, they lead
 * back, and all switches are connected.
 */
final class FmconfigLinks
{
    private final List<FmSwitchLine> switches;
    private final Map<Integer, FmSwitchLine> byNumber;
    private final ConfigReader reader;
    private final Map<Integer, List<FmSwitchLine>> undescribed = new TreeMap<>();

    private FmconfigLinks(
        final List<FmSwitchLine> switches, final Map<Integer, FmSwitchLine> byNumber, final ConfigReader reader)
    {
        this.switches = switches;
        this.byNumber = byNumber;
        this.reader = reader;
    }

    static void check(
        final List<FmSwitchLine> switches, final Map<Integer, FmSwitchLine> byNumber, final ConfigReader reader)
    {
        final FmconfigLinks links = new FmconfigLinks(switches, byNumber, reader);
        links.checkDescribed();
        switches.forEach(links::checkLinksBack);
        links.checkConnected();
    }

    /**
     * If several lines refer to a number that no line has, that is one mistake: the line with that number is missing.
     */
    private void checkDescribed()
    {
        for (final FmSwitchLine line : switches)
        {
            for (final Token link : line.links)
            {
                final int target = ConfigReader.decimal(link.text());
                if (!byNumber.containsKey(target))
                {
                    undescribed.computeIfAbsent(target, number -> new ArrayList<>()).add(line);
                }
            }
        }

        final Map<Integer, List<FmSwitchLine>> misnumbered =
            switches.stream().collect(Collectors.groupingBy(line -> line.number));
        misnumbered.values().removeIf(lines -> lines.get(0).number >= 0 && 1 == lines.size());
        undescribed.forEach((number, lines) ->
        {
            if (lines.stream().noneMatch(line -> isLinkedFromAny(line, misnumbered)))
            {
                lines.forEach(line -> line.doubtful = true);
                reader.problem(linksTo(lines.get(0), number).get(0), "unknown switch " + number,
                    "a switch that a line describes");
            }
        });
    }

    /**
     * True if lines whose number is unreadable or taken have more links to a line than lead back. Then that line refers
     * to their intended number, and their mistake is reported.
     */
    private static boolean isLinkedFromAny(final FmSwitchLine line, final Map<Integer, List<FmSwitchLine>> misnumbered)
    {
        return misnumbered.entrySet().stream().anyMatch(entry ->
            entry.getValue().stream().mapToInt(other -> linksTo(other, line.number).size()).sum() >
            linksTo(line, entry.getKey()).size());
    }

    private void checkLinksBack(final FmSwitchLine line)
    {
        if (line.doubtful)
        {
            return;
        }

        final TreeSet<Integer> targets = new TreeSet<>();
        line.links.forEach(link -> targets.add(ConfigReader.decimal(link.text())));
        for (final int target : targets)
        {
            final FmSwitchLine other = byNumber.get(target);
            if (null == other || other.doubtful)
            {
                continue;
            }
            final List<Token> there = linksTo(line, target);
            final int back = linksTo(other, line.number).size();
            if (there.size() > back)
            {
                reader.problem(there.get(back), line + " has " + there.size() + " link(s) to switch " + target +
                    ", which has " + back + " back", "as many ports '" + line.number + "' in line " +
                    other.first().line() + " as ports '" + target + "' here");
            }
        }
    }

    private static List<Token> linksTo(final FmSwitchLine line, final int target)
    {
        return line.links.stream().filter(link -> ConfigReader.decimal(link.text()) == target).toList();
    }

    /**
     * A link that only one side lists connects here as well: it is reported as such, not as a gap in the network.
     */
    private void checkConnected()
    {
        final int count = switches.size();
        final Map<Integer, Integer> nodes = new HashMap<>();
        for (int i = 0; i < count; i++)
        {
            nodes.putIfAbsent(switches.get(i).number, i);
        }
        int next = count;
        for (final int number : undescribed.keySet())
        {
            nodes.put(number, next++);
        }
        final int[] parents = new int[next];
        for (int i = 0; i < parents.length; i++)
        {
            parents[i] = i;
        }
        for (int i = 0; i < count; i++)
        {
            final FmSwitchLine line = switches.get(i);
            final int start = line.number < 0 ? i : nodes.get(line.number);
            parents[root(parents, i)] = root(parents, start);
            for (final Token link : line.links)
            {
                final int end = nodes.get(ConfigReader.decimal(link.text()));
                parents[root(parents, end)] = root(parents, start);
            }
        }

        final boolean[] known = new boolean[parents.length];
        for (int i = 0; i < count; i++)
        {
            known[root(parents, i)] |= 0 == i || switches.get(i).doubtful;
        }
        for (int i = 0; i < count; i++)
        {
            final int root = root(parents, i);
            if (!known[root])
            {
                known[root] = true;
                reader.problem(switches.get(i).first(), switches.get(i) + " cannot be reached from " +
                    switches.get(0), "links that connect all switches");
            }
        }
    }

    private static int root(final int[] parents, final int node)
    {
        int root = node;
        while (parents[root] != root)
        {
            root = parents[root];
        }
        return root;
    }
}
