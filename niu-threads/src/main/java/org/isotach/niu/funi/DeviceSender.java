/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.funi.device.DevicePort;
import org.isotach.niu.funi.device.Slot;

/**
 * Writes packets into the send queues of a device. Belongs to the thread of the sender.
 */
final class DeviceSender
{
    // From the header of a slot of a device to that of a ring, so that both are read and written by the same code.
    private static final int CONTENT = Slot.BODY - PacketLayout.BODY_OFFSET;
    private static final int NOTICE_WORDS = 6;

    private final DevicePort port;
    private final OffHeapBuffer memory;

    DeviceSender(final DevicePort port)
    {
        this.port = port;
        memory = port.member().memory();
    }

    /**
     * Returns where the content of the packet in a slot begins.
     */
    static int content(final int address)
    {
        return address + CONTENT;
    }

    OffHeapBuffer memory()
    {
        return memory;
    }

    /**
     * Opens the next slot.
     *
     * @return its address; {@link DevicePort#NO_SLOT} if there is none.
     */
    int tryOpen(final Priority priority)
    {
        final int address = port.tryOpen() ? port.tryClaim(Priority.REPLY == priority) : DevicePort.NO_SLOT;
        if (DevicePort.NO_SLOT == address)
        {
            publish();
        }
        return address;
    }

    void commit(final Priority priority)
    {
        port.stage(Priority.REPLY == priority);
    }

    void publish()
    {
        port.publish();
    }

    /**
     * Sends the notice of a put, if there is room.
     */
    boolean isNoticeSent(final Priority priority, final int node, final Transfer transfer)
    {
        final int address = tryOpen(priority);
        if (DevicePort.NO_SLOT == address)
        {
            return false;
        }
        memory.putInt(address, Slot.MARK | Slot.header(false, transfer.type(), NOTICE_WORDS, node));
        transfer.writeNotice(memory, content(address));
        commit(priority);
        publish();
        return true;
    }

    @Override
    public String toString()
    {
        return "DeviceSender{" + port + '}';
    }
}
