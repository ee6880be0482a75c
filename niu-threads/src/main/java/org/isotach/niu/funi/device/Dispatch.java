/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import org.isotach.memory.OffHeapBuffer;

/**
 * Sends what is in the packet cache and waits for no acknowledgement: what was retrieved, and what was rejected (Hoe,
 * FUNet, section 5.2.4). A line stays occupied until its packet is accepted.
 * <p>
 * A packet that is rejected again and again waits for some steps each time, drawn at random. Otherwise its device,
 * which learns first that the receiver has room for one more packet, could keep a packet of another device away for
 * ever, perhaps the one that the receiver waits for: devices that are served in turn always come in the same order.
 */
final class Dispatch
{
    // A rejected packet waits for fewer steps than two to this power.
    private static final int MAX_WAIT_BITS = 5;
    private static final int LINES = (1 << PacketCache.ALL_LINES) - 1;

    private final DeviceState state;
    private final OffHeapBuffer cache;

    // By line: how often its packet was sent again, and the steps for which it waits if it is rejected.
    private final int[] tries = new int[PacketCache.ALL_LINES];
    private final int[] waits = new int[PacketCache.ALL_LINES];

    // By host of the receiver.
    private final InputPort[] ports;
    private final Bells bells;
    private int last;
    private int random;

    Dispatch(final DeviceState state, final InputPort[] ports, final Bells bells)
    {
        this.state = state;
        this.ports = ports;
        this.bells = bells;
        cache = state.cache.memory();
        random = state.host + 1;
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
        int work = 0;
        // Those behind the last one first.
        int left = (ready | ready << PacketCache.ALL_LINES) >>> last + 1 & LINES;
        while (0 != left)
        {
            final int line = last + 1 + Integer.numberOfTrailingZeros(left) & PacketCache.ALL_LINES - 1;
            if (isWaiting(line))
            {
                work = 1;
            }
            else if (isSent(line))
            {
                last = line;
                return 1;
            }
            left &= left - 1;
        }
        return work;
    }

    private boolean isWaiting(final int line)
    {
        if (state.isRejected(line) && waits[line] > 0)
        {
            waits[line]--;
            return true;
        }
        return false;
    }

    /**
     * Draws for how many steps a packet is to wait if it is rejected; for none if that is the first time.
     */
    private void draw(final int line, final boolean isSentAgain)
    {
        tries[line] = isSentAgain ? Math.min(MAX_WAIT_BITS, tries[line] + 1) : 0;
        random ^= random << 13;
        random ^= random >>> 17;
        random ^= random << 5;
        waits[line] = random >>> 1 & (1 << tries[line]) - 1;
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
        final boolean isSentAgain = state.isSentAgain(line);
        draw(line, isSentAgain);
        state.counts.count(isSentAgain ? DeviceEvent.SENT_AGAIN : DeviceEvent.SENT);
        port.send(place);
        bells.of(target).arrived();
        return true;
    }

    @Override
    public String toString()
    {
        return "Dispatch{last=" + last + '}';
    }
}
