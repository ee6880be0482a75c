/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.spi.Wakeable;

/**
 * The context of one process: its memory, and its registers. While a device works for it they are those of the device,
 * otherwise an image of them, in which the process can go on to send and to take what is there. In a real machine the
 * process does not run meanwhile; here its thread does not know.
 * <p>
 * The system has memory for packets that are drained, one queue for each priority. Threadsafe.
 */
final class MemberContext
{
    /**
     * Room for two receive buffers: answers are drained with replies.
     */
    static final int DRAIN_SLOTS = 32;

    private static final int DRAIN_LENGTH = 2 * DRAIN_SLOTS * Slot.LENGTH;

    // What a device changes by itself.
    private static final Register[] OF_DEVICE =
    {
        Register.RPRQ_HD, Register.RQRQ_HD, Register.RPSQ_TL, Register.RQSQ_TL
    };

    final int node;
    final int incarnation;
    final int host;
    final int group;
    private final HostMemory drainMemory = new HostMemory(OffHeapBuffer.allocate(DRAIN_LENGTH), DRAIN_LENGTH);
    private final DeviceState device;
    private final Bells bells;
    private final RegisterFile image = new RegisterFile();
    private final HeadPage heads = new HeadPage();
    private final int[] before = new int[OF_DEVICE.length];

    private volatile HostMemory memory;
    private volatile int limit;
    private DeviceSegments segments = DeviceSegments.NONE;
    private Routes routes;

    // What the process has set in CNTL, as the system leaves it (Hoe, FUNet, section 3.2.1).
    private int userModes = Control.CRQM | Control.CSQM;
    private boolean isPaused;
    private boolean isMapped;
    private boolean isLeaving;
    private Wakeable waker;

    // Drained by priority; of the thread that switches.
    private int drainedRequests;
    private int drainedReplies;

    /**
     * @param routes where the nodes are.
     * @param length of the memory of the process in bytes.
     */
    MemberContext(
        final int group, final Routes routes, final int length, final DeviceState device, final Bells bells)
    {
        this.group = group;
        node = routes.node();
        incarnation = routes.incarnation();
        this.routes = routes;
        this.device = device;
        this.bells = bells;
        host = device.host;
        limit = length;
        memory = new HostMemory(OffHeapBuffer.allocate(length), length);
        image.setGroup(group);
        image.set(Register.TICKET, PacketCache.ALL);
        image.changeModes(0, userModes);
    }

    /**
     * Sets who is woken when a head or tail has moved.
     */
    synchronized void waker(final Wakeable value)
    {
        waker = value;
        if (isMapped)
        {
            device.process(value);
        }
    }

    HostMemory memory()
    {
        return memory;
    }

    /**
     * Allows the process more memory, which it takes with {@link #tryGrow}.
     */
    synchronized void grant(final int length)
    {
        limit = Math.max(limit, length);
    }

    int limit()
    {
        return limit;
    }

    /**
     * Gives the process as much memory as it may have, unless the device could touch it meanwhile.
     */
    synchronized boolean tryGrow()
    {
        final HostMemory before = memory;
        if (before.limit() == limit)
        {
            return true;
        }
        final int stopped = Control.CRQR | Control.CSQR;
        if (isLeaving || isMapped && stopped != (device.registers.control() & stopped))
        {
            return false;
        }
        final OffHeapBuffer buffer = OffHeapBuffer.allocate(limit);
        before.buffer().copyTo(0, buffer, 0, before.limit());
        memory = new HostMemory(buffer, limit);
        if (isMapped)
        {
            device.memory(memory);
        }
        return true;
    }

    /**
     * Sets what other members may reach besides that.
     */
    synchronized void segments(final DeviceSegments value)
    {
        segments = value;
        if (isMapped)
        {
            device.segments(value);
        }
    }

    /**
     * Sets where the other members are.
     */
    synchronized void routes(final Routes value)
    {
        routes = value;
        if (isMapped)
        {
            device.routes(value);
        }
    }

    HostMemory drainMemory()
    {
        return drainMemory;
    }

    int drainBase(final boolean isReply)
    {
        return isReply ? 0 : DRAIN_SLOTS * Slot.LENGTH;
    }

    synchronized int read(final Register register)
    {
        device.counts.countAccess(DeviceEvent.REGISTER_READ, isMapped);
        final RegisterFile registers = registers();
        if (Register.CNTL != register)
        {
            return registers.get(register);
        }
        final int status = (0 != (userModes & Control.CRQM) ? Control.CRQR : 0) |
            (0 != (userModes & Control.CSQM) ? Control.CSQR : 0);
        final int control = registers.control() & ~(Control.USER_MODES | Control.CRQR | Control.CSQR) | userModes;
        // If nobody works for it, everything has stopped. The process does not see that it is paused.
        return control | (isMapped || isLeaving ? registers.control() & status : status);
    }

    /**
     * Returns the modes in which delivery and retrieval are.
     */
    private int modes()
    {
        return isPaused ? Control.USER_MODES : userModes;
    }

