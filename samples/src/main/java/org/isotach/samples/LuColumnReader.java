/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.Arrays;

import org.isotach.Isochron;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;

/**
 * Reads columns of the matrix out of isotach memory, with the port and the isochron of one thread.
 */
final class LuColumnReader
{
    private final LuLayout layout;
    private final MemoryPort port;
    private final Isochron isochron;
    private final IsoValue[] values;

    LuColumnReader(final LuLayout layout, final MemoryPort port, final Isochron isochron)
    {
        this.layout = layout;
        this.port = port;
        this.isochron = isochron;
        values = new IsoValue[layout.size()];
        Arrays.setAll(values, row -> new IsoValue());
    }

    /**
     * Reads a column from a row downwards; the elements above stay as they are.
     */
    void read(final int column, final int firstRow, final double[] into)
    {
        isochron.begin();
        for (int row = firstRow; row < into.length; row++)
        {
            port.read(isochron, layout.element(row, column), values[row]);
        }
        isochron.issue();
        for (int row = firstRow; row < into.length; row++)
        {
            into[row] = Double.longBitsToDouble(values[row].await());
        }
    }
}
