/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.funi.device.DevicePort;
import org.isotach.niu.funi.device.Slot;

/**
 * The put or get that is under way to one node, with one priority, through devices. The bytes are copied by this side;
 * the notice is a packet, which needs a slot when they are there. Belongs to the thread of the sender.
 */
final class DeviceOutbound implements SendingEnd
{
    private final GangState state;
    private final int node;
    private final Priority priority;
    private final DeviceSender sender;
    private final Transfer transfer = new Transfer();
    private Endpoint peer;
    private boolean isCopied;
    private int address;

    // In the list of those that have something to do.
    private boolean isListed;

    DeviceOutbound(final GangState state, final int node, final Priority priority, final DeviceSender sender)
    {
        this.state = state;
        this.node = node;
        this.priority = priority;
        this.sender = sender;
    }

    @Override
    public int node()
    {
        return node;
    }

    @Override
    public Priority priority()
    {
        return priority;
    }

    @Override
    public boolean tryClaim()
    {
        address = isReady() ? sender.tryOpen(priority) : DevicePort.NO_SLOT;
        return DevicePort.NO_SLOT != address;
    }

    @Override
    public OffHeapBuffer buffer()
    {
        return sender.memory();
    }

    @Override
    public int content()
    {
        return DeviceSender.content(address);
    }

    @Override
    public void writeHeader(final int type, final int words)
    {
        sender.memory().putInt(address, Slot.header(false, type, words, node));
    }

    @Override
    public void commit()
    {
        sender.commit(priority);
    }

    @Override
    public void abort()
    {
        // The slot is claimed again.
    }

    @Override
    public boolean work()
    {
        if (state.isSuspended())
        {
            return false;
        }
        sender.publish();
        return tryAdvance();
    }

    /**
     * Returns whether a packet may be sent.
     */
    private boolean isReady()
    {
        if (state.isSuspended() || !tryAdvance())
        {
            return false;
        }
        peer = state.endpoint(node);
        if (peer.isDown())
        {
            throw state.down(peer);
        }
        return true;
    }

    @Override
    public long tryPut(
        final long pointer,
        final OffHeapBuffer source,
        final int offset,
        final int length,
        final int type,
        final long argument)
    {
        if (!tryClaim())
        {
            return -1;
        }
        // A long put must not keep what was sent before it.
        sender.publish();
        transfer.begin(true, peer.memory(), pointer, source, offset, length, type, argument);
        isCopied = false;
        tryAdvance();
        return transfer.begun();
    }

    @Override
    public long tryGet(final long pointer, final OffHeapBuffer target, final int offset, final int length)
    {
        if (!isReady())
        {
            return -1;
        }
        transfer.begin(false, peer.memory(), pointer, target, offset, length, 0, 0);
        isCopied = false;
        tryAdvance();
        return transfer.begun();
    }

    @Override
    public boolean tryAdvance()
    {
        if (!transfer.isOpen())
        {
            return true;
        }
        if (state.isSuspended())
        {
            return false;
        }
        TransferStatus status = peer.isDown() ? TransferStatus.PEER_DOWN :
            isCopied ? TransferStatus.DONE : transfer.copy(state.pieceLength());
        isCopied |= TransferStatus.DONE == status;
        if (TransferStatus.DONE == status && transfer.isPut() && !sender.isNoticeSent(priority, node, transfer))
        {
            status = TransferStatus.PENDING;
        }
        if (TransferStatus.PENDING == status)
        {
            return false;
        }
        transfer.end(status);
        return true;
    }

    @Override
    public void giveUp()
    {
        if (transfer.isOpen())
        {
            transfer.end(TransferStatus.PEER_DOWN);
        }
    }

    @Override
    public TransferStatus status(final long number)
    {
        return transfer.status(number);
    }

    @Override
    public boolean isListed()
    {
        return isListed;
    }

    @Override
    public void isListed(final boolean value)
    {
        isListed = value;
    }

    @Override
    public String toString()
    {
        return "DeviceOutbound{node=" + node + ", priority=" + priority + ", transfers=" + transfer.begun() + '}';
    }
}
