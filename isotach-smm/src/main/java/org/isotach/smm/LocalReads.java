/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

/**
 * A set of variables that threads of one host read repeatedly, each time at one point in the order; see
 * {@link LocalMemory#reads}. The places of the variables are looked up once.
 * <p>
 * Unlike a {@link Snapshot} it belongs to no port and never issues an isochron. Threadsafe: any number of threads may
 * read at the same time.
 */
public final class LocalReads
{
    private final RevisionReads reads;

    // Null if one of the variables has no copy here.
    private final CellList cells;

    LocalReads(final RevisionReads reads, final int[] addresses)
    {
        this.reads = reads;
        cells = reads.cells(addresses);
    }

    /**
     * Reads the variables, as {@link MemoryPort#tryReadLocal} does. Allocates nothing.
     *
     * @param values receives the values, in the order of the addresses; undefined if false is returned.
     * @return false if that is not possible at present.
     * @throws IndexOutOfBoundsException          if {@code values} is too short.
     * @throws IllegalStateException              if the call comes from inside a handler.
     * @throws org.isotach.ClusterClosedException if the cluster, or the host, is closed.
     */
    public boolean tryRead(final long[] values)
    {
        return null != cells && reads.tryReadCells(cells, values);
    }

    @Override
    public String toString()
    {
        return "LocalReads{variables=" + (null == cells ? "not here" : cells.count()) + '}';
    }
}
