/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;

/**
 * Takes the packets of one member: replies first (Hoe, FUNet, section 5.2.3). A packet is in its slot as long as its
 * handler runs. The handler of a request may poll for replies, and that only, so its own slot stays.
 * A handler may close its queue pair, and is called no more then.
 * <p>
 * Belongs to the thread of the receiver.
 */
final class Reception extends ReceivingEnd
{
    /**
     * Packets from one sender before the next one has its turn.
     */
    private static final int BURST = 32;

    private final GangState state;
    private final Endpoint self;
    private final boolean isParanoid;
    private final Turn requests = new Turn(Priority.REQUEST);
    private final Turn replies = new Turn(Priority.REPLY);
    private long dropped;

    Reception(final GangState state, final Endpoint self, final boolean isParanoid)
    {
        this.state = state;
        this.self = self;
        this.isParanoid = isParanoid;
    }

    @Override
    long dropped()
    {
        return dropped;
    }

    @Override
    int poll(final int limit, final PacketHandler handler)
    {
        final boolean takesRequests = null == inside();
        int done = 0;
        try
        {
            while (done < limit && !state.isSuspended() && !self.isClosed() &&
                (replies.tryTake(handler) || takesRequests && requests.tryTake(handler)))
            {
                done++;
            }
        }
        finally
        {
            // Also if a handler has thrown: its caller may do something else for long.
            replies.release();
            if (takesRequests)
            {
                requests.release();
            }
        }
        return done;
    }

    @Override
    boolean tryTake(final Priority priority, final PacketHandler handler)
    {
        if (state.isSuspended() || self.isClosed())
        {
            return false;
        }
        final Turn turn = Priority.REPLY == priority ? replies : requests;
        try
        {
            return turn.tryTake(handler);
        }
        finally
        {
            turn.release();
        }
    }

    @Override
    boolean serve(final boolean isPacketOpen)
    {
        // There is nothing between the ends of a ring.
        return false;
    }

    /**
     * The senders of one priority.
     */
    private final class Turn extends Padded
    {
        private final Priority priority;

        // Null in paranoid mode, when it was used.
        private PacketView view = new PacketView();
        private Inbound current;
        private int last;
        private int burst;

        Turn(final Priority priority)
        {
            this.priority = priority;
        }

        void release()
        {
            if (null != current)
            {
                current.release();
            }
        }

        boolean tryTake(final PacketHandler handler)
        {
            final Inbound[] all = self.inbound(priority);
            if (BURST == burst)
            {
                moveOn();
            }
            for (int i = 0; i < all.length; i++)
            {
                last = last < all.length ? last : 0;
                if (current != all[last])
                {
                    release();
                    current = all[last];
                }
                if (tryTakeFrom(current, handler))
                {
                    return true;
                }
                moveOn();
            }
            return false;
        }

        private void moveOn()
        {
            release();
            burst = 0;
            last++;
        }

        private boolean tryTakeFrom(final Inbound link, final PacketHandler handler)
        {
            if (null == view)
            {
                // Before the packet is taken: nobody would get it without a view.
                view = new PacketView();
            }
            while (link.next())
            {
                final OffHeapBuffer buffer = link.buffer();
                final int content = link.offset();
                // Only what the member has sent that the node is now: not what an earlier one has left.
                if (buffer.getLong(content + PacketLayout.TAG_OFFSET) == state.endpoint(link.node()).tag())
                {
                    burst++;
                    handle(buffer, content, link.node(), handler);
                    return true;
                }
                dropped++;
            }
            return false;
        }

        private void handle(
            final OffHeapBuffer buffer, final int content, final int node, final PacketHandler handler)
        {
            final int header = buffer.getInt(content + PacketLayout.HEADER_OFFSET);
            final PacketView shown = view;
            if (isParanoid)
            {
                view = null;
            }
            shown.open(buffer, content, PacketLayout.words(header));
            shown.isTransfer(PacketLayout.isTransfer(header));
            Reception.this.handle(priority, PacketLayout.type(header), node, shown, handler);
        }
    }

    @Override
    public String toString()
    {
        return "Reception{node=" + self.node() + ", inside=" + inside() + ", dropped=" + dropped + '}';
    }
}
