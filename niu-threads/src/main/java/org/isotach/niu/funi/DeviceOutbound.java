/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.funi.device.DevicePort;
import org.isotach.niu.funi.device.RemoteAccess;
import org.isotach.niu.funi.device.Slot;

/**
 * The sending end to one node, for one priority, through devices. The bytes of a put or get go in accesses, several of
 * which are under way; the notice is a packet, which needs a slot when all bytes are there. Belongs to the thread of
 * the sender.
 */
final class DeviceOutbound extends SendingEnd
{
    private static final int MAX_STEPS = 256;

    private final DeviceSender sender;
    private final DeviceAccesses accesses;

    // Those of the transfer that is under way, or is left over.
    private final int[] pending = new int[DeviceAccesses.COUNT];
    private int pendingCount;
    private boolean hasBegun;
    private boolean isDenied;
    private int address;

    DeviceOutbound(
        final GangState state,
        final int node,
        final Priority priority,
        final DeviceSender sender,
        final DeviceAccesses accesses)
    {
        super(state, node, priority);
        this.sender = sender;
        this.accesses = accesses;
    }

    @Override
    void connect(final Endpoint current)
    {
        peer = current;
    }

    @Override
    boolean tryOpen()
    {
        address = sender.tryFind(priority);
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
        sender.open(priority, address, Slot.header(false, type, words, node), peer.incarnation());
    }

    @Override
    void commit()
    {
        sender.commit(priority);
    }

    @Override
    void abort()
    {
        sender.abort(priority);
    }

    @Override
    void flush()
    {
        sender.publish();
    }

    @Override
    TransferStatus advance(final int pieceLength)
    {
        collect();
        if (!isDenied)
        {
            begin(pieceLength);
        }
        serve();
        collect();
        if (pendingCount > 0 || !isDenied && !isAllBegun())
        {
            return TransferStatus.PENDING;
        }
        if (isDenied)
        {
            return TransferStatus.DENIED;
        }
        return transfer.isPut() && !sender.isNoticeSent(priority, node, peer.incarnation(), transfer) ?
            TransferStatus.PENDING : TransferStatus.DONE;
    }

    /**
     * Also a transfer without bytes has to be allowed.
     */
    private boolean isAllBegun()
    {
        return hasBegun && 0 == transfer.rest();
    }

    private void begin(final int pieceLength)
    {
        int room = pieceLength;
        // An access is sent from a slot, too, and the next one may belong to a packet that is being written.
        boolean isBegun = sender.isReady() && !sender.isOpen(priority);
        while (isBegun && room > 0 && !isAllBegun())
        {
            final int length = Math.min(Math.min(room, RemoteAccess.MAX_LENGTH), transfer.rest());
            final int number = accesses.tryBegin(priority, node, peer.incarnation(), transfer, length);
            isBegun = number >= 0;
            if (isBegun)
            {
                pending[pendingCount++] = number;
                hasBegun = true;
                transfer.move(length);
                room -= RemoteAccess.MAX_LENGTH;
            }
        }
        accesses.publish();
    }

    /**
     * In INVOKER nobody else serves the devices.
     */
    private void serve()
    {
        int steps = 0;
        while (steps < MAX_STEPS && isPending() && accesses.serve())
        {
            steps++;
        }
    }

    private boolean isPending()
    {
        for (int i = 0; i < pendingCount; i++)
        {
            if (accesses.isPending(pending[i]))
            {
                return true;
            }
        }
        return false;
    }

    private void collect()
    {
        int left = 0;
        for (int i = 0; i < pendingCount; i++)
        {
            if (accesses.isPending(pending[i]))
            {
                pending[left++] = pending[i];
            }
            else
            {
                isDenied |= !accesses.isEndedWell(pending[i], transfer);
            }
        }
        pendingCount = left;
    }

    /**
     * What a put that was given up has sent would overtake what comes next, so that waits for the answers.
     */
    @Override
    boolean isSettled()
    {
        if (pendingCount > 0)
        {
            settle();
        }
        return 0 == pendingCount;
    }

    private void settle()
    {
        if (isPeerGone())
        {
            giveUpAccesses();
        }
        else
        {
            serve();
            collect();
            isDenied = false;
        }
    }

    private void giveUpAccesses()
    {
        for (int i = 0; i < pendingCount; i++)
        {
            accesses.giveUp(pending[i]);
        }
        pendingCount = 0;
    }

    @Override
    void end(final TransferStatus status)
    {
        // Reads change nothing, and a member that is gone does not answer.
        if (!transfer.isPut() || isPeerGone())
        {
            giveUpAccesses();
        }
        hasBegun = false;
        isDenied = false;
        super.end(status);
    }
}
