/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;

import org.isotach.ConfigReader.Token;
import org.isotach.FmConfig.SwitchLine;

/**
 * The checks of an fmconfig file that look at several lines: links lead back, and all switches are connected.
 */
final class FmConfigLinks
{
    private final List<SwitchLine> switches;
    private final Map<Integer, SwitchLine> byNumber;
    private final ConfigReader reader;

    private FmConfigLinks(
        final List<SwitchLine> switches, final Map<Integer, SwitchLine> byNumber, final ConfigReader reader)
    {
        this.switches = switches;
        this.byNumber = byNumber;
        this.reader = reader;
    }

    static void check(
        final List<SwitchLine> switches, final Map<Integer, SwitchLine> byNumber, final ConfigReader reader)
    {
        final FmConfigLinks links = new FmConfigLinks(switches, byNumber, reader);
        switches.forEach(links::checkLinksBack);
        links.checkConnected();
    }

    private void checkLinksBack(final SwitchLine line)
    {
        if (line.doubtful)
        {
            return;
        }

        final TreeSet<Integer> targets = new TreeSet<>();
        line.links.forEach(link -> targets.add(ConfigReader.decimal(link.text())));
        for (final int target : targets)
        {
            final SwitchLine other = byNumber.get(target);
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

    private static List<Token> linksTo(final SwitchLine line, final int target)
    {
        return line.links.stream().filter(link -> ConfigReader.decimal(link.text()) == target).toList();
    }

    /**
     * A link that only one side lists connects here as well: it is reported as such, not as a gap in the network.
     */
    private void checkConnected()
    {
        // Numbers that no line has, because of a mistake that is reported, are below the number of lines.
        final int count = switches.size();
        final int[] parents = new int[2 * count];
        for (int i = 0; i < parents.length; i++)
        {
            parents[i] = i;
        }
        final IntUnaryOperator node = number ->
            byNumber.containsKey(number) ? switches.indexOf(byNumber.get(number)) : count + number;
        for (int i = 0; i < count; i++)
        {
            final SwitchLine line = switches.get(i);
            final int start = line.number < 0 ? i : node.applyAsInt(line.number);
            parents[root(parents, i)] = root(parents, start);
            for (final Token link : line.links)
            {
                final int end = node.applyAsInt(ConfigReader.decimal(link.text()));
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
