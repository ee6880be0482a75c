/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import java.util.Objects;
import java.util.function.Supplier;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Host;
import org.isotach.niu.ModelHost;

/**
 * Refuses calls of one queue pair that cannot do what they are to do.
 */
final class QueuePairChecks
{
    private final GangState state;
    private final Endpoint self;
    private final Host host;
    private final ModelHost models;
    private final Supplier<Priority> inside;

    /**
     * @param inside priority of the packet whose handler runs, null outside of handlers.
     */
    QueuePairChecks(final GangState state, final Endpoint self, final Supplier<Priority> inside)
    {
        this.state = state;
        this.self = self;
        this.inside = inside;
        host = self.host();
        models = host.models();
    }

    /**
     * Refuses calls of handlers that the cluster runs: a queue pair belongs to an application thread.
     */
    void outside()
    {
        models.checkNotInHandler("using a queue pair");
    }

    /**
     * Returns whether {@link #open} throws.
     */
    boolean isGone()
    {
        return self.isClosed() || !models.isUndisturbed() && (host.isExpelled() || models.isOver());
    }

    /**
     * Refuses a call if this member sends and receives nothing any more.
     */
    void open()
    {
        if (host.isExpelled())
        {
            throw new HostExpelledException("host " + host.id() + " was expelled: node " + self.node() + " of gang " +
                state.name() + " sends and receives nothing any more");
        }
        if (models.isOver())
        {
            throw new ClusterClosedException("the cluster of host " + host.id() + " is closed: node " + self.node() +
                " of gang " + state.name() + " sends and receives nothing any more");
        }
        if (state.isFailed() && !state.isClosed())
        {
            throw state.failed(self.node());
        }
        if (self.isClosed())
        {
            throw new IllegalStateException("this queue pair of node " + self.node() + " of gang " + state.name() +
                " is closed: it, or its gang, was closed, or the node has moved (Gang.remap)");
        }
    }

    /**
     * Refuses a packet that cannot be sent.
     */
    void packet(final int node, final int type, final int words, final boolean isPacketOpen)
    {
        if (node < 0 || node >= state.size())
        {
            state.checkNode(node);
        }
        if (type < 0 || type >= PacketLayout.TYPES)
        {
            throw new IllegalArgumentException(
                "type: " + type + " (expected: 0.." + (PacketLayout.TYPES - 1) + ')');
        }
        if (words < 0 || words > PacketLayout.MAX_WORDS)
        {
            throw new IllegalArgumentException("words: " + words + " (expected: 0.." + PacketLayout.MAX_WORDS +
                "; see tryPut() for more)");
        }
        if (isPacketOpen)
        {
            throw new IllegalStateException("a packet is open: commit() or abort() it before the next");
        }
    }

    void memory(final OffHeapBuffer buffer, final int offset, final int length)
    {
        if (length < 0)
        {
            throw new IllegalArgumentException("length: " + length + " (expected: at least 0)");
        }
        Objects.checkFromIndexSize(offset, length, buffer.capacity());
    }

    /**
     * Refuses to take packets, of one priority or (null) of any, inside a handler from which they must not be taken.
     */
    void polling(final Priority priority)
    {
        final Priority current = inside.get();
        if (Priority.REPLY == current || null != current && Priority.REQUEST == priority)
        {
            throw new IllegalStateException("inside the handler of a " + (Priority.REPLY == current ?
                "reply no packets can be taken" : "request only replies can be taken") +
                ": keep what is to be done, and do it when the handler has returned");
        }
    }

    /**
     * Refuses to wait, for room to send with a priority or (as for a reply) for a transfer, inside a handler.
     */
    void waitingFor(final Priority priority)
    {
        final Priority current = inside.get();
        if (Priority.REPLY == current || null != current && Priority.REQUEST == priority)
        {
            throw new IllegalStateException("inside the handler of a " + (Priority.REPLY == current ?
                "reply nothing can be waited for" : "request no room for a request can be waited for") +
                ", or two members could wait for each other: keep what is to be sent, and send it when the handler" +
                " has returned");
        }
    }
}
