/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import org.isotach.memory.OffHeapBuffer;

/**
 * A message in a send queue that is being handed over to another device.
 */
final class HandedMessage
{
    private final DeviceState state;
    private OffHeapBuffer memory;
    private int address;
    private boolean isReply;
    private int header;
    private int target;

    /**
     * @param state of the device of the sender.
     */
    HandedMessage(final DeviceState state)
    {
        this.state = state;
    }

    /**
     * @param written header, as the process has written it.
     */
    void set(final OffHeapBuffer buffer, final int slot, final boolean isOfReplies, final int written)
    {
        if (memory != buffer)
        {
            // Storing a reference takes longer than this question.
            memory = buffer;
        }
        address = slot;
        isReply = isOfReplies;
        header = Slot.cut(written);
        final int wanted = isMarked() ? buffer.getInt(slot + Slot.INCARNATION) : 0;
        target = 0 == wanted ? state.routes().incarnation(Slot.node(written)) : wanted;
    }

    /**
     * Forgets the memory of the sender: its gang may be closed before the next message.
     */
    void clear()
    {
        memory = null;
    }

    private boolean isMarked()
    {
        return 0 != (header & Slot.MARK);
    }

    /**
     * Returns whether the message is for the process for which another device works.
     */
    boolean isFor(final DeviceState other)
    {
        return other.group() == state.group() && other.routes().incarnation() == target;
    }

    boolean isReply()
    {
        return isReply;
    }

    /**
     * Returns the number of words with the header, which have to be written.
     */
    int words()
    {
        return 1 + Slot.words(header);
    }

    /**
     * Writes the message, and who has sent it, into a slot of its receiver.
     */
    void write(final OffHeapBuffer into, final int to)
    {
        final int length = words() * Integer.BYTES;
        final int even = length & -Long.BYTES;
        memory.copyWordsTo(address, into, to, even);
        if (even < length)
        {
            into.putInt(to + even, memory.getInt(address + even));
        }
        // The process may have changed it since it was looked at.
        into.putInt(to, header);
        final Routes routes = state.routes();
        into.putInt(to + Slot.LIBRARY, isMarked() ? memory.getInt(address + Slot.LIBRARY) : 0);
        into.putInt(to + Slot.INCARNATION, routes.incarnation());
        into.putInt(to + Slot.SENDER, routes.node());
    }

    @Override
    public String toString()
    {
        return "HandedMessage{header=" + Integer.toHexString(header) + ", reply=" + isReply + '}';
    }
}
