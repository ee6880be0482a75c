/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.function.Function;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;
import org.isotach.niu.am.ActiveMessages;
import org.isotach.niu.am.global.GlobalMemory;
import org.isotach.niu.am.global.GlobalPort;
import org.isotach.niu.am.global.SpreadArray;

/**
 * Fetches columns by bulk gets of a global memory.
 */
final class GlobalFetch implements ColumnFetch
{
    private final GlobalPort port;

    // One element for each host: all columns that it has.
    private final SpreadArray blocks;
    private final int columnLength;

    private GlobalFetch(final GlobalMemory g, final GlobalPort port, final ColumnLayout layout)
    {
        this.port = port;
        blocks = g.spread(0, port.size(), layout.ownLength());
        columnLength = layout.columnLength();
    }

    static Function<Host, ColumnFetch> open(final Cluster cluster, final ColumnLayout layout)
    {
        final GlobalMemory g = GlobalMemory.on(ActiveMessages.on(cluster), layout.length());
        return host -> new GlobalFetch(g, g.port(host), layout);
    }

    @Override
    public int self()
    {
        return port.self();
    }

    @Override
    public OffHeapBuffer memory()
    {
        return port.memory();
    }

    @Override
    public void begin(final int owner, final int from, final int into)
    {
        port.bulkGet(blocks.pointer(owner) + from, into, columnLength);
    }

    @Override
    public void await()
    {
        port.sync();
    }

    @Override
    public void poll()
    {
        port.poll();
    }

    @Override
    public void barrier()
    {
        port.barrier();
    }

    @Override
    public void finish()
    {
        port.finish();
    }
}
