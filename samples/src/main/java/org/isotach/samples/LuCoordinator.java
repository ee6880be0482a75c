/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.Arrays;

import org.ejml.data.DMatrixRMaj;

import org.isotach.Isochron;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;

/**
 * Puts the matrix into isotach memory before the workers start, and takes its factors out when they are done.
 */
final class LuCoordinator
{
    private final LuLayout layout;
    private final SharedMemory memory;
    private final MemoryPort port;
    private final Isochron isochron;

    LuCoordinator(final Cluster cluster, final LuLayout layout)
    {
        this.layout = layout;
        memory = SharedMemory.on(cluster, layout.pageMap());
        final Host host = cluster.host(0);
        port = memory.port(host);
        isochron = host.isochron();
    }

    SharedMemory memory()
    {
        return memory;
    }

    /**
     * Writes the matrix, schedules all pivot rows, and hands the duty to assign them over to the owners of the
     * columns.
     */
    void distribute(final DMatrixRMaj matrix)
    {
        for (int column = 0; column < layout.size(); column++)
        {
            isochron.begin();
            for (int row = 0; row < layout.size(); row++)
            {
                port.write(
                    isochron, layout.element(row, column), Double.doubleToRawLongBits(matrix.get(row, column)));
            }
            isochron.issue();
        }

        isochron.begin();
        for (int step = 0; step < layout.size(); step++)
        {
            port.sched(isochron, layout.pivot(step));
        }
        isochron.issue();

        final long[] grants = new long[layout.size()];
        Arrays.setAll(grants, step -> port.handOver(layout.pivot(step)));
        isochron.begin();
        for (int step = 0; step < layout.size(); step++)
        {
            port.write(isochron, layout.grant(step), grants[step]);
        }
        isochron.issue();
        isochron.awaitExecuted();
    }

    LuFactors collect()
    {
        final int size = layout.size();
        final int[] pivots = new int[size];
        final IsoValue[] values = new IsoValue[size];
        // Fresh: behind the last column of every worker. The columns are read behind this isochron.
        isochron.begin().fresh();
        for (int step = 0; step < size; step++)
        {
            values[step] = new IsoValue();
            port.read(isochron, layout.pivot(step), values[step]);
        }
        isochron.issue();
        for (int step = 0; step < size; step++)
        {
            pivots[step] = (int)values[step].await();
        }

        final DMatrixRMaj packed = new DMatrixRMaj(size, size);
        final LuColumnReader reader = new LuColumnReader(layout, port, isochron);
        final double[] elements = new double[size];
        for (int column = 0; column < size; column++)
        {
            reader.read(column, 0, elements);
            for (int row = 0; row < size; row++)
            {
                packed.set(row, column, elements[row]);
            }
        }
        return new LuFactors(packed, pivots);
    }
}
