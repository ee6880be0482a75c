/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import java.util.function.BooleanSupplier;

import org.isotach.memory.OffHeapBuffer;

/**
 * A queue pair that, while a test says so, has no memory for the queue to one node. An unexpected OutOfMemoryError ends
 * the JVM of the tests, so it is another one.
 */
public final class QueuePairWithoutMemory extends QueuePair
{
    /**
     * No node.
     */
    public static final int NONE = -1;

    private final QueuePair all;
    private int lacking = NONE;

    /**
     * @param all the queue pair that does everything.
     */
    public QueuePairWithoutMemory(final QueuePair all)
    {
        this.all = all;
    }

    /**
     * @param node the node to which there is no queue from now on, or {@link #NONE}.
     */
    public void lack(final int node)
    {
        lacking = node;
    }

    @Override
    public PacketBuffer tryClaim(final Priority priority, final int node, final int type, final int words)
    {
        if (node == lacking)
        {
            throw new InternalError("no memory for the queue to node " + node);
        }
        return all.tryClaim(priority, node, type, words);
    }

    @Override
    public PacketBuffer claim(
        final Priority priority, final int node, final int type, final int words, final PacketHandler handler)
    {
        return all.claim(priority, node, type, words, handler);
    }

    @Override
    public int node()
    {
        return all.node();
    }

    @Override
    public int size()
    {
        return all.size();
    }

    @Override
    public long incarnation(final int node)
    {
        return all.incarnation(node);
    }

    @Override
    public void commit()
    {
        all.commit();
    }

    @Override
    public void abort()
    {
        all.abort();
    }

    @Override
    public void flush()
    {
        all.flush();
    }

    @Override
    public int poll(final int limit, final PacketHandler handler)
    {
        return all.poll(limit, handler);
    }

    @Override
    public int poll(final Priority priority, final int limit, final PacketHandler handler)
    {
        return all.poll(priority, limit, handler);
    }

    @Override
    public int receive(final int limit, final PacketHandler handler)
    {
        return all.receive(limit, handler);
    }

    @Override
    public SharedSegment segment(final OffHeapBuffer memory, final Rights rights)
    {
        return all.segment(memory, rights);
    }

    @Override
    public long tryPut(
        final Priority priority,
        final OffHeapBuffer source,
        final int offset,
        final long to,
        final int length,
        final int type,
        final long argument)
    {
        return all.tryPut(priority, source, offset, to, length, type, argument);
    }

    @Override
    public long tryGet(
        final Priority priority, final long from, final OffHeapBuffer target, final int offset, final int length)
    {
        return all.tryGet(priority, from, target, offset, length);
    }

    @Override
    public TransferStatus put(
        final Priority priority,
        final OffHeapBuffer source,
        final int offset,
        final long to,
        final int length,
        final int type,
        final long argument,
        final PacketHandler handler)
    {
        return all.put(priority, source, offset, to, length, type, argument, handler);
    }

    @Override
    public TransferStatus status(final long ticket)
    {
        return all.status(ticket);
    }

    @Override
    public TransferStatus await(final long ticket, final PacketHandler handler)
    {
        return all.await(ticket, handler);
    }

    @Override
    public void await(final BooleanSupplier condition, final PacketHandler handler)
    {
        all.await(condition, handler);
    }

    @Override
    public long dropped()
    {
        return all.dropped();
    }

    @Override
    public void close()
    {
        all.close();
    }
}
