/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

/**
 * The queues of a {@link DevicePort}, and where they are in the memory of the process. It owns the rule that they are
 * placed only while the device uses none of them (Hoe, FUNet, section 3.2.1). Belongs to the thread of the port.
 */
final class PortQueues
{
    // Two for receiving, and two times two for sending.
    private static final int BLOCKS = 6;

    // The device answers in its next steps, unless nobody serves it.
    private static final int MAX_LOOKS = 1000;

    private final DeviceMember member;
    private final UserRegisters registers;
    private final int first;
    private final SendQueue requestsOut;
    private final SendQueue repliesOut;
    private final ReceiveQueue requestsIn;
    private final ReceiveQueue repliesIn;
    private int slots;
    private boolean isOpen;

    /**
     * See {@link DevicePort#DevicePort(DeviceMember, int, boolean, int)}.
     */
    PortQueues(final DeviceMember member, final int slots, final boolean isSecond, final int first)
    {
        if (first < Slot.LENGTH || 0 != first % Slot.LENGTH)
        {
            throw new IllegalArgumentException("first: " + first + " (expected: a multiple of 128, at least 128)");
        }
        this.first = first;
        this.member = member;
        registers = member.registers();
        requestsOut = new SendQueue(registers, Queue.RQSQ, isSecond);
        repliesOut = new SendQueue(registers, Queue.RPSQ, isSecond);
        requestsIn = new ReceiveQueue(member, Queue.RQRQ);
        repliesIn = new ReceiveQueue(member, Queue.RPRQ);
        checkSlots(slots);
        this.slots = slots;
    }

    private void checkSlots(final int value)
    {
        if (value < 2 || value > Slot.MAX_SLOTS || 1 != Integer.bitCount(value))
        {
            throw new IllegalArgumentException(
                "slots: " + value + " (expected: a power of two in 2.." + Slot.MAX_SLOTS + ')');
        }
        final long end = end(first, value);
        if (end > member.limit())
        {
            throw new IllegalArgumentException("slots: " + value + " take " + end +
                " bytes (expected: at most " + member.limit() + ", the memory of the member)");
        }
    }

    /**
     * Returns the first byte behind queues.
     *
     * @param first where they begin.
     * @param slots of each.
     */
    static long end(final int first, final int slots)
    {
        return first + Slot.LENGTH * (long)BLOCKS * slots;
    }

    int end()
    {
        return (int)end(first, slots);
    }

    int slots()
    {
        return slots;
    }

    /**
     * See {@link DevicePort#tryOpen}.
     */
    boolean tryOpen()
    {
        if (isOpen)
        {
            return true;
        }
        if (!isStopped() || end() > member.length() && !member.tryGrow())
        {
            return false;
        }
        setUp();
        return true;
    }

    private void setUp()
    {
        registers.write(Register.Q_MASK, slots - 1);
        final int length = slots * Slot.LENGTH;
        repliesIn.place(first, slots);
        requestsIn.place(first + length, slots);
        repliesOut.place(first + 2 * length, slots);
        requestsOut.place(first + 4 * length, slots);
        registers.write(Register.CNTL, 0);
        isOpen = true;
    }

    /**
     * See {@link DevicePort#tryResize}.
     */
    boolean tryResize(final int value)
    {
        checkSlots(value);
        checkOpen();
        if (!requestsOut.isEmpty() || !repliesOut.isEmpty() || !requestsIn.isEmpty() || !repliesIn.isEmpty())
        {
            return false;
        }
        boolean isReady = false;
        registers.write(Register.CNTL, Control.CRQM | Control.CSQM);
        try
        {
            isReady = hasStopped() && requestsIn.isEmpty() && repliesIn.isEmpty() &&
                (end(first, value) <= member.length() || member.tryGrow());
        }
        finally
        {
            if (!isReady)
            {
                // The process may do something else for long, and others must not wait for that.
                registers.write(Register.CNTL, 0);
            }
        }
        if (isReady)
        {
            slots = value;
            setUp();
        }
        return isReady;
    }

    private boolean hasStopped()
    {
        for (int look = 0; look < MAX_LOOKS; look++)
        {
            if (isStopped())
            {
                return true;
            }
            if (0 == member.work())
            {
                Thread.yield();
            }
        }
        return false;
    }

    private boolean isStopped()
    {
        final int stopped = Control.CRQR | Control.CSQR;
        return stopped == (registers.read(Register.CNTL) & stopped);
    }

    private void checkOpen()
    {
        if (!isOpen)
        {
            throw new IllegalStateException("the queues of node " + member.node() +
                " are not set up: call tryOpen() until it returns true");
        }
    }

    SendQueue out(final boolean isReply)
    {
        return isReply ? repliesOut : requestsOut;
    }

    ReceiveQueue in(final boolean isReply)
    {
        return isReply ? repliesIn : requestsIn;
    }

    /**
     * @throws IllegalStateException if the queues are not set up.
     */
    SendQueue openOut(final boolean isReply)
    {
        checkOpen();
        return out(isReply);
    }

    /**
     * @throws IllegalStateException if the queues are not set up.
     */
    ReceiveQueue openIn(final boolean isReply)
    {
        checkOpen();
        return in(isReply);
    }

    /**
     * Sends all packets that were staged.
     */
    void publish()
    {
        repliesOut.publish();
        requestsOut.publish();
    }

    /**
     * @throws IllegalStateException if the queues are not set up.
     */
    void advance()
    {
        checkOpen();
        repliesOut.advance();
        requestsOut.advance();
    }

    @Override
    public String toString()
    {
        return "PortQueues{slots=" + slots + ", open=" + isOpen + '}';
    }
}
