/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import org.isotach.memory.OffHeapBuffer;

/**
 * Takes packets from send queues into the packet cache: a reply if there is one, or else a request if a line is free
 * that is not for replies (Hoe, FUNet, sections 5.2.2 and 5.2.4). Accesses have lines of their own. One step chooses
 * the slot and the line, the next one copies, and gives the slot back.
 */
final class Retrieval implements Engine
{
    private final DeviceState state;
    private final RegisterFile registers;
    private final OffHeapBuffer cache;
    private final QueueWords replies;
    private final QueueWords requests;
    private boolean isFetching;
    private boolean hasFailed;
    private QueueWords queue;
    private int line;
    private int address;
    private int next;

    Retrieval(final DeviceState state)
    {
        this.state = state;
        registers = state.registers;
        cache = state.cache.memory();
        replies = new QueueWords(registers, Queue.RPSQ);
        requests = new QueueWords(registers, Queue.RQSQ);
    }

    @Override
    public boolean isIdle()
    {
        return !isFetching;
    }

    void reset()
    {
        isFetching = false;
        hasFailed = false;
    }

    @Override
    public int advance()
    {
        if (state.isIn(Control.MERR))
        {
            return 0;
        }
        if (isFetching)
        {
            finish();
            return 1;
        }
        final boolean isHalted = state.isIn(Control.CSQM | Control.CTXM);
        return !isHalted && (isBegun(true) || isBegun(false)) ? 1 : 0;
    }

    private boolean isBegun(final boolean isReply)
    {
        final QueueWords source = isReply ? replies : requests;
        if (source.isEmpty())
        {
            // Most of the time.
            return false;
        }
        final int mask = source.mask();
        final int tail = source.tail(mask);
        if (tail == source.head(mask))
        {
            return false;
        }
        final int slot = source.slot(tail);
        final int lines = lines(isReply, isAccess(slot));
        if (0 == lines)
        {
            state.engines.waitForLine(Engines.RETRIEVAL);
            return false;
        }
        queue = source;
        line = PacketCache.free(lines);
        address = slot;
        next = tail + 1 & mask;
        isFetching = true;
        return true;
    }

    /**
     * Returns the lines that a packet may have, a bit each.
     */
    private int lines(final boolean isReply, final boolean isAccess)
    {
        if (isAccess)
        {
            return registers.hiddenLines() & PacketCache.ACCESSES;
        }
        final int ticket = state.ticket();
        return PacketCache.isFull(ticket, isReply) ? 0 : ticket;
    }

    private boolean isAccess(final int slot)
    {
        final HostMemory memory = state.memory();
        // Otherwise this will be found out when the slot is read.
        return memory.isMapped(slot, Slot.LENGTH) && Slot.isAccess(memory.buffer().getInt(slot));
    }

    private void finish()
    {
        if (isFetched())
        {
            state.counts.count(DeviceEvent.RETRIEVED);
            state.occupy(line);
        }
        else if (hasFailed)
        {
            // Also after the system has cleared the error.
            state.counts.count(DeviceEvent.FAULTED);
        }
        else
        {
            hasFailed = true;
            state.memoryError();
            return;
        }
        hasFailed = false;
        isFetching = false;
        queue.moveTail(next);
        state.wakeProcess();
    }

    /**
     * Copies the packet, and the payload from where it is.
     *
     * @return false if that is not mapped.
     */
    private boolean isFetched()
    {
        final HostMemory memory = state.memory();
        if (!memory.isMapped(address, Slot.LENGTH))
        {
            return false;
        }
        final OffHeapBuffer user = memory.buffer();
        final int header = user.getInt(address);
        final int index = PacketCache.index(state.group(), line);
        final int type = type(header);
        cache.putInt(index + Packet.FLAGS, (replies == queue ? Packet.REPLY : 0) |
            (!Slot.isAccess(header) ? 0 : RemoteAccess.ANSWER == type ? Packet.ANSWER : Packet.ACCESS));
        cache.putInt(index + Packet.GROUP, state.group());
        cache.putInt(index + Packet.LINE, line);
        cache.putInt(index + Packet.HOST, state.host);
        address(user, header, index);
        if (Slot.isTransfer(header))
        {
            return isTransferFetched(memory, header, index);
        }
        final int words = Math.min(Slot.MAX_WORDS, Slot.words(header));
        cache.putInt(index + Packet.HEADER,
            header & Slot.MARK | Slot.header(Slot.isAccess(header), type, words, Slot.node(header)));
        user.copyTo(address + Slot.BODY, cache, index + Packet.BODY, words * Integer.BYTES);
        state.counts.countReads(1 + words);
        return true;
    }

    /**
     * Processes can ask for accesses only. Answers are written by devices, and drained by the system.
     */
    private int type(final int header)
    {
        return Slot.isAccess(header) && Groups.RESTORE != state.group() ?
            Slot.type(header) & RemoteAccess.REQUEST_TYPES : Slot.type(header);
    }

    /**
     * Writes who sends the packet, and for whom it is.
     */
    private void address(final OffHeapBuffer user, final int header, final int index)
    {
        final Routes routes = state.routes();
        // What was drained still comes from the one that has sent it.
        final boolean isRestored = Groups.RESTORE == state.group();
        final boolean isMarked = 0 != (header & Slot.MARK);
        final int wanted = isMarked ? user.getInt(address + Slot.INCARNATION) : 0;
        cache.putInt(index + Packet.SENDER, isRestored ? user.getInt(address + Slot.SENDER) : routes.node());
        cache.putInt(index + Packet.INCARNATION,
            isRestored ? user.getInt(address + Slot.INCARNATION) : routes.incarnation());
        cache.putInt(index + Packet.TARGET, isRestored ? routes.incarnation() :
            0 != wanted ? wanted : routes.incarnation(Slot.node(header)));
        cache.putInt(index + Packet.LIBRARY, isMarked ? user.getInt(address + Slot.LIBRARY) : 0);
    }

    /**
     * The four cases of section 3.2.4: a payload in memory or in the slot, to memory or to the receive queue.
     */
    private boolean isTransferFetched(final HostMemory memory, final int header, final int index)
    {
        final OffHeapBuffer user = memory.buffer();
        final int words = Slot.transferWords(header);
        final int length = words * Integer.BYTES;
        final int source = user.getInt(address + Slot.SOURCE) & -Slot.TRANSFER_ALIGNMENT;
        final int destination = user.getInt(address + Slot.DESTINATION) & -Slot.TRANSFER_ALIGNMENT;
        final int argument = user.getInt(address + Slot.ARGUMENT);
        final int from = 0 == source ? address + Slot.PAYLOAD : source;
        if (!memory.isMapped(from, length))
        {
            return false;
        }
        state.counts.countReads(Slot.PAYLOAD / Integer.BYTES);
        state.counts.countReads(words);
        if (0 == destination)
        {
            cache.putInt(index + Packet.HEADER, Slot.header(false, Slot.type(header), 1 + words, Slot.node(header)));
            cache.putInt(index + Packet.BODY, argument);
            user.copyTo(from, cache, index + Packet.BODY + Integer.BYTES, length);
            return true;
        }
        cache.putInt(index + Packet.HEADER, Slot.header(true, Slot.type(header), words, Slot.node(header)));
        cache.putInt(index + Packet.DESTINATION, destination);
        cache.putInt(index + Packet.ARGUMENT, argument);
        user.copyTo(from, cache, index + Packet.PAYLOAD, length);
        return true;
    }

    @Override
    public String toString()
    {
        return "Retrieval{fetching=" + isFetching + ", queue=" + queue + ", line=" + line + '}';
    }
}
