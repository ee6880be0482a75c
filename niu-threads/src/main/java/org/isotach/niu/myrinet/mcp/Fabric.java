/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet.mcp;

import java.util.ArrayList;
import java.util.List;

import org.isotach.niu.spi.Unit;

/**
 * Boards and switches, and the cables between them, in any form. It has no threads: either one thread calls {@link
 * #step()}, and can look at everything in between, or threads of yours serve the {@link #units()}.
 * <pre>{@code
 * Fabric fabric = new Fabric(new McpContext());
 * int first = fabric.addSwitch(8);
 * Board alpha = fabric.addBoard("alpha");
 * Board beta = fabric.addBoard("beta");
 * fabric.plug(alpha, first, 0);
 * fabric.plug(beta, first, 5);
 * fabric.start();
 * beta.port().open(0);
 * alpha.port().route(1, (byte)5);
 * alpha.port().trySend(1, 0, payload, 0, 1000);
 * }</pre>
 * <b>Note:</b> this class is not threadsafe. Build it before it is served.
 */
public final class Fabric
{
    /**
     * Largest number of ports of a switch, so that a signed byte leads from each to every other.
     */
    public static final int MAX_PORTS = 128;

    private final McpContext context;
    private final List<CrossbarSwitch> switches = new ArrayList<>();
    private final List<Board> boards = new ArrayList<>();

    /**
     * Makes an empty fabric.
     *
     * @param context the settings of all boards, which are copied.
     * @throws IllegalArgumentException when the settings contradict each other.
     */
    public Fabric(final McpContext context)
    {
        this.context = context.checkedCopy();
    }

    /**
     * Adds a switch.
     *
     * @param ports number of its ports, 2..128.
     * @return number of the switch, for the other methods; the network knows none.
     */
    public int addSwitch(final int ports)
    {
        if (ports < 2 || ports > MAX_PORTS)
        {
            throw new IllegalArgumentException("ports: " + ports + " (expected: 2.." + MAX_PORTS + ')');
        }
        switches.add(new CrossbarSwitch("switch " + switches.size(), ports));
        return switches.size() - 1;
    }

    /**
     * Adds a board.
     *
     * @param name of the board, without spaces, 1..32 letters of ASCII.
     * @return the board.
     */
    public Board addBoard(final String name)
    {
        if (!name.matches("[!-~&&[^#]]{1,32}") || boards.stream().anyMatch(board -> board.name().equals(name)))
        {
            throw new IllegalArgumentException("name: " + name + " (expected: one that no other board has, 1..32" +
                " letters of ASCII without spaces and #)");
        }
        final Board board = new Board(name, context);
        boards.add(board);
        return board;
    }

    /**
     * Connects a board with a switch.
     *
     * @param board    the board.
     * @param switchId number of the switch.
     * @param port     of the switch.
     * @throws IllegalArgumentException when there is no such port, or it has a cable: nothing is connected then.
     * @throws IllegalStateException    when the board has a cable.
     */
    public void plug(final Board board, final int switchId, final int port)
    {
        board.checkFree();
        board.connect(plug(switchId, port));
    }

    /**
     * Connects two boards back to back.
     *
     * @param first  one.
     * @param second the other one.
     * @throws IllegalArgumentException when both are the same.
     * @throws IllegalStateException    when one of them has a cable: nothing is connected then.
     */
    public void plug(final Board first, final Board second)
    {
        if (first == second)
        {
            throw new IllegalArgumentException(
                "board " + first.name() + " cannot be connected with itself (expected: two boards)");
        }
        second.checkFree();
        second.connect(plug(first));
    }

    /**
     * Connects two switches.
     *
     * @param first      number of one.
     * @param firstPort  its port.
     * @param second     number of the other one.
     * @param secondPort its port.
     * @throws IllegalArgumentException when both are the same port, or there is no such port, or one of them has a
     *                                  cable: nothing is connected then.
     */
    public void connect(final int first, final int firstPort, final int second, final int secondPort)
    {
        if (first == second && firstPort == secondPort)
        {
            throw new IllegalArgumentException("port: " + firstPort + " of switch " + first +
                " cannot be connected with itself (expected: two ports)");
        }
        switches.get(second).checkFree(secondPort);
        switches.get(second).connect(secondPort, plug(first, firstPort));
    }

    /**
     * Connects a port of a switch with a cable, and returns the other end.
     */
    LinkEnd plug(final int switchId, final int port)
    {
        final LinkEnd[] cable = context.newCable();
        switches.get(switchId).connect(port, cable[0]);
        return cable[1];
    }

    /**
     * Connects a board with a cable, and returns the other end.
     */
    LinkEnd plug(final Board board)
    {
        final LinkEnd[] cable = context.newCable();
        board.connect(cable[0]);
        return cable[1];
    }

    /**
     * Returns what has to be served: boards and switches. Each may be served by another thread.
     *
     * @return a new list.
     * @throws IllegalStateException if a board has no cable.
     */
    public List<Unit> units()
    {
        final List<Unit> units = new ArrayList<>(switches);
        for (final Board board : boards)
        {
            units.add(board.mcp());
        }
        return units;
    }

    /**
     * Serves everything until all hosts have finished the handshake with their boards.
     */
    public void start()
    {
        for (final Board board : boards)
        {
            while (!board.port().tryInit())
            {
                step();
            }
        }
    }

    /**
     * Does one step of everything.
     *
     * @return how much was done, 0 if nothing.
     * @throws IllegalStateException if a board has no cable.
     */
    public int step()
    {
        int work = 0;
        for (int i = 0; i < switches.size(); i++)
        {
            work += switches.get(i).doWork();
        }
        for (int i = 0; i < boards.size(); i++)
        {
            work += boards.get(i).mcp().doWork();
        }
        return work;
    }

    /**
     * Returns how many packets led to a port without a cable, or to none.
     *
     * @return number of packets since the beginning.
     */
    public long droppedBySwitches()
    {
        return switches.stream().mapToLong(CrossbarSwitch::dropped).sum();
    }

    @Override
    public String toString()
    {
        return "Fabric{switches=" + switches.size() + ", boards=" + boards + '}';
    }
}
