/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

/**
 * The sending end of one priority: the queue that the device knows, and a second one for what it has no room for (Hoe,
 * FUNet, section 3.2.2). Once a packet is in the second one, all that follow go there, too.
 */
final class SendQueue
{
    private final UserRegisters registers;
    private final Queue queue;
    private final boolean isSecond;
    private int base;
    private int spareBase;
    private int mask;
    private int head;

    // As it was when it was read last: it is read only when the queue seems to be full.
    private int tail;

    // Packets in the second queue.
    private int spare;
    private boolean isSpareClaimed;
    private boolean isStaged;

    /**
     * @param isSecond false for a queue without a second one.
     */
    SendQueue(final UserRegisters registers, final Queue queue, final boolean isSecond)
    {
        this.isSecond = isSecond;
        this.registers = registers;
        this.queue = queue;
    }

    void place(final int address, final int slots)
    {
        base = address;
        spareBase = address + slots * Slot.LENGTH;
        mask = slots - 1;
        head = 0;
        tail = 0;
        spare = 0;
        // A slot that was claimed keeps its address, behind those that are filled.
        isSpareClaimed = false;
        isStaged = false;
        registers.write(queue.base(), address);
    }

    int tryClaim()
    {
        advance();
        isSpareClaimed = spare > 0 || isFull();
        if (isSpareClaimed)
        {
            return isSecond && spare < mask ? spareBase + spare * Slot.LENGTH : DevicePort.NO_SLOT;
        }
        return base + head * Slot.LENGTH;
    }

    private boolean isFull()
    {
        if ((head + 1 & mask) == tail)
        {
            tail = registers.read(queue.tail());
        }
        return (head + 1 & mask) == tail;
    }

    /**
     * Adds the packet that was claimed, for {@link #publish}.
     */
    void stage()
    {
        if (isSpareClaimed)
        {
            spare++;
        }
        else
        {
            head = head + 1 & mask;
            isStaged = true;
        }
    }

    void publish()
    {
        if (isStaged)
        {
            isStaged = false;
            registers.write(queue.head(), head);
        }
    }

    /**
     * Lets the second queue take the place of the first when that is empty: the device must have stopped.
     */
    void advance()
    {
        if (0 == spare)
        {
            return;
        }
        publish();
        tail = registers.read(queue.tail());
        if (tail != head)
        {
            return;
        }
        final int control = registers.read(Register.CNTL);
        if (0 == (control & Control.CSQR))
        {
            // The queue of the other priority may have let the device go on.
            registers.write(Register.CNTL, control | Control.CSQM);
            return;
        }
        final int filled = spareBase;
        spareBase = base;
        base = filled;
        registers.write(queue.base(), base);
        head = spare;
        tail = 0;
        spare = 0;
        // A slot that was claimed keeps its address, behind those that are filled.
        isSpareClaimed = false;
        registers.write(queue.head(), head);
        registers.write(Register.CNTL, control & ~Control.CSQM);
    }

    /**
     * Returns whether the device has taken everything.
     */
    boolean isEmpty()
    {
        publish();
        advance();
        return 0 == spare && head == registers.read(queue.tail());
    }

    @Override
    public String toString()
    {
        return "SendQueue{" + queue + ", head=" + head + ", tail=" + tail + ", spare=" + spare + '}';
    }
}
