/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import org.isotach.niu.funi.device.DevicePort;
import org.isotach.niu.funi.device.RemoteAccess;
import org.isotach.niu.funi.device.Slot;

/**
 * The accesses to memory of others that one member may have under way at a time, all its transfers together. Their
 * places come before its queues, so they stay where they are when those change. Belongs to the thread of the member.
 */
final class DeviceAccesses
{
    /**
     * As many as are on their way while the first one is answered, about.
     */
    static final int COUNT = 8;

    static final int LENGTH = COUNT * RemoteAccess.PLACE_LENGTH;

    /**
     * Where the queues begin.
     */
    static final int END = Slot.LENGTH + LENGTH;

    private final DevicePort port;
    private final RemoteAccess[] accesses = new RemoteAccess[COUNT];
    private final boolean[] isTaken = new boolean[COUNT];

    // Where in its own memory a member wants what is read.
    private final int[] targets = new int[COUNT];

    DeviceAccesses(final DevicePort port)
    {
        this.port = port;
        for (int i = 0; i < COUNT; i++)
        {
            accesses[i] = new RemoteAccess(port, Slot.LENGTH + i * RemoteAccess.PLACE_LENGTH);
        }
    }

    /**
     * Begins an access for the next bytes of a transfer.
     *
     * @return its number; -1 if there is none, or no room to send it.
     */
    int tryBegin(
        final Priority priority, final int node, final int incarnation, final Transfer transfer, final int length)
    {
        for (int i = 0; i < COUNT; i++)
        {
            if (!isTaken[i] && !accesses[i].isPending())
            {
                isTaken[i] = isBegun(accesses[i], Priority.REPLY == priority, node, incarnation, transfer, length);
                targets[i] = transfer.index();
                return isTaken[i] ? i : -1;
            }
        }
        return -1;
    }

    private static boolean isBegun(
        final RemoteAccess access,
        final boolean isReply,
        final int node,
        final int incarnation,
        final Transfer transfer,
        final int length)
    {
        final int segment = SharedSegment.number(transfer.pointer());
        final int offset = SharedSegment.offset(transfer.pointer());
        return transfer.isPut() ?
            access.tryWrite(isReply, node, incarnation, segment, offset, transfer.local(), transfer.index(), length) :
            access.tryRead(isReply, node, incarnation, segment, offset, length);
    }

    boolean isPending(final int number)
    {
        return accesses[number].isPending();
    }

    /**
     * Ends an access that is answered, and copies what was read.
     *
     * @return false if it was denied.
     */
    boolean isEndedWell(final int number, final Transfer transfer)
    {
        isTaken[number] = false;
        final boolean isDone = accesses[number].isDone();
        if (isDone && !transfer.isPut())
        {
            accesses[number].copyTo(transfer.local(), targets[number]);
        }
        return isDone;
    }

    /**
     * Ends an access whose answer nobody waits for any more.
     */
    void giveUp(final int number)
    {
        isTaken[number] = false;
        accesses[number].giveUp();
    }

    /**
     * Sends the accesses that were begun.
     */
    void publish()
    {
        port.publish();
    }

    /**
     * Works for the devices, if nobody else does.
     */
    boolean serve()
    {
        return port.member().work() > 0;
    }

    @Override
    public String toString()
    {
        return "DeviceAccesses{" + port + '}';
    }
}
