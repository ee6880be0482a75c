/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet.mcp;

/**
 * Answers a {@link Mapper} that runs at another host. It uses the last route of the table of its board.
 * <p>
 * <b>Note:</b> this class is not threadsafe: it belongs to the thread of the port.
 */
public final class MapResponder
{
    private final HostPort port;
    private final MapMessage message;

    /**
     * Opens a channel for maps.
     *
     * @param port    of the host.
     * @param channel the same one at all hosts.
     */
    public MapResponder(final HostPort port, final int channel)
    {
        this.port = port;
        message = new MapMessage(port, channel);
    }

    /**
     * Answers a probe that has arrived.
     *
     * @return number of probes that were answered.
     */
    public int poll()
    {
        if (0 != port.pending() || MapMessage.PROBE != message.receive())
        {
            return 0;
        }
        message.send(MapMessage.ANSWER, message.number(), MapMessage.reverse(message.route()));
        return 1;
    }

    @Override
    public String toString()
    {
        return "MapResponder{" + port.name() + '}';
    }
}
