/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.Arrays;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.MatrixFeatures_DDRM;
import org.isotach.Topology;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.am.ActiveMessages;
import org.isotach.niu.am.global.GlobalMemory;
import org.isotach.niu.am.global.GlobalPort;
import org.isotach.niu.am.global.SpreadArray;

/**
 * {@code C[N][M] = A[N][R] * B[R][M]} on several hosts, each of which has a block of columns of all three (Hoe, FUNet,
 * section 6.2.2 and appendix C). A host needs all columns of A. It begins with its own ones, and gets the next one
 * while it computes with the last one.
 * <pre>
 *   memory of a host:  columns of A that it has | two columns that it has got
 * </pre>
 */
final class BlockedProduct
{
    private static final double EPSILON = Math.ulp(1.0);

    private final DMatrixRMaj a;
    private final DMatrixRMaj b;
    private final int hosts;
    private final int rows;
    private final int inner;
    private final int columns;
    private final DMatrixRMaj c;
    private double bestS = Double.POSITIVE_INFINITY;

    /**
     * @param hosts divides the columns of all matrices.
     */
    BlockedProduct(final DMatrixRMaj a, final DMatrixRMaj b, final int hosts)
    {
        this.a = a;
        this.b = b;
        this.hosts = hosts;
        rows = a.numRows;
        inner = a.numCols;
        columns = b.numCols;
        c = new DMatrixRMaj(rows, columns);
    }

    /**
     * Multiplies some times.
     *
     * @return this.
     */
    BlockedProduct multiply(final ModeOption mode, final int rounds)
    {
        try (Cluster cluster = Cluster.launch(mode.context(Topology.singleSwitch(hosts))))
        {
            final int length = (inner / hosts + 2) * rows * Long.BYTES;
            final GlobalMemory g = GlobalMemory.on(ActiveMessages.on(cluster), length);
            HostThreads.run(cluster, host -> new Block(g, g.port(host)).run(rounds));
        }
        return this;
    }

    /**
     * Returns the million operations per second of the fastest round.
     */
    double megaflops()
    {
        return 2.0 * rows * columns * inner / bestS / 1e6;
    }

    /**
     * Returns null if the product is that of EJML, as far as rounding goes.
     */
    String check()
    {
        final DMatrixRMaj expected = new DMatrixRMaj(rows, columns);
        CommonOps_DDRM.mult(a, b, expected);
        // All elements are in -1..1. Each of the two sums is as good as the worst rounding of its terms.
        return MatrixFeatures_DDRM.isIdentical(expected, c, 2.0 * inner * inner * EPSILON) ? null :
            "the product on " + Plural.of(hosts, "host") + " differs from that of EJML: " + rows + " x " + inner +
            " by " + inner + " x " + columns;
    }

    /**
     * The columns of one host.
     */
    private final class Block
    {
        private final GlobalPort port;

        // One for each host.
        private final SpreadArray blocks;
        private final OffHeapBuffer memory;
        private final int firstColumn;
        private final int ownInner;
        private final int ownColumns;

        // By column.
        private final double[] ownB;
        private final double[] ownC;
        private final double[] got;

        Block(final GlobalMemory g, final GlobalPort port)
        {
            this.port = port;
            memory = port.memory();
            ownInner = inner / hosts;
            blocks = g.spread(0, hosts, ownInner * rows * Long.BYTES);
            ownColumns = columns / hosts;
            firstColumn = port.self() * ownColumns;
            ownB = new double[ownColumns * inner];
            ownC = new double[ownColumns * rows];
            got = new double[rows];
            for (int k = 0; k < ownColumns; k++)
            {
                for (int j = 0; j < inner; j++)
                {
                    ownB[k * inner + j] = b.get(j, firstColumn + k);
                }
            }
            for (int j = 0; j < ownInner; j++)
            {
                for (int i = 0; i < rows; i++)
                {
                    memory.putLong((j * rows + i) * Long.BYTES,
                        Double.doubleToRawLongBits(a.get(i, port.self() * ownInner + j)));
                }
            }
        }

        void run(final int rounds)
        {
            for (int round = 0; round < rounds; round++)
            {
                Arrays.fill(ownC, 0);
                port.barrier();
                final long startNs = System.nanoTime();
                multiply();
                port.barrier();
                if (0 == port.self())
                {
                    bestS = Math.min(bestS, (System.nanoTime() - startNs) / 1e9);
                }
            }
            for (int k = 0; k < ownColumns; k++)
            {
                for (int i = 0; i < rows; i++)
                {
                    // Each host has columns of its own.
                    c.set(i, firstColumn + k, ownC[k * rows + i]);
                }
            }
            port.finish();
        }

        private void multiply()
        {
            final int first = port.self() * ownInner;
            get(first, 0);
            for (int step = 0; step < inner; step++)
            {
                final int j = (first + step) % inner;
                port.sync();
                take(step & 1);
                if (step + 1 < inner)
                {
                    get((j + 1) % inner, step + 1 & 1);
                }
                for (int k = 0; k < ownColumns; k++)
                {
                    addColumn(k, ownB[k * inner + j]);
                    port.poll();
                }
            }
        }

        private void get(final int j, final int half)
        {
            final int length = rows * Long.BYTES;
            port.bulkGet(blocks.pointer(j / ownInner) + (long)(j % ownInner) * length, halfOffset(half), length);
        }

        private int halfOffset(final int half)
        {
            return (ownInner + half) * rows * Long.BYTES;
        }

        private void take(final int half)
        {
            final int offset = halfOffset(half);
            for (int i = 0; i < rows; i++)
            {
                got[i] = Double.longBitsToDouble(memory.getLong(offset + i * Long.BYTES));
            }
        }

        private void addColumn(final int k, final double factor)
        {
            final int column = k * rows;
            for (int i = 0; i < rows; i++)
            {
                ownC[column + i] += got[i] * factor;
            }
        }
    }
}
