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
    private static final int NOTICE = 1;

    private final DevicePort port;

    // By priority: the next slot belongs to the packet that is being written.
    private final boolean[] isOpen = new boolean[Priority.COUNT];

    DeviceSender(final DevicePort port)
    {
        this.port = port;
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
        return port.memory();
    }

    /**
     * Returns whether the queues are set up, and sets them up if the device has stopped only now.
     */
    boolean isReady()
    {
        return port.tryOpen();
    }

    /**
     * Returns whether a packet is open, so that nothing else may be written with that priority.
     */
    boolean isOpen(final Priority priority)
    {
        return isOpen[priority.ordinal()];
    }

    /**
     * Finds the next slot.
     *
     * @return its address; {@link DevicePort#NO_SLOT} if there is none, or a packet is open.
     */
    int tryFind(final Priority priority)
    {
        final int address = isOpen(priority) || !port.tryOpen() ? DevicePort.NO_SLOT :
            port.tryClaim(Priority.REPLY == priority);
        if (DevicePort.NO_SLOT == address)
        {
            publish();
        }
        return address;
    }

    /**
     * Opens a packet in the slot that was found. {@link #commit} or {@link #abort} must follow.
     */
    void open(final Priority priority, final int address, final int header, final int incarnation)
    {
        isOpen[priority.ordinal()] = true;
        writeHeader(address, header, incarnation, false);
    }

    /**
     * Writes what the other side has to know of a packet besides its words.
     */
    private void writeHeader(final int address, final int header, final int incarnation, final boolean isNotice)
    {
        final OffHeapBuffer memory = port.memory();
        memory.putInt(address, Slot.MARK | header);
        memory.putInt(address + Slot.LIBRARY, isNotice ? NOTICE : 0);
        memory.putInt(address + Slot.INCARNATION, incarnation);
    }

    /**
     * Returns whether a packet that has arrived is the notice of a put.
     */
    static boolean isNotice(final OffHeapBuffer memory, final int address)
    {
        return NOTICE == memory.getInt(address + Slot.LIBRARY);
    }

    void commit(final Priority priority)
    {
        isOpen[priority.ordinal()] = false;
        port.stage(Priority.REPLY == priority);
    }

    void abort(final Priority priority)
    {
        // The slot is the next one again.
        isOpen[priority.ordinal()] = false;
    }

    void publish()
    {
        port.publish();
    }

    /**
     * Sends the notice of a put, if there is room.
     */
    boolean isNoticeSent(final Priority priority, final int node, final int incarnation, final Transfer transfer)
    {
        final int address = tryFind(priority);
        if (DevicePort.NO_SLOT == address)
        {
            return false;
        }
        writeHeader(address, Slot.header(false, transfer.type(), NOTICE_WORDS, node), incarnation, true);
        transfer.writeNotice(port.memory(), content(address));
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
