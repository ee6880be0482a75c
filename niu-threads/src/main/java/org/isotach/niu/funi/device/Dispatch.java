/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import org.isotach.memory.OffHeapBuffer;

/**
 * Sends what is in the packet cache and waits for no acknowledgement: what was retrieved, and what was rejected (Hoe,
 * FUNet, section 5.2.4). A line stays occupied until its packet is accepted.
 */
final class Dispatch
{
    private final DeviceState state;
    private final OffHeapBuffer cache;

    // By host of the receiver.
    private final InputPort[] ports;
    private final Bells bells;
    private int last;

    Dispatch(final DeviceState state, final InputPort[] ports, final Bells bells)
    {
        this.state = state;
        this.ports = ports;
        this.bells = bells;
        cache = state.cache.memory();
    }

    /**
     * Returns the lines that are to be sent: one bit each.
     */
    int ready()
    {
        return state.isIn(Control.CTXM) ? 0 : ~state.free() & state.out();
    }

    int advance()
    {
        final int ready = ready();
        if (0 == ready)
        {
            return 0;
        }
        for (int i = 1; i <= PacketCache.ALL_LINES; i++)
        {
            final int line = (last + i) % PacketCache.ALL_LINES;
            if (0 != (ready & 1 << line) && isSent(line))
            {
                last = line;
                return 1;
            }
        }
        return 0;
    }

    private boolean isSent(final int line)
    {
        final int index = PacketCache.index(state.group(), line);
        final int node = Slot.node(cache.getInt(index + Packet.HEADER));
        final int target = Groups.RESTORE == state.group() ? state.host : state.routes().host(node);
        if (target < 0)
        {
            state.counts.count(DeviceEvent.NO_ROUTE);
            state.release(line);
            return true;
        }
        final InputPort port = ports[target];
        final int place = port.tryClaim(false);
        if (InputPort.NO_CREDIT == place)
        {
            return false;
        }
        Packet.copy(cache, index, port.memory(), place);
        state.counts.count(state.isSentAgain(line) ? DeviceEvent.SENT_AGAIN : DeviceEvent.SENT);
        port.send(place);
        bells.ring(target);
        return true;
    }

    @Override
    public String toString()
    {
        return "Dispatch{last=" + last + '}';
    }
}
