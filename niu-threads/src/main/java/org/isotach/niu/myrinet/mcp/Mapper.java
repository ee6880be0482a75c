/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet.mcp;

import java.util.Arrays;

import org.isotach.niu.myrinet.Routes;

/**
 * Finds hosts and switches by sending packets and looking what comes back, as a program of one host on top of its board
 * (Panariti, "Routes", proposes that; here it is). Hosts answer a probe with their names ({@link MapResponder}).
 * Switches have no name, and answer nothing; a packet shows where one is.
 * <ul>
 * <li>It goes to a place, leaves it by the port at which it came in, and takes the way back. It comes back if there is
 * a switch at the place.
 * <li>It goes to a place, leaves it some ports further, and takes the way back from a switch that is known. It comes
 * back only if that switch is at the place: on its last part it takes the way to the known switch backwards, port by
 * port, and that way begins with one port of one switch.
 * </ul>
 * A probe that is lost is sent again. A host that does not answer for too long is not on the map. One host at a time
 * makes a map. The mapper uses the last route of the table of its board.
 * <p>
 * <b>Note:</b> this class is not threadsafe: it belongs to the thread of the port.
 */
public final class Mapper
{
    private static final int PATIENCE_DEFAULT = 256;
    private static final int ATTEMPTS_DEFAULT = 2;
    private static final byte[] HERE = new byte[0];

    private final HostPort port;
    private final int maxPorts;
    private final MapMessage message;
    private int patience = PATIENCE_DEFAULT;
    private int attempts = ATTEMPTS_DEFAULT;
    private int number;

    /**
     * Opens a channel for maps.
     *
     * @param port     of the host.
     * @param channel  the same one at all hosts.
     * @param maxPorts number of ports of the largest switch, 2..128.
     */
    public Mapper(final HostPort port, final int channel, final int maxPorts)
    {
        if (maxPorts < 2 || maxPorts > Fabric.MAX_PORTS)
        {
            throw new IllegalArgumentException(
                "maxPorts: " + maxPorts + " (expected: 2.." + Fabric.MAX_PORTS + ')');
        }
        this.port = port;
        this.maxPorts = maxPorts;
        message = new MapMessage(port, channel);
    }

    /**
     * Sets how long the mapper waits for an answer.
     *
     * @param turns        number of turns, at least 1, default 256.
     * @param timesToProbe how often it sends what is not answered, at least 1, default 2.
     * @return this.
     */
    public Mapper patience(final int turns, final int timesToProbe)
    {
        if (turns < 1 || timesToProbe < 1)
        {
            throw new IllegalArgumentException(
                "turns: " + turns + ", timesToProbe: " + timesToProbe + " (expected: at least 1)");
        }
        patience = turns;
        attempts = timesToProbe;
        return this;
    }

    /**
     * Makes a map.
     *
     * @param turn called while the mapper waits: serves the boards, and those who answer, or lets their threads do so.
     * @return the map.
     * @throws IllegalStateException if the network does not take the packets.
     */
    public NetworkMap map(final Runnable turn)
    {
        final NetworkMap map = new NetworkMap(port.name());
        final String neighbour = ask(MapMessage.PROBE, HERE, turn);
        if (null != neighbour)
        {
            map.addNeighbour(neighbour);
        }
        else if (null != ask(MapMessage.LOOP, new byte[1], turn))
        {
            map.addSwitch(HERE);
            map.addHost(0, 0, port.name());
            for (int known = 0; known < map.switches(); known++)
            {
                explore(map, known, turn);
            }
        }
        return map;
    }

    private void explore(final NetworkMap map, final int from, final Runnable turn)
    {
        for (int step = 1 - maxPorts; step < maxPorts; step++)
        {
            final byte[] route = append(map.routeTo(from), step);
            // The longest packet to a place goes there, leaves it, and comes back.
            if (!map.isKnown(from, step) && 2 * route.length < Routes.MAX_LENGTH)
            {
                final String host = ask(MapMessage.PROBE, route, turn);
                if (null != host)
                {
                    map.addHost(from, step, host);
                }
                else if (leadsBack(route, 0, route, turn))
                {
                    addSwitch(map, from, step, route, turn);
                }
            }
        }
    }

    private void addSwitch(
        final NetworkMap map, final int from, final int step, final byte[] route, final Runnable turn)
    {
        for (int known = 0; known < map.switches(); known++)
        {
            for (int further = 1 - maxPorts; further < maxPorts; further++)
            {
                if (leadsBack(route, further, map.routeTo(known), turn))
                {
                    map.addCable(from, step, known, -further);
                    return;
                }
            }
        }
        map.addCable(from, step, map.addSwitch(route), 0);
    }

    /**
     * Returns whether a packet comes back that goes to a place, and returns as if it had come another way.
     */
    private boolean leadsBack(final byte[] route, final int further, final byte[] other, final Runnable turn)
    {
        final byte[] back = MapMessage.reverse(other);
        final byte[] loop = append(route, further);
        final byte[] whole = Arrays.copyOf(loop, loop.length + back.length);
        System.arraycopy(back, 0, whole, loop.length, back.length);
        return null != ask(MapMessage.LOOP, whole, turn);
    }

    private static byte[] append(final byte[] route, final int step)
    {
        final byte[] longer = Arrays.copyOf(route, route.length + 1);
        longer[route.length] = (byte)step;
        return longer;
    }

    /**
     * Sends a packet.
     *
     * @return the name of the host that has answered, that of this host if the packet has come back, null if neither.
     */
    private String ask(final int kind, final byte[] route, final Runnable turn)
    {
        for (int attempt = 0; attempt < attempts; attempt++)
        {
            awaitSent(turn);
            number++;
            message.send(kind, number, route);
            for (int i = 0; i < patience; i++)
            {
                turn.run();
                if (0 != message.receive() && number == message.number())
                {
                    return message.name();
                }
            }
        }
        return null;
    }

    private void awaitSent(final Runnable turn)
    {
        for (long i = 0; 0 != port.pending(); i++)
        {
            if (i > (long)patience * attempts)
            {
                throw new IllegalStateException("the network has not taken " + port.pending() + " packets of board " +
                    port.name() + " for " + i + " turns: is there a board whose host has not called tryInit()?");
            }
            turn.run();
        }
    }

    @Override
    public String toString()
    {
        return "Mapper{" + port.name() + ", probes=" + number + '}';
    }
}
