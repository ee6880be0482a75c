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
    private static final long NO_PLACE = 0;

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
        extent.checkWord(from, Long.BYTES, Long.BYTES);
        if (tryServe(from))
        {
            part.read(memory.getLong(offset(from)));
            return;
        }
        remote.fetch(Kind.BLOCKING, from, NO_PLACE);
    }

    void get(final long from, final int into)
    {
        extent.checkWord(from, Long.BYTES, Long.BYTES);
        extent.checkOwnWord(into, Long.BYTES, Long.BYTES);
        if (tryServe(from))
        {
            memory.putLong(into, memory.getLong(offset(from)));
            return;
        }
        remote.fetch(Kind.SPLIT_PHASE, from, into);
    }

    void deposit(final Kind kind, final long to, final long value)
    {
        extent.checkWord(to, Long.BYTES, Long.BYTES);
        if (tryServe(to))
        {
            part.land(kind, offset(to), value);
            return;
        }
        remote.deposit(kind, to, value);
    }

    void readInt(final long from)
    {
        extent.checkWord(from, Integer.BYTES, Integer.BYTES);
        if (tryServe(from))
        {
            part.read(memory.getInt(offset(from)));
            return;
        }
        remote.fetchInt(Kind.BLOCKING, from, NO_PLACE);
    }

    void getInt(final long from, final int into)
    {
        extent.checkWord(from, Integer.BYTES, Integer.BYTES);
        extent.checkOwnWord(into, Integer.BYTES, Integer.BYTES);
        if (tryServe(from))
        {
            memory.putInt(into, memory.getInt(offset(from)));
            return;
        }
        remote.fetchInt(Kind.SPLIT_PHASE, from, into);
    }

    void depositInt(final Kind kind, final long to, final int value)
    {
        extent.checkWord(to, Integer.BYTES, Integer.BYTES);
        if (tryServe(to))
        {
            part.landInt(kind, offset(to), value);
            return;
        }
        remote.depositInt(kind, to, value);
    }

    void getTwo(final long from, final int into)
    {
        extent.checkWord(from, Part.TWO_WORDS, Long.BYTES);
        extent.checkOwnWord(into, Part.TWO_WORDS, Long.BYTES);
        if (tryServe(from))
        {
            // Both words first: they may overlap.
            final long second = memory.getLong(offset(from) + Long.BYTES);
            memory.putLong(into, memory.getLong(offset(from)));
            memory.putLong(into + Long.BYTES, second);
            return;
        }
        remote.fetchTwo(from, into);
    }

    void depositTwo(final Kind kind, final long to, final int from)
    {
        extent.checkWord(to, Part.TWO_WORDS, Long.BYTES);
        extent.checkOwnWord(from, Part.TWO_WORDS, Long.BYTES);
        final long first = memory.getLong(from);
        final long second = memory.getLong(from + Long.BYTES);
        if (tryServe(to))
        {
            part.landTwo(kind, offset(to), first, second);
            return;
        }
        remote.depositTwo(kind, to, first, second);
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
