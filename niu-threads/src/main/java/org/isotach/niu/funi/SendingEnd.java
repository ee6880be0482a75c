/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;

/**
 * What a queue pair has of one node and priority to which it sends, with the transfer that is under way there. It owns
 * the rule that a transfer ends before anything else is sent behind it, and that nothing moves while the gang is
 * suspended. Belongs to the thread of the sender.
 */
abstract class SendingEnd extends Padded
{
    private static final int NUMBER_SHIFT = 17;
    private static final int UNKNOWN = -1;

    final GangState state;
    final int node;
    final Priority priority;
    final Transfer transfer = new Transfer();
    private final int index;

    // The member that the node was when something was last sent; null before the first use.
    Endpoint peer;

    // Of the gang, when everything was as it has to be for the next packet.
    private int knownChanges = UNKNOWN;

    // In the list of those that have something to do.
    private boolean isListed;

    SendingEnd(final GangState state, final int node, final Priority priority)
    {
        this.state = state;
        this.node = node;
        this.priority = priority;
        index = index(node, priority);
    }

    /**
     * Returns the place of an end among all ends of a queue pair.
     */
    static int index(final int node, final Priority priority)
    {
        return node * Priority.COUNT + priority.ordinal();
    }

    final int index()
    {
        return index;
    }

    /**
     * Returns the place of the end that has given a ticket.
     */
    static int index(final long ticket)
    {
        return (int)ticket & (1 << NUMBER_SHIFT) - 1;
    }

    /**
     * Returns the node of the end whose transfer has a ticket.
     */
    static int node(final long ticket)
    {
        return index(ticket) / Priority.COUNT;
    }

    /**
     * Returns the ticket of a transfer of this end.
     */
    final long ticket(final long number)
    {
        return number << NUMBER_SHIFT | index;
    }

    /**
     * Opens the next slot.
     *
     * @return false if there is none, a put is under way, or left over, or the gang is suspended.
     */
    final boolean tryClaim()
    {
        return isReady() && tryOpen();
    }

    /**
     * Returns whether something may be sent to the member that the node is now.
     */
    private boolean isReady()
    {
        final int changes = state.changes();
        if (changes == knownChanges && !transfer.isOpen() && !peer.isDown())
        {
            return true;
        }
        knownChanges = UNKNOWN;
        if (state.isSuspended() || !tryAdvance())
        {
            return false;
        }
        final Endpoint current = state.endpoint(node);
        if (current.isDown())
        {
            throw state.down(current);
        }
        connect(current);
        if (isAllDone())
        {
            knownChanges = changes;
        }
        return true;
    }

    /**
     * Returns whether nothing of {@link #connect} and {@link #isSettled} is left to do before the gang changes, or a
     * transfer begins.
     */
    boolean isAllDone()
    {
        return false;
    }

    /**
     * Makes this end lead to the member that the node is now.
     */
    abstract void connect(Endpoint current);

    /**
     * Opens the next slot, if there is one; else sends what was committed.
     */
    abstract boolean tryOpen();

    /**
     * Returns the memory of the slot that is open.
     */
    abstract OffHeapBuffer buffer();

    /**
     * Returns where its content is, in the layout of {@link PacketLayout}.
     */
    abstract int content();

    abstract void writeHeader(int type, int words);

    abstract void commit();

    abstract void abort();

    /**
     * Sends what was committed.
     */
    abstract void flush();

    /**
     * Begins a put.
     *
     * @return its number; -1 if nothing was done.
     */
    final long tryPut(
        final long pointer,
        final OffHeapBuffer source,
        final int offset,
        final int length,
        final int type,
        final long argument)
    {
        if (!tryClaim())
        {
            return -1;
        }
        // A long put must not keep what was sent before it.
        flush();
        transfer.begin(true, peer.memory(), pointer, source, offset, length, type, argument);
        tryAdvance();
        return transfer.begun();
    }

    /**
     * Begins a get.
     *
     * @return its number; -1 if nothing was done.
     */
    final long tryGet(final long pointer, final OffHeapBuffer target, final int offset, final int length)
    {
        if (!isReady())
        {
            return -1;
        }
        transfer.begin(false, peer.memory(), pointer, target, offset, length, 0, 0);
        tryAdvance();
        return transfer.begun();
    }

    /**
     * Goes on with the transfer that is under way.
     *
     * @return true if none is under way, and nothing is left over of one that was given up.
     */
    final boolean tryAdvance()
    {
        if (!transfer.isOpen())
        {
            return isSettled();
        }
        if (state.isSuspended())
        {
            return false;
        }
        final TransferStatus status = isPeerGone() ? TransferStatus.PEER_DOWN : advance(state.pieceLength());
        if (TransferStatus.PENDING == status)
        {
            return false;
        }
        // A member that goes closes its memory after it has said so: the piece may have found that closed.
        end(TransferStatus.DENIED == status && isPeerGone() ? TransferStatus.PEER_DOWN : status);
        return true;
    }

    final boolean isPeerGone()
    {
        return peer.isDown() || peer != state.endpoint(node);
    }

    /**
     * Moves the next piece of the transfer.
     *
     * @return what it is then; PENDING if something is left to do.
     */
    abstract TransferStatus advance(int pieceLength);

    /**
     * Returns whether nothing of a transfer that was given up can still happen.
     */
    boolean isSettled()
    {
        return true;
    }

    /**
     * Ends the transfer that is under way.
     */
    void end(final TransferStatus status)
    {
        transfer.end(status);
    }

    /**
     * Gives the transfer that is under way up, because this member is gone.
     */
    final void giveUp()
    {
        giveUp(ticket(transfer.begun()));
    }

    /**
     * Gives a transfer up, if it is under way.
     */
    final void giveUp(final long ticket)
    {
        if (transfer.isOpen() && ticket >> NUMBER_SHIFT == transfer.begun())
        {
            end(TransferStatus.PEER_DOWN);
        }
    }

    /**
     * @return null if that is not known, or not any more.
     */
    final TransferStatus status(final long ticket)
    {
        return transfer.status(ticket >> NUMBER_SHIFT);
    }

    /**
     * Sends what was committed, and goes on with the transfer.
     *
     * @return true if nothing is left to do.
     */
    final boolean work()
    {
        if (state.isSuspended())
        {
            return false;
        }
        flush();
        return tryAdvance();
    }

    /**
     * Returns whether it is in the list of those that have something to do.
     */
    final boolean isListed()
    {
        return isListed;
    }

    final void isListed(final boolean value)
    {
        isListed = value;
    }

    @Override
    public String toString()
    {
        return getClass().getSimpleName() + "{node=" + node + ", priority=" + priority + ", transfers=" +
            transfer.begun() + '}';
    }
}