    /**
     * Stops delivery and retrieval for the process, or lets them go on as far as the process does (section 4.3).
     */
    synchronized void pause(final boolean value)
    {
        isPaused = value;
        registers().changeModes(Control.USER_MODES & ~modes(), modes());
        if (isMapped)
        {
            bells.of(host).ring(Engines.ALL);
        }
    }

    /**
     * Returns the heads of the receive queues, which the process may read at any time.
     */
    HeadPage heads()
    {
        return heads;
    }

    synchronized void write(final Register register, final int value)
    {
        device.counts.countAccess(DeviceEvent.REGISTER_WRITE, isMapped);
        final RegisterFile registers = registers();
        switch (register)
        {
            case GID:
            case TICKET:
                // Ignored: privileged (section 3.1.2).
                return;
            case CNTL:
                userModes = Control.USER_MODES & value;
                registers.changeModes(Control.USER_MODES & ~modes(), modes());
                break;
            default:
                if (register.isBase())
                {
                    setBase(registers, Queue.withBase(register), value);
                }
                else
                {
                    registers.set(register, value);
                }
                break;
        }
        if (isMapped)
        {
            ring(register);
        }
    }

    /**
     * Refuses a head of a send queue that would overtake its tail (Hoe, FUNet, section 3.2.2). The tail only comes
     * nearer, so what fits now fits when the head is written.
     */
    synchronized void checkRoom(final Register register, final int value)
    {
        final RegisterFile registers = registers();
        final Register tail = Queue.withHead(register).tail();
        final int mask = registers.get(Register.Q_MASK);
        final int head = registers.get(register);
        final int count = (head - registers.get(tail) & mask) + (value - head & mask);
        if (count > mask)
        {
            throw new IllegalStateException(register + ": " + value + " makes " + count +
                " packets in the send queue of node " + node + " (expected: at most " + mask + " in " + (mask + 1) +
                " slots; more destroy the queue): wait until " + tail + " has moved, as DevicePort.tryClaim does");
        }
    }

    private void ring(final Register register)
    {
        // Nobody else has the device, so there is one writer at a time.
        final Bell bell = device.engines.bell();
        switch (register)
        {
            case RPSQ_HD:
            case RQSQ_HD:
                bell.sent();
                break;
            case RPRQ_TL:
            case RQRQ_TL:
                bell.received();
                break;
            default:
                bell.ring(Engines.ALL);
                break;
        }
    }

    private void setBase(final RegisterFile registers, final Queue queue, final int value)
    {
        registers.setBase(queue, value);
        if (queue.isReceiving())
        {
            heads.set(queue, 0);
        }
    }

    private RegisterFile registers()
    {
        return isMapped ? device.registers : image;
    }

    synchronized boolean isMapped()
    {
        return isMapped;
    }

    /**
     * From here on the process has the image. The device goes on for a while.
     */
    synchronized void unmap()
    {
        final RegisterFile registers = device.registers;
        for (final Register register : Register.values())
        {
            if (Register.CNTL != register && Register.GID != register)
            {
                image.set(register, registers.get(register));
            }
        }
        // Not read again: the device goes on, and what it changes between two reads would never be saved.
        for (int i = 0; i < before.length; i++)
        {
            before[i] = image.get(OF_DEVICE[i]);
        }
        image.changeModes(Control.USER_MODES & ~modes(), modes());
        isMapped = false;
        isLeaving = true;
    }

    /**
     * The device has stopped: what it has changed since the image was made goes into the image, too. What it has not
     * changed may have been changed by the process.
     */
    synchronized void save()
    {
        final RegisterFile registers = device.registers;
        for (int i = 0; i < before.length; i++)
        {
            final int value = registers.get(OF_DEVICE[i]);
            if (value != before[i])
            {
                image.set(OF_DEVICE[i], value);
            }
        }
        image.set(Register.TICKET, registers.get(Register.TICKET));
        image.setHiddenLines(registers.hiddenLines());
        isLeaving = false;
    }

    void drained(final int replies, final int requests)
    {
        drainedReplies = replies;
        drainedRequests = requests;
    }

    int drained(final boolean isReply)
    {
        return isReply ? drainedReplies : drainedRequests;
    }

    /**
     * Gives the device to this process: group and modes last. Whoever calls it wakes the process.
     */
    synchronized void map()
    {
        final RegisterFile registers = device.registers;
        device.memory(memory);
        device.routes(routes);
        device.segments(segments);
        device.heads(heads);
        device.process(waker);
        for (final Register register : Register.values())
        {
            if (Register.CNTL != register && Register.GID != register)
            {
                registers.set(register, image.get(register));
            }
        }
        registers.setHiddenLines(image.hiddenLines());
        isMapped = true;
        registers.setGroup(group);
        registers.changeModes(Control.MODES & ~modes(), modes());
        bells.of(host).ring(Engines.ALL);
    }

    @Override
    public String toString()
    {
        return "MemberContext{group=" + group + ", node=" + node + ", host=" + host + ", mapped=" + isMapped() +
            ", drained=" + drainedReplies + '+' + drainedRequests + ", image=" + image + '}';
    }
}
