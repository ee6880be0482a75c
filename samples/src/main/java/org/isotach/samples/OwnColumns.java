/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import org.isotach.memory.OffHeapBuffer;

/**
 * One host that has all columns, and copies them: what the same program takes without messages.
 */
final class OwnColumns implements ColumnFetch
{
    private final OffHeapBuffer memory;
    private final int columnLength;

    OwnColumns(final ColumnLayout layout)
    {
        memory = OffHeapBuffer.allocate(layout.length());
        columnLength = layout.columnLength();
    }

    @Override
    public int self()
    {
        return 0;
    }

    @Override
    public OffHeapBuffer memory()
    {
        return memory;
    }

    @Override
    public void begin(final int owner, final int from, final int into)
    {
        memory.copyTo(from, memory, into, columnLength);
    }

    @Override
    public void await()
    {
        // It was copied when the fetch began.
    }

    @Override
    public void poll()
    {
        // There are no others.
    }

    @Override
    public void barrier()
    {
        // As above.
    }

    @Override
    public void finish()
    {
        // As above.
    }
}
