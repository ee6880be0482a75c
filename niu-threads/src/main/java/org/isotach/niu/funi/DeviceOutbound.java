/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.funi.device.DevicePort;
import org.isotach.niu.funi.device.Slot;

/**
 * The sending end to one node, for one priority, through devices. The bytes of a put or get are copied by this side;
 * the notice is a packet, which needs a slot when they are there. Belongs to the thread of the sender.
 */
final class DeviceOutbound extends SendingEnd
{
    private final DeviceSender sender;
    private boolean isCopied;
    private int address;

    DeviceOutbound(final GangState state, final int node, final Priority priority, final DeviceSender sender)
    {
        super(state, node, priority);
        this.sender = sender;
    }

    @Override
    void connect(final Endpoint current)
    {
        peer = current;
    }

    @Override
    boolean tryOpen()
    {
        address = sender.tryOpen(priority);
        return DevicePort.NO_SLOT != address;
    }

    @Override
    OffHeapBuffer buffer()
    {
        return sender.memory();
    }

    @Override
    int content()
    {
        return DeviceSender.content(address);
    }

    @Override
    void writeHeader(final int type, final int words)
    {
        sender.memory().putInt(address, Slot.header(false, type, words, node));
    }

    @Override
    void commit()
    {
        sender.commit(priority);
    }

    @Override
    void abort()
    {
        // The slot is claimed again.
    }

    @Override
    void flush()
    {
        sender.publish();
    }

    @Override
    TransferStatus advance(final int pieceLength)
    {
        final TransferStatus status = isCopied ? TransferStatus.DONE : transfer.copy(pieceLength);
        isCopied = TransferStatus.DONE == status;
        return isCopied && transfer.isPut() && !sender.isNoticeSent(priority, node, transfer) ?
            TransferStatus.PENDING : status;
    }

    @Override
    void end(final TransferStatus status)
    {
        isCopied = false;
        super.end(status);
    }
}
