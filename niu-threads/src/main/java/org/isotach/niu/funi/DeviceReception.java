/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.funi.device.DeviceGang;
import org.isotach.niu.funi.device.DevicePort;
import org.isotach.niu.funi.device.Slot;

/**
 * Takes the packets of one member that devices have delivered: replies first. A packet is in its slot as long as its
 * handler runs; the handler of a request may poll for replies, which have another queue. A handler may close its queue
 * pair, and is called no more then.
 * <p>
 * Belongs to the thread of the receiver.
 */
final class DeviceReception extends ReceivingEnd
{
    private static final int MAX_STEPS = 256;

    private final GangState state;
    private final Endpoint self;
    private final DeviceGang gang;
    private final DevicePort port;
    private final boolean isParanoid;
    private final PacketView[] views = { new PacketView(), new PacketView() };
    private long dropped;

    // Of the gang, when the length of the queues was last compared.
    private int resizes;

    // The member that was looked at last.
    private int looked;

    DeviceReception(
        final GangState state,
        final Endpoint self,
        final DeviceGang gang,
        final DevicePort port,
        final boolean isParanoid)
    {
        this.state = state;
        this.self = self;
        this.gang = gang;
        this.port = port;
        this.isParanoid = isParanoid;
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
        int address = next(isReply);
        // Only what the member has sent that the node is now: not what an earlier one has left.
        while (DevicePort.NO_SLOT != address && !isCurrent(address))
        {
            dropped++;
            port.pass(isReply);
            address = next(isReply);
        }
        if (DevicePort.NO_SLOT == address)
        {
            return false;
        }
        if (isParanoid)
        {
            // Before the packet is taken: nobody would get it without a view.
            views[priority.ordinal()] = new PacketView();
        }
        try
        {
            handle(priority, address, handler);
        }
        finally
        {
            port.pass(isReply);
        }
        return true;
    }

    private int next(final boolean isReply)
    {
        return state.isSuspended() || self.isClosed() || !port.tryOpen() ? DevicePort.NO_SLOT :
            port.tryReceive(isReply);
    }

    private boolean isCurrent(final int address)
    {
        final OffHeapBuffer memory = port.memory();
        return memory.getInt(address + Slot.INCARNATION) ==
            state.endpoint(memory.getInt(address + Slot.SENDER)).incarnation();
    }

    @Override
    long dropped()
    {
        // What has another group is rejected, not dropped.
        return dropped;
    }

    /**
     * In INVOKER nobody else serves the devices.
     */
    @Override
    boolean serve(final boolean isPacketOpen)
    {
        if (port.tryOpen() && !state.isSuspended())
        {
            port.advance();
            resize(isPacketOpen);
            lookAtNextMember();
        }
        int steps = 0;
        while (steps < MAX_STEPS && port.member().work() > 0)
        {
            steps++;
        }
        return steps > 0;
    }

    private void resize(final boolean isPacketOpen)
    {
        final int count = state.resizes();
        // Inside a handler its packet is still there, and a reply may need a slot.
        if (count != resizes && null == inside() && !isPacketOpen && isResized(state.slots()))
        {
            resizes = count;
        }
    }

    private boolean isResized(final int slots)
    {
        try
        {
            return slots == port.slots() || port.tryResize(slots);
        }
        catch (final OutOfMemoryError ex)
        {
            // The queues are as before. To try each time would take longer than to poll: the JVM collects first.
            return true;
        }
    }

    /**
     * Nobody says that a host was expelled. What is for a member that is gone would keep the lines of the device, and
     * then the slots, that packets for the others need.
     */
    private void lookAtNextMember()
    {
        looked = (looked + 1) % state.size();
        final Endpoint member = state.endpoint(looked);
        if (member.isDown())
        {
            gang.giveUp(looked, member.incarnation());
        }
    }

    private void handle(final Priority priority, final int address, final PacketHandler handler)
    {
        final OffHeapBuffer memory = port.memory();
        final int header = memory.getInt(address);
        final boolean isNotice = DeviceSender.isNotice(memory, address);
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
