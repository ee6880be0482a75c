/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet.mcp;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts what a board drops. Any thread may read.
 */
final class DropCounts
{
    private final AtomicLongArray counts = new AtomicLongArray(McpDrop.values().length);

    void count(final McpDrop reason)
    {
        counts.getAndIncrement(reason.ordinal());
    }

    long get(final McpDrop reason)
    {
        return counts.get(reason.ordinal());
    }

    @Override
    public String toString()
    {
        return counts.toString();
    }
}
