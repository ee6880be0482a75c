/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am.global;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.am.AmPort;

/**
 * Begins the operations of one host, on its own memory or that of others, and refuses those that are not possible.
 * Those on its own memory have ended when the call returns.
 * <p>
 * <b>Note:</b> belongs to the thread of the port.
 */
final class MemoryAccess extends Padded
{
    private final AmPort port;
    private final Extent extent;
    private final Part part;
    private final OffHeapBuffer memory;
    private final RemoteAccess remote;

    MemoryAccess(final AmPort port, final Extent extent, final Part part, final RemoteAccess remote)
    {
        this.port = port;
        this.extent = extent;
        this.part = part;
        this.remote = remote;
        memory = part.memory();
    }

    void read(final long from)
    {
        extent.checkWord(from);
        final long read = part.nextRead();
        if (tryServe(from))
        {
            part.read(read, memory.getLong(offset(from)));
            return;
        }
        remote.fetch(Kind.BLOCKING, from, read);
    }

    void get(final long from, final int into)
    {
        extent.checkWord(from);
        extent.checkOwnWord(into);
        if (tryServe(from))
        {
            memory.putLong(into, memory.getLong(offset(from)));
            return;
        }
        remote.fetch(Kind.SPLIT_PHASE, from, into);
    }

    void deposit(final Kind kind, final long to, final long value)
    {
        extent.checkWord(to);
        if (tryServe(to))
        {
            memory.putLong(offset(to), value);
            part.landed(kind, Long.BYTES);
            return;
        }
        remote.deposit(kind, to, value);
    }

    void fetchBytes(final Kind kind, final long from, final int into, final int length)
    {
        extent.checkBytes(from, length);
        extent.checkOwnBytes(into, length);
        if (tryServe(from))
        {
            memory.copyTo(offset(from), memory, into, length);
            return;
        }
        remote.fetchBytes(kind, from, into, length);
    }

    void depositBytes(final Kind kind, final long to, final int from, final int length)
    {
        extent.checkBytes(to, length);
        extent.checkOwnBytes(from, length);
        if (tryServe(to))
        {
            memory.copyTo(from, memory, offset(to), length);
            part.landed(kind, length);
            return;
        }
        remote.depositBytes(kind, to, from, length);
    }

    /**
     * Tells a host that this one has come to a round of a barrier.
     */
    void arrive(final int target, final int round)
    {
        remote.arrive(target, round);
    }

    /**
     * Wakes all who wait.
     */
    void wakeAll()
    {
        remote.wakeAll();
    }

    /**
     * Serves the port, as each operation on the memory of others does, if the memory is that of this host.
     */
    private boolean tryServe(final long pointer)
    {
        if (port.self() != GlobalPointer.host(pointer))
        {
            return false;
        }
        port.poll();
        return true;
    }

    private static int offset(final long pointer)
    {
        return (int)GlobalPointer.offset(pointer);
    }

    @Override
    public String toString()
    {
        return "MemoryAccess{" + port + ", " + extent + '}';
    }
}
