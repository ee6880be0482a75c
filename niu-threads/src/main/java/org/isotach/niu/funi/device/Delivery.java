/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import org.isotach.memory.OffHeapBuffer;

/**
 * Puts packets into receive queues: replies first, but a queue that is full does not hold up the other one (Hoe, FUNet,
 * section 5.2.3). The payload of a transfer is in place before its notice, and the notice before the head moves; each
 * is a step of its own. In DRAIN mode the payload is put behind the notice. The notice says that its source is 0, so
 * that what was drained can be sent as it is.
 * <p>
 * Answers to accesses, and accesses, come before everything else, since no process has to take them ({@link
 * AccessService}).
 * <p>
 * {@link Control#CTXM} does not stop delivery: the paper says both, but otherwise the buffers would never be empty.
 */
final class Delivery implements Engine
{
    private enum Step
    {
        IDLE, ACCESS, PAYLOAD, BLOCK, HEAD
    }

    private final DeviceState state;
    private final ReceiveFifo requests;
    private final ReceiveFifo replies;
    private final ReceiveFifo accesses;
    private final ReceiveFifo answers;
    private final QueueWords requestQueue;
    private final QueueWords replyQueue;
    private final AccessService service;
    private Step step = Step.IDLE;
    private boolean hasFailed;
    private boolean isDraining;
    private Queue queue;
    private ReceiveFifo fifo;
    private int address;
    private int next;

    Delivery(
        final DeviceState state,
        final ReceiveFifo requests,
        final ReceiveFifo replies,
        final ReceiveFifo accesses,
        final ReceiveFifo answers)
    {
        this.accesses = accesses;
        this.answers = answers;
        service = new AccessService(state);
        this.state = state;
        this.requests = requests;
        this.replies = replies;
        requestQueue = new QueueWords(state.registers, Queue.RQRQ);
        replyQueue = new QueueWords(state.registers, Queue.RPRQ);
    }

    @Override
    public boolean isIdle()
    {
        return Step.IDLE == step;
    }

    /**
     * Returns the queue to which a packet is being delivered; null for none, and for accesses.
     */
    Queue underWay()
    {
        return Step.IDLE == step ? null : queue;
    }

    void reset()
    {
        step = Step.IDLE;
        hasFailed = false;
    }

    @Override
    public int advance()
    {
        if (state.isIn(Control.MERR))
        {
            return 0;
        }
        if (Step.IDLE == step)
        {
            return !state.isIn(Control.CRQM) && (isAccessBegun() || isPacketBegun()) ? 1 : 0;
        }
        final HostMemory memory = state.memory();
        switch (step)
        {
            case ACCESS:
                access();
                end();
                break;
            case PAYLOAD:
                endOfAccess(isPayloadWritten(memory), Step.BLOCK);
                break;
            case BLOCK:
                endOfAccess(isBlockWritten(memory), Step.HEAD);
                break;
            default:
                moveHead();
                state.counts.count(DeviceEvent.DELIVERED);
                state.wakeProcess();
                end();
                break;
        }
        return 1;
    }

    /**
     * Those that are drained go to the queues of the system.
     */
    private boolean isAccessBegun()
    {
        if (state.isIn(Control.DRAIN))
        {
            return isBegun(true, answers) || isBegun(false, accesses);
        }
        if (answers.isEmpty() && (accesses.isEmpty() || !hasRoom()))
        {
            return false;
        }
        queue = null;
        fifo = answers.isEmpty() ? accesses : answers;
        step = Step.ACCESS;
        return true;
    }

    private boolean hasRoom()
    {
        final boolean hasRoom = service.hasRoom();
        if (!hasRoom)
        {
            state.engines.waitForLine(Engines.DELIVERY);
        }
        return hasRoom;
    }

    private boolean isPacketBegun()
    {
        return isBegun(true, replies) || isBegun(false, requests);
    }

    /**
     * Returns whether nothing has to be delivered.
     */
    boolean isDone()
    {
        return isIdle() && replies.isEmpty() && requests.isEmpty() && accesses.isEmpty() && answers.isEmpty();
    }

    /**
     * Delivers a message that another device hands over, if nothing else has to be delivered, and its queue has room.
     * The caller wakes the process, without the lock of the device.
     *
     * @return false if nothing was done.
     */
    boolean tryTake(final HandedMessage message)
    {
        final HostMemory memory = state.memory();
        if (!isDone() || !message.isFor(state))
        {
            return false;
        }
        final Queue candidate = Queue.receiving(message.isReply());
        final QueueWords words = words(candidate);
        final int mask = words.mask();
        final int head = words.head(mask);
        final int after = head + 1 & mask;
        final int slot = words.slot(head);
        if (after == words.tail(mask) || !memory.isMapped(slot, Slot.LENGTH))
        {
            return false;
        }
        message.write(memory.buffer(), slot);
        words.moveHead(after);
        state.heads().set(candidate, after);
        state.counts.countHandedIn(message.words());
        return true;
    }

