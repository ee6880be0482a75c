/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.link.SlotWriter;

/**
 * The sending end of the rings to one node, for one priority. Belongs to the thread of the sender.
 */
final class Outbound extends Padded implements SendingEnd
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

    @Override
    public int node()
    {
        return node;
    }

    @Override
    public Priority priority()
    {
        return priority;
    }

    @Override
    public boolean tryClaim()
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

    @Override
    public OffHeapBuffer buffer()
    {
        return writer.buffer();
    }

    @Override
    public int content()
    {
        return content;
    }

    @Override
    public void writeHeader(final int type, final int words)
    {
        final OffHeapBuffer buffer = writer.buffer();
        buffer.putLong(content + PacketLayout.TAG_OFFSET, self.tag());
        buffer.putInt(content + PacketLayout.HEADER_OFFSET, PacketLayout.header(false, type, words, node));
    }

    @Override
    public void commit()
    {
        writer.commit();
        hasUnflushed = true;
    }

    @Override
    public void abort()
    {
        writer.abort();
    }

    @Override
    public long tryPut(
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

    @Override
    public long tryGet(final long pointer, final OffHeapBuffer target, final int offset, final int length)
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

    @Override
    public boolean tryAdvance()
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

    @Override
    public void giveUp()
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

    @Override
    public TransferStatus status(final long number)
    {
        return transfer.status(number);
    }

    @Override
    public boolean work()
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

    @Override
    public boolean isListed()
    {
        return isListed;
    }

    @Override
    public void isListed(final boolean value)
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
            throw state.down(current);
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

    @Override
    public String toString()
    {
        return "Outbound{node=" + node + ", priority=" + priority + ", transfers=" + transfer.begun() + '}';
    }
}
