/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.util.Arrays;

/**
 * The routes of one host, by number (Panariti, "Routes"): a packet names the number only. A route is a sequence of
 * bytes; the hosts of this network stand in a row, as at the ports of switches, and each byte, from -128 to 127, leads
 * that many places on. {@link RouteFile} names the destinations of other routes. Threadsafe.
 */
public final class Routes
{
    /**
     * In place of a number: any that is not in use.
     */
    public static final int NEXT = -1;

    /**
     * Number of the empty route, which is there from the beginning. It leads to the other one of two hosts that are
     * connected back to back, and nowhere if there are more.
     */
    public static final int NO_ROUTE = 0;

    /**
     * Largest number of routes.
     */
    public static final int MAX_ROUTES = 1 << 16;

    /**
     * Length of the longest route in bytes.
     */
    public static final int MAX_LENGTH = 32;

    /**
     * In place of a host: there is none at the end of the route.
     */
    static final int NOWHERE = -1;

    private record Route(byte[] bytes, int destination)
    {
    }

    private final int host;
    private final int hostCount;

    // Replaced as a whole; null where there is no route.
    private volatile Route[] routes;

    Routes(final int host, final int hostCount)
    {
        this.host = host;
        this.hostCount = hostCount;
        routes = new Route[] { new Route(new byte[0], 2 == hostCount ? 1 - host : NOWHERE) };
    }

    /**
     * Adds a route.
     *
     * @param id    number of the route. If it is in use, everything that is sent later by this number takes the new
     *              route. {@link #NEXT} for any number: then a route that is there already keeps its number.
     * @param bytes of the route.
     * @return its number.
     * @throws IllegalArgumentException when the number is out of range, or the route is too long.
     * @throws IllegalStateException    when there are too many routes.
     */
    public int add(final int id, final byte... bytes)
    {
        if (bytes.length > MAX_LENGTH)
        {
            throw new IllegalArgumentException(
                "route: " + bytes.length + " bytes (expected: 0.." + MAX_LENGTH + ')');
        }
        int destination = host;
        for (final byte step : bytes)
        {
            destination += step;
        }
        final boolean leadsToHost = 0 < bytes.length && 0 <= destination && destination < hostCount;
        return add(id, bytes, leadsToHost ? destination : NOWHERE);
    }

    private synchronized int add(final int id, final byte[] bytes, final int destination)
    {
        if (id < NEXT || id >= MAX_ROUTES)
        {
            throw new IllegalArgumentException("route: " + id + " (expected: 0.." + (MAX_ROUTES - 1) +
                ", or Routes.NEXT for any number)");
        }
        final int number = NEXT == id ? find(bytes) : id;
        return NEXT == id && isRoute(number) ? number : put(number, bytes, destination);
    }

    /**
     * Adds a route whose destination is known, whatever its bytes say. If the route is there already, everything that
     * is sent later by its number goes to that destination.
     */
    synchronized int addTo(final byte[] bytes, final int destination)
    {
        return put(find(bytes), bytes, destination);
    }

    private int put(final int number, final byte[] bytes, final int destination)
    {
        final Route[] all = routes;
        if (number >= MAX_ROUTES)
        {
            throw new IllegalStateException("host " + host + " has " + all.length +
                " routes, which is the largest number: use one of them again");
        }
        final Route[] more = Arrays.copyOf(all, Math.max(all.length, number + 1));
        more[number] = new Route(bytes.clone(), destination);
        routes = more;
        return number;
    }

    /**
     * Returns the number of a route that is there, the lowest if there are several, else one that is not in use.
     */
    private int find(final byte[] bytes)
    {
        final Route[] all = routes;
        for (int i = 0; i < all.length; i++)
        {
            if (null != all[i] && Arrays.equals(all[i].bytes, bytes))
            {
                return i;
            }
        }
        return unused();
    }

    private int unused()
    {
        final Route[] all = routes;
        int number = 0;
        while (number < all.length && null != all[number])
        {
            number++;
        }
        return number;
    }

    /**
     * Returns the number of a route to a host, and adds one if there is none.
     */
    synchronized int to(final int destination)
    {
        final Route[] all = routes;
        for (int i = 0; i < all.length; i++)
        {
            if (null != all[i] && destination == all[i].destination)
            {
                return i;
            }
        }
        // If these bytes are there, they lead elsewhere, as a file says.
        return put(unused(), steps(destination - host), destination);
    }

    private static byte[] steps(final int distance)
    {
        final int count = Math.max(1, (Math.abs(distance) + Byte.MAX_VALUE - 1) / Byte.MAX_VALUE);
        final byte[] bytes = new byte[count];
        int rest = distance;
        for (int i = 0; i < count; i++)
        {
            bytes[i] = (byte)Math.max(-Byte.MAX_VALUE, Math.min(Byte.MAX_VALUE, rest));
            rest -= bytes[i];
        }
        return bytes;
    }

    /**
     * Returns the host at the end of a route.
     *
     * @return number of the host, {@link #NOWHERE} if there is none.
     */
    int destination(final int id)
    {
        if (!isRoute(id))
        {
            throw new IllegalArgumentException("route: " + id + " (expected: a number that Routes.add or" +
                " Network.route has returned for host " + host + ')');
        }
        return routes[id].destination;
    }

    boolean isRoute(final int id)
    {
        final Route[] all = routes;
        return 0 <= id && id < all.length && null != all[id];
    }

    /**
     * Returns the bytes of a route.
     *
     * @param id number of the route.
     * @return a copy of them.
     * @throws IllegalArgumentException when there is no such route.
     */
    public byte[] bytes(final int id)
    {
        destination(id);
        return routes[id].bytes.clone();
    }

    @Override
    public String toString()
    {
        return "Routes{host=" + host + ", routes=" + routes.length + '}';
    }
}
