/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import org.isotach.memory.OffHeapBuffer;

/**
 * Hands messages from send queues to the devices of their receivers, which put them into their receive queues: all that
 * happens to a packet, from retrieval to its acknowledgement, in one step of both devices. For whoever does several
 * steps at once. The line that the packet would have, its copy in it, its buffers and its acknowledgement are left out:
 * they would be there only within this step, in which nobody looks. Counts are those of all the steps.
 * <p>
 * It is done only if nothing is under way that it could overtake, and nothing would stop the packet: nothing is in the
 * lines of the sender, nothing has come to the receiver that is not in its queues yet, both devices work for the same
 * gang, in no mode, and the queue has room. Everything else goes through lines and the network: transfers, accesses,
 * what a device sends to itself, and what the receiver is going to reject.
 */
final class HandOver
{
    private final DeviceState state;

    // By host; empty if nothing is to be handed over.
    private final FuniDevice[] devices;
    private final QueueWords replies;
    private final QueueWords requests;

    // The message that is handed over.
    private OffHeapBuffer memory;
    private int address;
    private boolean isReply;
    private int header;
    private int target;

    /**
     * @param devices by host, which may be set later; empty if nothing is to be handed over.
     */
    HandOver(final DeviceState state, final FuniDevice[] devices)
    {
        this.state = state;
        this.devices = devices;
        replies = new QueueWords(state.registers, Queue.RPSQ);
        requests = new QueueWords(state.registers, Queue.RQSQ);
    }

    /**
     * Hands messages over, replies first. Nothing may be in retrieval.
     *
     * @param most messages.
     * @return number of messages.
     */
    int advance(final int most)
    {
        if (0 == devices.length || !state.isInOrder() || DeviceState.ALL_LINES != state.free())
        {
            return 0;
        }
        int done = 0;
        while (done < most && (isDone(true, replies) || replies.isEmpty() && isDone(false, requests)))
        {
            done++;
        }
        if (done > 0)
        {
            state.wakeProcess();
            if (replies.isEmpty() && requests.isEmpty())
            {
                state.engines.remove(Engines.RETRIEVAL);
            }
        }
        return done;
    }

    private boolean isDone(final boolean isOfReplies, final QueueWords source)
    {
        if (source.isEmpty())
        {
            return false;
        }
        final int mask = source.mask();
        final int tail = source.tail(mask);
        final int slot = source.slot(tail);
        final HostMemory mapped = state.memory();
        if (tail == source.head(mask) || !mapped.isMapped(slot, Slot.LENGTH))
        {
            return false;
        }
        final OffHeapBuffer user = mapped.buffer();
        final int written = user.getInt(slot);
        final FuniDevice device = Slot.isMessage(written) ? device(Slot.node(written)) : null;
        if (null == device)
        {
            return false;
        }
        if (memory != user)
        {
            // Storing a reference takes longer than this question.
            memory = user;
        }
        address = slot;
        isReply = isOfReplies;
        header = Slot.cut(written);
        final int wanted = isMarked() ? user.getInt(slot + Slot.INCARNATION) : 0;
        target = 0 == wanted ? state.routes().incarnation(Slot.node(written)) : wanted;
        if (!device.tryTake(this))
        {
            return false;
        }
        state.counts.countHandedOut(words());
        source.moveTail(tail + 1 & mask);
        return true;
    }

    private boolean isMarked()
    {
        return 0 != (header & Slot.MARK);
    }

    /**
     * Returns the device of a node; null if there is none.
     */
    private FuniDevice device(final int node)
    {
        final int host = state.routes().host(node);
        return host < 0 ? null : devices[host];
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
        return "HandOver{replies=" + replies + ", requests=" + requests + '}';
    }
}
