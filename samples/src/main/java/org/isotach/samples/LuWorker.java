/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import org.isotach.Isochron;
import org.isotach.niu.Host;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;

/**
 * Decomposes the columns of one host.
 * <p>
 * Column k is final after k steps. Its owner chooses the pivot row, divides, and publishes the column and the pivot row
 * in one isochron. All others have read the pivot row at the very start: it was scheduled then, and the value arrives
 * with the ASSIGN of its owner. A worker that has it finds the column in its local copy of the memory.
 */
final class LuWorker
{
    private final LuLayout layout;
    private final int host;
    private final int size;
    private final MemoryPort port;
    private final Isochron isochron;
    private final LuColumnReader reader;
    private final IsoValue[] pivots;
    private final IsoValue[] grants;
    private final double[][] columns;
    private final int[] ownPivots;
    private final double[] foreignColumn;

    LuWorker(final Host host, final SharedMemory memory, final LuLayout layout)
    {
        this.layout = layout;
        this.host = host.id();
        size = layout.size();
        port = memory.port(host);
        isochron = host.isochron();
        reader = new LuColumnReader(layout, port, isochron);
        pivots = new IsoValue[size];
        grants = new IsoValue[size];
        columns = new double[size][];
        ownPivots = new int[size];
        foreignColumn = new double[size];
    }

    void run(final Progress progress)
    {
        start();
        if (isOwn(0))
        {
            finish(0, progress);
        }
        for (int step = 0; step < size - 1; step++)
        {
            final int pivot = isOwn(step) ? ownPivots[step] : (int)pivots[step].await();
            final double[] multipliers = multipliers(step);
            // The next column comes first: others wait for it.
            for (int column = step + 1; column < size; column++)
            {
                if (isOwn(column))
                {
                    update(columns[column], step, pivot, multipliers);
                    if (column == step + 1)
                    {
                        finish(column, progress);
                    }
                }
            }
        }
        isochron.awaitExecuted();
    }

    private boolean isOwn(final int column)
    {
        return layout.owner(column) == host;
    }

    private void start()
    {
        // Fresh: behind the SCHEDs. Everything else that this host reads comes behind this isochron.
        isochron.begin().fresh();
        for (int step = 0; step < size; step++)
        {
            if (isOwn(step))
            {
                grants[step] = new IsoValue();
                port.read(isochron, layout.grant(step), grants[step]);
            }
            else
            {
                pivots[step] = new IsoValue();
                port.read(isochron, layout.pivot(step), pivots[step]);
            }
        }
        isochron.issue();
        for (int column = 0; column < size; column++)
        {
            if (isOwn(column))
            {
                columns[column] = new double[size];
                reader.read(column, 0, columns[column]);
            }
        }
    }

    private double[] multipliers(final int step)
    {
        if (isOwn(step))
        {
            return columns[step];
        }
        reader.read(step, step + 1, foreignColumn);
        return foreignColumn;
    }

    private void update(final double[] column, final int step, final int pivot, final double[] multipliers)
    {
        swap(column, step, pivot);
        final double factor = column[step];
        for (int row = step + 1; row < size; row++)
        {
            column[row] -= multipliers[row] * factor;
        }
    }

    private void finish(final int step, final Progress progress)
    {
        final double[] column = columns[step];
        int pivot = step;
        for (int row = step + 1; row < size; row++)
        {
            if (Math.abs(column[row]) > Math.abs(column[pivot]))
            {
                pivot = row;
            }
        }
        swap(column, step, pivot);
        final double diagonal = column[step];
        for (int row = step + 1; row < size && 0 != diagonal; row++)
        {
            column[row] /= diagonal;
        }
        ownPivots[step] = pivot;

        isochron.begin();
        for (int row = 0; row < size; row++)
        {
            port.write(isochron, layout.element(row, step), Double.doubleToRawLongBits(column[row]));
        }
        port.assign(isochron, layout.pivot(step), grants[step].await(), pivot);
        isochron.issue();
        progress.step();
    }

    private static void swap(final double[] column, final int a, final int b)
    {
        final double element = column[a];
        column[a] = column[b];
        column[b] = element;
    }
}
