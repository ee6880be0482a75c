/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import org.isotach.HostExpelledException;
import org.isotach.IsotachException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.link.SlotWriter;

/**
 * The sending end of the rings to one node, for one priority. Belongs to the thread of the sender.
 */
final class Outbound extends Padded
{
    private final GangState state;
    private final Endpoint self;
    private final int node;
    private final Priority priority;
    private final Transfer transfer = new Transfer();

    // The member to which the ring leads; null before the first use.
    private Endpoint peer;
    private LinkRing link;
    private SlotWriter writer;
    private int content;
    private boolean hasUnflushed;

    // In the list of those that have something to do.
    private boolean isListed;

    Outbound(final GangState state, final Endpoint self, final int node, final Priority priority)
    {
        this.state = state;
        this.self = self;
        this.node = node;
        this.priority = priority;
    }

    int node()
    {
        return node;
    }

    Priority priority()
    {
        return priority;
    }

    /**
     * Opens the next slot.
     *
     * @return false if there is none, a put is under way, or the gang is suspended.
     */
    boolean tryClaim()
    {
        if (state.isSuspended() || !tryAdvance())
        {
            return false;
        }
        connect();
        content = writer.tryClaim();
        if (SlotWriter.NO_ROOM == content)
        {
            flush();
            return false;
        }
        return true;
    }

    OffHeapBuffer buffer()
    {
        return writer.buffer();
    }

    int content()
    {
        return content;
    }

    void writeHeader(final int type, final int words)
    {
        final OffHeapBuffer buffer = writer.buffer();
        buffer.putLong(content + PacketLayout.TAG_OFFSET, self.tag());
        buffer.putInt(content + PacketLayout.HEADER_OFFSET, PacketLayout.header(false, type, words, node));
    }

    void commit()
    {
        writer.commit();
        hasUnflushed = true;
    }

    void abort()
    {
        writer.abort();
    }

    /**
     * Begins a put.
     *
     * @return its number; -1 if nothing was done.
     */
    long tryPut(
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
    long tryGet(final long pointer, final OffHeapBuffer target, final int offset, final int length)
    {
        if (state.isSuspended() || !tryAdvance())
        {
            return -1;
        }
        connect();
        transfer.begin(false, peer.memory(), pointer, target, offset, length, 0, 0);
        tryAdvance();
        return transfer.begun();
    }

    /**
     * Copies a piece of the transfer that is under way.
     *
     * @return true if none is under way.
     */
    boolean tryAdvance()
    {
        if (!transfer.isOpen())
        {
            return true;
        }
        if (state.isSuspended())
        {
            return false;
        }
        final TransferStatus status = peer.isDown() || peer != state.endpoint(node) ? TransferStatus.PEER_DOWN :
            transfer.copy(state.pieceLength());
        if (TransferStatus.PENDING == status)
        {
            return false;
        }
        end(status);
        return true;
    }

    /**
     * Gives the transfer that is under way up, because this member is gone.
     */
    void giveUp()
    {
        if (transfer.isOpen())
        {
            end(TransferStatus.PEER_DOWN);
        }
    }

    private void end(final TransferStatus status)
    {
        if (transfer.isPut())
        {
            if (TransferStatus.DONE == status)
            {
                transfer.writeNotice(writer.buffer(), content, self.tag(), node);
                commit();
                flush();
            }
            else
            {
                writer.abort();
            }
        }
        transfer.end(status);
    }

    TransferStatus status(final long number)
    {
        return transfer.status(number);
    }

    /**
     * Sends what was committed, and goes on with the transfer.
     *
     * @return true if nothing is left to do.
     */
    boolean work()
    {
        if (state.isSuspended())
        {
            return false;
        }
        flush();
        return tryAdvance();
    }

    private void flush()
    {
        if (hasUnflushed)
        {
            hasUnflushed = false;
            writer.flush();
            peer.wakers().wake();
        }
    }

    boolean isListed()
    {
        return isListed;
    }

    void isListed(final boolean value)
    {
        isListed = value;
    }

    /**
     * Makes the ring lead to the member that the node is now, and have the length that the gang has now.
     */
    private void connect()
    {
        final Endpoint current = state.endpoint(node);
        if (current.isDown())
        {
            throw down(current);
        }
        if (current != peer)
        {
            peer = current;
            hasUnflushed = false;
            use(new LinkRing(state.slots()));
            current.accept(priority, new Inbound(self.node(), self.tag(), self.wakers(), link));
        }
        else if (link.ring().slots() != state.slots() && link.isReached())
        {
            flush();
            final LinkRing last = link;
            use(new LinkRing(state.slots()));
            last.follow(link);
        }
    }

    private void use(final LinkRing ring)
    {
        link = ring;
        writer = ring.ring().writer();
    }

    private RuntimeException down(final Endpoint member)
    {
        if (state.isClosed())
        {
            return new IllegalStateException("gang " + state.name() + " is closed: open another one");
        }
        return member.host().isExpelled() ?
            new HostExpelledException("host " + member.host().id() + " was expelled: node " + node + " of gang " +
                state.name() + " receives nothing any more; see Gang.remap") :
            new IsotachException("node " + node + " of gang " + state.name() +
                " is closed: it receives nothing any more; see Gang.remap");
    }

    @Override
    public String toString()
    {
        return "Outbound{node=" + node + ", priority=" + priority + ", transfers=" + transfer.begun() + '}';
    }
}
