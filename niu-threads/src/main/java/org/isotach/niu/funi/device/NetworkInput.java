/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import org.isotach.memory.OffHeapBuffer;

/**
 * Takes packets from the network, and answers each one that carries data: it is accepted if it is for the group that
 * the device works for, no context switch is under way, and the buffer of its priority has room (Hoe, FUNet, section
 * 5.6.2). As long as an acknowledgement waits for room in the network no other data is taken; acknowledgements always
 * are. What is for a member that is not there any more is accepted, so that its sender is rid of it, and dropped.
 */
final class NetworkInput
{
    private final DeviceState state;

    private final InputPort port;

    // By host.
    private final InputPort[] ports;
    private final Bells bells;

    // By priority.
    private final ReceiveFifo requests;
    private final ReceiveFifo replies;
    private final ReceiveFifo accesses;
    private final ReceiveFifo answers;

    // The acknowledgement that waits.
    private boolean isAckWaiting;
    private int ackHost;
    private int ackGroup;
    private int ackLine;
    private boolean isPositive;

    NetworkInput(
        final DeviceState state,
        final InputPort[] ports,
        final Bells bells,
        final ReceiveFifo requests,
        final ReceiveFifo replies,
        final ReceiveFifo accesses,
        final ReceiveFifo answers)
    {
        this.accesses = accesses;
        this.answers = answers;
        this.state = state;
        this.ports = ports;
        port = ports[state.host];
        this.bells = bells;
        this.requests = requests;
        this.replies = replies;
    }

    int advance()
    {
        int work = 0;
        if (isAckWaiting && isAckSent())
        {
            state.engines.remove(Engines.ACKNOWLEDGEMENT);
            work++;
        }
        if (port.isEmpty())
        {
            return work;
        }
        while (port.hasAck())
        {
            takeAck();
            work++;
        }
        if (!isAckWaiting && port.hasData())
        {
            takeData();
            if (!isAckSent())
            {
                state.engines.add(Engines.ACKNOWLEDGEMENT);
            }
            work++;
        }
        return work;
    }

    /**
     * Returns whether nothing has come, nothing is about to come, and no acknowledgement waits.
     */
    boolean isIdle()
    {
        return !isAckWaiting && port.isEmpty();
    }

    private boolean isAckSent()
    {
        final InputPort target = ports[ackHost];
        final int index = target.tryClaim(true);
        if (InputPort.NO_CREDIT == index)
        {
            return false;
        }
        final OffHeapBuffer memory = target.memory();
        memory.putInt(index + Packet.FLAGS, Packet.ACK | (isPositive ? Packet.POSITIVE : 0));
        memory.putInt(index + Packet.GROUP, ackGroup);
        memory.putInt(index + Packet.LINE, ackLine);
        target.send(index);
        isAckWaiting = false;
        bells.of(ackHost).arrived();
        return true;
    }

    private void takeAck()
    {
        final OffHeapBuffer memory = port.memory();
        final int index = port.first(true);
        final int line = memory.getInt(index + Packet.LINE);
        final boolean isAccepted = 0 != (memory.getInt(index + Packet.FLAGS) & Packet.POSITIVE);
        if (state.group() != memory.getInt(index + Packet.GROUP))
        {
            state.counts.count(DeviceEvent.STALE_ACK);
        }
        else
        {
            state.acknowledged(line);
            state.counts.count(isAccepted ? DeviceEvent.ACK : DeviceEvent.NAK);
            if (isAccepted)
            {
                state.release(line);
            }
        }
        port.release(true);
    }

    private void takeData()
    {
        final OffHeapBuffer memory = port.memory();
        final int index = port.first(false);
        final ReceiveFifo fifo = fifo(memory.getInt(index + Packet.FLAGS));
        ackGroup = memory.getInt(index + Packet.GROUP);
        ackLine = memory.getInt(index + Packet.LINE);
        ackHost = memory.getInt(index + Packet.HOST);
        // How much older the member is than the one that the packet is for: that one may be about to come.
        final int age = memory.getInt(index + Packet.TARGET) - state.routes().incarnation();
        isPositive = state.group() == ackGroup && !state.isIn(Control.CTXM) && !fifo.isFull();
        isPositive &= age <= 0;
        if (Groups.SYSTEM == ackGroup)
        {
            state.interrupt(Interrupt.SYSTEM_PACKET);
        }
        if (isPositive && 0 == age)
        {
            fifo.add(memory, index);
            state.engines.add(Engines.DELIVERY);
        }
        else if (isPositive)
        {
            state.counts.count(DeviceEvent.STALE);
        }
        state.counts.count(isPositive ? DeviceEvent.ACCEPTED : DeviceEvent.REJECTED);
        isAckWaiting = true;
        port.release(false);
    }

    private ReceiveFifo fifo(final int flags)
    {
        if (0 != (flags & (Packet.ANSWER | Packet.ACCESS)))
        {
            return 0 != (flags & Packet.ANSWER) ? answers : accesses;
        }
        return 0 != (flags & Packet.REPLY) ? replies : requests;
    }

    @Override
    public String toString()
    {
        return "NetworkInput{ackWaiting=" + isAckWaiting + ", requests=" + requests + ", replies=" + replies +
            ", accesses=" + accesses + ", answers=" + answers + '}';
    }
}
