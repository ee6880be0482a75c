/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import java.util.function.BooleanSupplier;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Waiter;

/**
 * A call that waits, and takes packets meanwhile (Hoe, FUNet, appendix A): who waits to send a reply takes replies
 * only, because a request could ask for another reply; everybody else takes a reply, or else a request.
 */
final class WaitingCall implements BooleanSupplier
{
    private enum Goal
    {
        CLAIM, CONDITION, PACKETS, PUT, STATUS
    }

    private final QueuePair queuePair;
    private final GangState state;
    private final Waiter waiter;
    private Goal goal = Goal.PACKETS;
    private PacketHandler handler;
    private BooleanSupplier condition;
    private Priority priority;
    private int node;
    private int type;
    private int words;
    private int limit;
    private long ticket;
    private OffHeapBuffer source;
    private int offset;
    private long pointer;
    private int length;
    private long argument;
    private PacketBuffer claimed;
    private int taken;
    private TransferStatus status;

    WaitingCall(final QueuePair queuePair, final GangState state, final Waiter waiter)
    {
        this.state = state;
        this.queuePair = queuePair;
        this.waiter = waiter;
    }

    PacketBuffer awaitClaim(
        final Priority ofPacket, final int toNode, final int ofType, final int count, final PacketHandler taker)
    {
        goal = Goal.CLAIM;
        priority = ofPacket;
        node = toNode;
        type = ofType;
        words = count;
        await(taker);
        return claimed;
    }

    TransferStatus awaitPut(
        final Priority ofNotice,
        final OffHeapBuffer buffer,
        final int index,
        final long place,
        final int bytes,
        final int ofType,
        final long word,
        final PacketHandler taker)
    {
        goal = Goal.PUT;
        priority = ofNotice;
        source = buffer;
        offset = index;
        pointer = place;
        length = bytes;
        type = ofType;
        argument = word;
        ticket = -1;
        status = TransferStatus.PENDING;
        await(taker);
        return status;
    }

    /**
     * Returns the ticket of the last put, -1 if it has not begun.
     */
    long ticket()
    {
        return ticket;
    }

    int awaitPackets(final int atMost, final PacketHandler taker)
    {
        goal = Goal.PACKETS;
        limit = atMost;
        await(taker);
        return taken;
    }

    TransferStatus awaitStatus(final long ofTicket, final PacketHandler taker)
    {
        goal = Goal.STATUS;
        ticket = ofTicket;
        status = TransferStatus.PENDING;
        await(taker);
        return status;
    }

    void awaitCondition(final BooleanSupplier toHold, final PacketHandler taker)
    {
        goal = Goal.CONDITION;
        condition = toHold;
        await(taker);
    }

    private void await(final PacketHandler taker)
    {
        handler = taker;
        try
        {
            waiter.await(this, this);
        }
        finally
        {
            handler = null;
            condition = null;
            source = null;
        }
    }

    /**
     * Looks after each packet whether the wait is over, and returns only when there is none: then the thread may park.
     */
    @Override
    public boolean getAsBoolean()
    {
        if (Goal.PACKETS == goal)
        {
            taken = queuePair.poll(limit, handler);
            return taken > 0;
        }
        boolean isOver;
        do
        {
            isOver = isOver();
        }
        while (!isOver && 0 < takeOne());
        return isOver;
    }

    private boolean isOver()
    {
        switch (goal)
        {
            case CLAIM:
                return hasClaimed();
            case CONDITION:
                return condition.getAsBoolean();
            default:
                return hasBegun() && hasStatus();
        }
    }

    private boolean hasClaimed()
    {
        claimed = queuePair.tryClaim(priority, node, type, words);
        return null != claimed;
    }

    private boolean hasBegun()
    {
        if (Goal.PUT == goal && ticket < 0)
        {
            ticket = queuePair.tryPut(priority, source, offset, pointer, length, type, argument);
        }
        return ticket >= 0;
    }

    /**
     * A handler has begun a transfer. If it is behind the one that is waited for, that one is over: its status is kept
     * here, since the handler may begin so many that it has none any more.
     */
    void look(final SendingEnd end)
    {
        if (TransferStatus.PENDING == status && ticket >= 0 && end.index() == SendingEnd.index(ticket))
        {
            status = end.status(ticket);
        }
    }

    private boolean hasStatus()
    {
        if (TransferStatus.PENDING == status)
        {
            status = queuePair.status(ticket);
        }
        return TransferStatus.PENDING != status;
    }

    private int takeOne()
    {
        return (Goal.CLAIM == goal || Goal.PUT == goal) && Priority.REPLY == priority ?
            queuePair.poll(Priority.REPLY, 1, handler) :
            queuePair.poll(1, handler);
    }

    @Override
    public String toString()
    {
        switch (goal)
        {
            case CLAIM:
                return "room for a " + priority + " to " + state.describe(node);
            case CONDITION:
                return "a condition of the program at " + state.describe(queuePair.node());
            case PUT:
                return "the end of a put to " + state.describe(SharedSegment.node(pointer));
            case STATUS:
                return "the end of a transfer with " + state.describe(SendingEnd.node(ticket));
            default:
                return "packets for " + state.describe(queuePair.node());
        }
    }
}
