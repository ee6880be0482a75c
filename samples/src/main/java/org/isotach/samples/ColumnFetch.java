/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import org.isotach.memory.OffHeapBuffer;

/**
 * How one host of a {@link BlockedProduct} fetches columns into its memory while it computes. Belongs to the thread of
 * the host.
 */
interface ColumnFetch
{
    /**
     * Returns the number of the host.
     */
    int self();

    /**
     * Returns its memory, as {@link ColumnLayout} says.
     */
    OffHeapBuffer memory();

    /**
     * Begins to fetch a column; {@link #await} waits for it. One is fetched at a time.
     *
     * @param owner number of the host that has it; may be this one.
     * @param from  where it is there.
     * @param into  where to put it here.
     */
    void begin(int owner, int from, int into);

    /**
     * Waits for the column, and serves the others meanwhile.
     */
    void await();

    /**
     * Serves the others.
     */
    void poll();

    /**
     * Waits for all hosts, and serves them meanwhile.
     */
    void barrier();

    /**
     * Serves the others until all have ended.
     */
    void finish();
}
