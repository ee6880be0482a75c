/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.ArrayList;
import java.util.List;

import org.isotach.niu.Cluster;
import org.isotach.niu.Host;
import org.isotach.niu.spi.Unit;

/**
 * The actors of a run: the units of its clusters, and its programs. It owns the rule that the actors of one host form a
 * group.
 */
final class Actors
{
    private final List<Actor> actors = new ArrayList<>();

    // Units that get no turn before all programs have ended.
    private final List<Actor> resting = new ArrayList<>();
    private final List<Cluster> clusters = new ArrayList<>();
    private final List<Cluster> crashed = new ArrayList<>();
    private int groups;

    /**
     * Returns all actors that may get a turn: always the same list.
     */
    List<Actor> all()
    {
        return actors;
    }

    List<Cluster> clusters()
    {
        return clusters;
    }

    /**
     * Returns the clusters that have not crashed as a whole.
     */
    List<Cluster> closeable()
    {
        return clusters.stream().filter(cluster -> !crashed.contains(cluster)).toList();
    }

    /**
     * Returns those of them of which some hosts belong to other members.
     */
    List<Cluster> members()
    {
        return closeable().stream().filter(cluster -> cluster.localHosts().size() < cluster.hostCount()).toList();
    }

    void add(final Cluster cluster)
    {
        final String prefix = clusters.isEmpty() ? "" : "cluster-" + clusters.size() + '/';
        clusters.add(cluster);
        // The units of the hosts come first. Units of no host are a group of their own.
        final List<Unit> units = cluster.units();
        int next = 0;
        for (final Host host : cluster.localHosts())
        {
            while (units.get(next).unitName().startsWith("host-" + host.id() + '/'))
            {
                actors.add(new Actor(units.get(next), prefix + units.get(next).unitName(), groups + host.id()));
                next++;
            }
        }
        for (final Unit unit : units.subList(next, units.size()))
        {
            actors.add(new Actor(unit, prefix + unit.unitName(), groups + cluster.hostCount()));
        }
        groups += cluster.hostCount() + 1;
    }

    void add(final String name, final Host host, final Program program)
    {
        actors.add(new Actor(program, name, group(host)));
    }

    /**
     * The units of the cluster that was added last get no turn before {@link #endRest}.
     */
    void restLast()
    {
        final int group = group(clusters.get(clusters.size() - 1).host(0));
        for (final Actor actor : List.copyOf(actors))
        {
            if (actor.isUnit() && actor.group >= group)
            {
                actors.remove(actor);
                resting.add(actor);
            }
        }
    }

    void endRest()
    {
        actors.addAll(resting);
    }

    /**
     * Puts the units of a host on threads from now on.
     */
    void putOnThreads(final Host host)
    {
        final int group = group(host);
        actors.stream().filter(actor -> actor.group == group && actor.isUnit()).forEach(Actor::putOnThread);
    }

    void crash(final Host host)
    {
        final int group = group(host);
        actors.stream().filter(actor -> actor.group == group).forEach(Actor::crash);
    }

    void crash(final Cluster cluster)
    {
        crashed.add(cluster);
        final int first = group(cluster.host(0));
        actors.stream().filter(actor -> actor.group >= first && actor.group <= first + cluster.hostCount())
            .forEach(Actor::crash);
    }

    void crash(final ProgramThread thread)
    {
        actors.stream().filter(actor -> thread == actor.thread()).forEach(Actor::crash);
    }

    int programsLeft()
    {
        return (int)actors.stream().filter(actor -> !actor.isUnit() && !actor.isFinished()).count();
    }

    /**
     * Returns the programs that have not ended, for messages.
     */
    String unfinished()
    {
        final StringBuilder text = new StringBuilder();
        for (final Actor actor : actors)
        {
            if (!actor.isUnit() && !actor.isFinished())
            {
                text.append("; ").append(actor);
            }
        }
        return text.toString();
    }

    private int group(final Host host)
    {
        int group = 0;
        for (final Cluster cluster : clusters)
        {
            if (host.id() < cluster.hostCount() && host == cluster.host(host.id()))
            {
                return group + host.id();
            }
            group += cluster.hostCount() + 1;
        }
        throw new IllegalArgumentException("host " + host.id() +
            " is in no cluster of this simulation: launch it with Simulation.launch()");
    }
}