    private QueueWords words(final Queue receiving)
    {
        return Queue.RPRQ == receiving ? replyQueue : requestQueue;
    }

    private boolean isBegun(final boolean isReply, final ReceiveFifo source)
    {
        if (source.isEmpty())
        {
            return false;
        }
        final Queue candidate = Queue.receiving(isReply);
        final QueueWords words = words(candidate);
        final int mask = words.mask();
        final int head = words.head(mask);
        final int after = head + 1 & mask;
        if (after == words.tail(mask))
        {
            return false;
        }
        queue = candidate;
        fifo = source;
        address = words.slot(head);
        next = after;
        isDraining = state.isIn(Control.DRAIN);
        final boolean isTransfer = Slot.isTransfer(fifo.memory().getInt(fifo.first() + Packet.HEADER));
        step = isTransfer && !isDraining ? Step.PAYLOAD : Step.BLOCK;
        return true;
    }

    /**
     * In the register, and in memory; the heads of queues of the system are in registers only.
     */
    private void moveHead()
    {
        words(queue).moveHead(next);
        if (!isDraining)
        {
            state.heads().set(queue, next);
            state.counts.countWrites(1);
        }
    }

    private void access()
    {
        if (fifo == answers)
        {
            service.bring(fifo.memory(), fifo.first());
        }
        else
        {
            service.serve(fifo.memory(), fifo.first());
        }
    }

    private void endOfAccess(final boolean isMapped, final Step following)
    {
        if (isMapped)
        {
            hasFailed = false;
            step = following;
        }
        else if (hasFailed)
        {
            // Also after the system has cleared the error.
            hasFailed = false;
            state.counts.count(DeviceEvent.FAULTED);
            end();
        }
        else
        {
            hasFailed = true;
            state.memoryError();
        }
    }

    private void end()
    {
        fifo.remove();
        step = Step.IDLE;
    }

    private boolean isPayloadWritten(final HostMemory memory)
    {
        final OffHeapBuffer packet = fifo.memory();
        final int index = fifo.first();
        final int destination = packet.getInt(index + Packet.DESTINATION);
        final int words = Slot.words(packet.getInt(index + Packet.HEADER));
        final boolean isMapped = memory.isMapped(destination, words * Integer.BYTES);
        if (isMapped)
        {
            packet.copyTo(index + Packet.PAYLOAD, memory.buffer(), destination, words * Integer.BYTES);
            state.counts.countWrites(words);
        }
        return isMapped;
    }

    private boolean isBlockWritten(final HostMemory memory)
    {
        if (!memory.isMapped(address, Slot.LENGTH))
        {
            return false;
        }
        final OffHeapBuffer user = memory.buffer();
        final OffHeapBuffer packet = fifo.memory();
        final int index = fifo.first();
        final int header = packet.getInt(index + Packet.HEADER);
        final int words = Slot.words(header);
        user.putInt(address, header);
        user.putInt(address + Slot.SENDER, packet.getInt(index + Packet.SENDER));
        user.putInt(address + Slot.INCARNATION, packet.getInt(index + Packet.INCARNATION));
        user.putInt(address + Slot.LIBRARY, packet.getInt(index + Packet.LIBRARY));
        if (Slot.isTransfer(header))
        {
            user.putInt(address + Slot.SOURCE, 0);
            user.putInt(address + Slot.DESTINATION, packet.getInt(index + Packet.DESTINATION));
            user.putInt(address + Slot.ARGUMENT, packet.getInt(index + Packet.ARGUMENT));
            state.counts.countWrites(Slot.PAYLOAD / Integer.BYTES);
            if (isDraining)
            {
                packet.copyTo(index + Packet.PAYLOAD, user, address + Slot.PAYLOAD, words * Integer.BYTES);
                state.counts.countWrites(words);
            }
        }
        else
        {
            packet.copyTo(index + Packet.BODY, user, address + Slot.BODY, words * Integer.BYTES);
            state.counts.countWrites(1 + words);
        }
        return true;
    }

    @Override
    public String toString()
    {
        return "Delivery{step=" + step + ", queue=" + queue + '}';
    }
}
