/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet.mcp;

/**
 * An interface card with its control program. {@link Fabric} makes it, and connects it. Threadsafe, but not its port.
 */
public final class Board
{
    private final Mcp mcp;
    private final HostPort port;
    private boolean isConnected;

    Board(final String name, final McpContext context)
    {
        final HostRegion region = new HostRegion(context);
        mcp = new Mcp("board " + name, context, region);
        port = new HostPort(name, context, mcp.sram(), region);
    }

    void checkFree()
    {
        if (isConnected)
        {
            throw new IllegalStateException("board " + name() + " has one cable (expected: a board that has none)");
        }
    }

    void connect(final LinkEnd end)
    {
        checkFree();
        isConnected = true;
        mcp.connect(end);
    }

    /**
     * Returns the control program.
     */
    Mcp mcp()
    {
        if (!isConnected)
        {
            throw new IllegalStateException("board " + name() + " has no cable: call plug() first");
        }
        return mcp;
    }

    /**
     * Returns the name of the board.
     *
     * @return the name.
     */
    public String name()
    {
        return port.name();
    }

    /**
     * Returns what the host uses.
     *
     * @return always the same object.
     */
    public HostPort port()
    {
        return port;
    }

    /**
     * Returns how many packets the board has dropped.
     *
     * @param reason why.
     * @return number of packets since the beginning.
     */
    public long dropped(final McpDrop reason)
    {
        return mcp.dropped(reason);
    }

    /**
     * Returns how often a packet has interrupted the processor of the board.
     *
     * @return number of interrupts since the beginning.
     */
    public long interrupts()
    {
        return mcp.interrupts();
    }

    @Override
    public String toString()
    {
        return mcp.toString();
    }
}
