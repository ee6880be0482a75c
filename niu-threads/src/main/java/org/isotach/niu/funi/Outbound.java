/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.link.SlotWriter;

/**
 * The sending end of the rings to one node, for one priority. Belongs to the thread of the sender.
 */
final class Outbound extends SendingEnd
{
    private final Endpoint self;

    // To the member that the node is.
    private LinkRing link;
    private SlotWriter writer;
    private int content;
    private boolean hasUnflushed;

    // Of the gang, when the length of the ring was last compared.
    private int resizes;

    Outbound(final GangState state, final Endpoint self, final int node, final Priority priority)
    {
        super(state, node, priority);
        this.self = self;
    }

    @Override
    boolean tryOpen()
    {
        content = writer.tryClaim();
        if (SlotWriter.NO_ROOM == content)
        {
            flush();
            return false;
        }
        return true;
    }

    @Override
    OffHeapBuffer buffer()
    {
        return writer.buffer();
    }

    @Override
    int content()
    {
        return content;
    }

    @Override
    void writeHeader(final int type, final int words)
    {
        final OffHeapBuffer buffer = writer.buffer();
        buffer.putLong(content + PacketLayout.TAG_OFFSET, self.tag());
        buffer.putInt(content + PacketLayout.HEADER_OFFSET, PacketLayout.header(false, type, words, node));
    }

    @Override
    void commit()
    {
        writer.commit();
        hasUnflushed = true;
    }

    @Override
    void abort()
    {
        writer.abort();
    }

    @Override
    TransferStatus advance(final int pieceLength)
    {
        return transfer.copy(pieceLength);
    }

    @Override
    void end(final TransferStatus status)
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
        super.end(status);
    }

    @Override
    void flush()
    {
        if (hasUnflushed)
        {
            hasUnflushed = false;
            writer.flush();
            peer.wakers().wake();
        }
    }

    /**
     * Makes the ring lead to the member that the node is now, and have the length that the gang has now.
     */
    @Override
    void connect(final Endpoint current)
    {
        if (current != peer)
        {
            resizes = state.resizes();
            // Without memory for the ring nothing has changed.
            final LinkRing ring = new LinkRing(state.slots());
            current.accept(priority, new Inbound(self.node(), self.tag(), self.wakers(), ring));
            use(ring);
            peer = current;
            hasUnflushed = false;
        }
        else if (resizes != state.resizes() && link.isReached())
        {
            resizes = state.resizes();
            resize(state.slots());
        }
    }

    @Override
    boolean isAllDone()
    {
        return resizes == state.resizes();
    }

    private void resize(final int slots)
    {
        if (slots == link.ring().slots())
        {
            return;
        }
        try
        {
            flush();
            final LinkRing last = link;
            use(new LinkRing(slots));
            last.follow(link);
        }
        catch (final OutOfMemoryError ex)
        {
            // The queue has room as before. To try each time would take longer than to send: the JVM collects first.
        }
    }

    private void use(final LinkRing ring)
    {
        link = ring;
        writer = ring.ring().writer();
    }
}
