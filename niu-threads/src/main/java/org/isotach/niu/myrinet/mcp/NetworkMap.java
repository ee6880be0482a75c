/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet.mcp;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

import org.isotach.niu.myrinet.RouteFile;

/**
 * What a {@link Mapper} has found. Switches are numbered as they were found. Their ports are counted from the one by
 * which the mapper came first, so numbers may be negative.
 * <p>
 * Routes first go up, towards the switch of the mapper, and then down. No packet goes up after it has gone down, so
 * packets that wait for each other in a network with circles never do so in a circle.
 * <p>
 * <b>Note:</b> this class is not threadsafe while the mapper works, and threadsafe afterwards.
 */
public final class NetworkMap
{
    // In place of a state: the way begins here.
    private static final int START = -1;

    private record Place(int switchId, int port)
    {
    }

    private final String mapper;

    // Null if there is none.
    private String neighbour;
    private final List<byte[]> routes = new ArrayList<>();
    private final List<Map<Integer, Place>> cables = new ArrayList<>();
    private final Map<String, Place> hosts = new TreeMap<>();

    NetworkMap(final String mapper)
    {
        this.mapper = mapper;
    }

    void addNeighbour(final String name)
    {
        neighbour = name;
    }

    /**
     * Adds a switch.
     *
     * @param route of the mapper to it.
     */
    int addSwitch(final byte[] route)
    {
        routes.add(route);
        cables.add(new TreeMap<>());
        return routes.size() - 1;
    }

    void addHost(final int switchId, final int port, final String name)
    {
        hosts.put(name, new Place(switchId, port));
    }

    void addCable(final int first, final int firstPort, final int second, final int secondPort)
    {
        cables.get(first).put(firstPort, new Place(second, secondPort));
        cables.get(second).put(secondPort, new Place(first, firstPort));
    }

    boolean isKnown(final int switchId, final int port)
    {
        return cables.get(switchId).containsKey(port) || hosts.containsValue(new Place(switchId, port));
    }

    byte[] routeTo(final int switchId)
    {
        return routes.get(switchId);
    }

    /**
     * Returns the number of switches.
     *
     * @return 0 if the board of the mapper is connected with another board, or with nothing.
     */
    public int switches()
    {
        return routes.size();
    }

    /**
     * Returns the number of cables between switches.
     *
     * @return the number.
     */
    public int cables()
    {
        return cables.stream().mapToInt(Map::size).sum() / 2;
    }

    /**
     * Returns the names of the hosts.
     *
     * @return all of them, with that of the mapper, in alphabetical order.
     */
    public SortedSet<String> hosts()
    {
        final SortedSet<String> names = new TreeSet<>(hosts.keySet());
        names.add(mapper);
        if (null != neighbour)
        {
            names.add(neighbour);
        }
        return names;
    }

    /**
     * Returns a route.
     *
     * @param source      name of a host.
     * @param destination name of another one.
     * @return the bytes, none if no switch is in between.
     * @throws IllegalArgumentException if one of them is not on the map.
     */
    public byte[] route(final String source, final String destination)
    {
        if (!hosts().contains(source) || !hosts().contains(destination) || source.equals(destination))
        {
            throw new IllegalArgumentException("source: " + source + ", destination: " + destination +
                " (expected: two of " + hosts() + ')');
        }
        return null == neighbour ? route(hosts.get(source), hosts.get(destination)) : new byte[0];
    }

    /**
     * Looks for the shortest way that does not go up after it has gone down. A state is a switch, and whether the way
     * has gone down before.
     */
    private byte[] route(final Place source, final Place destination)
    {
        final int[] before = new int[2 * switches()];
        final Place[] entries = new Place[before.length];
        final int[] exits = new int[before.length];
        final Queue<Integer> next = new ArrayDeque<>();
        final int first = 2 * source.switchId;
        before[first] = START;
        entries[first] = source;
        next.add(first);
        while (true)
        {
            // There always is a way: up to the switch of the mapper, and down.
            final int state = next.remove();
            if (destination.switchId == state / 2)
            {
                return bytes(state, destination.port, before, entries, exits);
            }
            cables.get(state / 2).forEach((exit, entry) ->
            {
                // Each switch but the first one was found from one with a smaller number.
                final boolean isUp = entry.switchId < state / 2;
                final int reached = 2 * entry.switchId + (isUp ? 0 : 1);
                if ((!isUp || 0 == state % 2) && null == entries[reached])
                {
                    before[reached] = state;
                    entries[reached] = entry;
                    exits[reached] = exit;
                    next.add(reached);
                }
            });
        }
    }

    private static byte[] bytes(
        final int last, final int lastExit, final int[] before, final Place[] entries, final int[] exits)
    {
        int length = 0;
        for (int state = last; START != state; state = before[state])
        {
            length++;
        }
        final byte[] route = new byte[length];
        int exit = lastExit;
        for (int state = last; START != state; state = before[state])
        {
            length--;
            route[length] = (byte)(exit - entries[state].port);
            exit = exits[state];
        }
        return route;
    }

    /**
     * Returns all routes, in the form in which users maintain them.
     *
     * @return a file that was not written yet.
     */
    public RouteFile routeFile()
    {
        final StringBuilder text = new StringBuilder();
        for (final String source : hosts())
        {
            for (final String destination : hosts())
            {
                if (!source.equals(destination))
                {
                    text.append(source).append(' ').append(destination).append(" 0");
                    for (final byte step : route(source, destination))
                    {
                        text.append(' ').append(step);
                    }
                    text.append('\n');
                }
            }
        }
        return RouteFile.parse(text.toString());
    }

    @Override
    public String toString()
    {
        return "NetworkMap{hosts=" + hosts() + ", switches=" + switches() + ", cables=" + cables() + '}';
    }
}
