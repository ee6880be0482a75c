/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.funi.device.DevicePort;
import org.isotach.niu.funi.device.Slot;

/**
 * Takes the packets of one member that devices have delivered: replies first. A packet is in its slot as long as its
 * handler runs; the handler of a request may poll for replies, which have another queue.
 * <p>
 * Belongs to the thread of the receiver.
 */
final class DeviceReception extends ReceivingEnd
{
    private static final int MAX_STEPS = 256;

    private final GangState state;
    private final DevicePort port;
    private final OffHeapBuffer memory;
    private final boolean isParanoid;
    private final PacketView[] views = { new PacketView(), new PacketView() };

    DeviceReception(final GangState state, final DevicePort port, final boolean isParanoid)
    {
        this.state = state;
        this.port = port;
        this.isParanoid = isParanoid;
        memory = port.member().memory();
    }

    @Override
    int poll(final int limit, final PacketHandler handler)
    {
        final boolean takesRequests = null == inside();
        int done = 0;
        while (done < limit &&
            (tryTake(Priority.REPLY, handler) || takesRequests && tryTake(Priority.REQUEST, handler)))
        {
            done++;
        }
        return done;
    }

    @Override
    boolean tryTake(final Priority priority, final PacketHandler handler)
    {
        final boolean isReply = Priority.REPLY == priority;
        final int address =
            state.isSuspended() || !port.tryOpen() ? DevicePort.NO_SLOT : port.tryReceive(isReply);
        if (DevicePort.NO_SLOT == address)
        {
            return false;
        }
        try
        {
            handle(priority, address, handler);
        }
        finally
        {
            port.release(isReply);
        }
        return true;
    }

    @Override
    long dropped()
    {
        // What has another group is rejected, not dropped.
        return 0;
    }

    /**
     * In INVOKER nobody else serves the devices.
     */
    @Override
    boolean serve()
    {
        if (port.tryOpen() && !state.isSuspended())
        {
            port.advance();
            // Inside a handler its packet is still there.
            if (null == inside() && state.slots() != port.slots())
            {
                port.tryResize(state.slots());
            }
        }
        int steps = 0;
        while (steps < MAX_STEPS && port.member().work() > 0)
        {
            steps++;
        }
        return steps > 0;
    }

    private void handle(final Priority priority, final int address, final PacketHandler handler)
    {
        final int header = memory.getInt(address);
        final boolean isNotice = 0 != (header & Slot.MARK);
        if (isParanoid)
        {
            views[priority.ordinal()] = new PacketView();
        }
        final PacketView shown = views[priority.ordinal()];
        shown.open(memory, DeviceSender.content(address), isNotice ? 0 : Slot.words(header));
        shown.isTransfer(isNotice);
        handle(priority, Slot.type(header), memory.getInt(address + Slot.SENDER), shown, handler);
    }

    @Override
    public String toString()
    {
        return "DeviceReception{inside=" + inside() + ", " + port + '}';
    }
}
