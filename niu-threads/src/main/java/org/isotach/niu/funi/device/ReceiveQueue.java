/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

/**
 * The receiving end of one priority.
 */
final class ReceiveQueue
{
    private static final int QUARTER_SHIFT = 2;

    private final DeviceMember member;
    private final UserRegisters registers;
    private final Queue queue;
    private int base;
    private int mask;
    private int tail;

    // As it was when it was read last, from memory.
    private int head;

    // Slots that were taken, and not given back.
    private int held;

    ReceiveQueue(final DeviceMember member, final Queue queue)
    {
        this.member = member;
        registers = member.registers();
        this.queue = queue;
    }

    void place(final int address, final int slots)
    {
        base = address;
        mask = slots - 1;
        tail = 0;
        head = 0;
        held = 0;
        registers.write(queue.base(), address);
    }

    boolean isEmpty()
    {
        if (head == tail)
        {
            head = member.head(queue);
        }
        return head == tail;
    }

    int next()
    {
        return isEmpty() ? DevicePort.NO_SLOT : base + tail * Slot.LENGTH;
    }

    void release()
    {
        tail = tail + 1 & mask;
        held = 0;
        registers.write(queue.tail(), tail);
    }

    /**
     * Is done with a slot, and gives all back that were not given back when they are a quarter of the queue (Hoe,
     * FUNet, section 3.2.3: the register is written as often as needed). So the device has room for three quarters in
     * any case.
     */
    void pass()
    {
        if (held >= mask >> QUARTER_SHIFT)
        {
            release();
        }
        else
        {
            tail = tail + 1 & mask;
            held++;
        }
    }

    @Override
    public String toString()
    {
        return "ReceiveQueue{" + queue + ", tail=" + tail + ", head=" + head + '}';
    }
}
