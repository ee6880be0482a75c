/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.Arrays;
import java.util.function.Function;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.MatrixFeatures_DDRM;
import org.isotach.Topology;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;

/**
 * {@code C[N][M] = A[N][R] * B[R][M]} on several hosts, each of which has a block of columns of all three (Hoe, FUNet,
 * section 6.2.2 and appendix C). A host needs all columns of A. It begins with its own ones, and fetches the next one
 * while it computes with the last one.
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
    private final ColumnLayout layout;
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
        layout = new ColumnLayout(rows, inner / hosts);
    }

    /**
     * Multiplies some times.
     *
     * @param way in which hosts fetch columns.
     * @return this.
     */
    BlockedProduct multiply(final ModeOption mode, final FetchWay way, final int rounds)
    {
        try (Cluster cluster = Cluster.launch(mode.context(Topology.singleSwitch(hosts))))
        {
            final Function<Host, ColumnFetch> fetches = way.open(cluster, layout);
            HostThreads.run(cluster, host -> new Block(fetches.apply(host)).run(rounds));
        }
        return this;
    }

    /**
     * Multiplies some times on this thread, without messages. There must be one host.
     *
     * @return this.
     */
    BlockedProduct multiplyAlone(final int rounds)
    {
        new Block(new OwnColumns(layout)).run(rounds);
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
        private final ColumnFetch fetch;
        private final OffHeapBuffer memory;
        private final int firstColumn;
        private final int ownColumns;

        // By column.
        private final double[] ownB;
        private final double[] ownC;
        private final double[] got;

        Block(final ColumnFetch fetch)
        {
            this.fetch = fetch;
            memory = fetch.memory();
            ownColumns = columns / hosts;
            firstColumn = fetch.self() * ownColumns;
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
            for (int j = 0; j < layout.own(); j++)
            {
                for (int i = 0; i < rows; i++)
                {
                    memory.putLong(layout.offset(j) + i * Long.BYTES,
                        Double.doubleToRawLongBits(a.get(i, fetch.self() * layout.own() + j)));
                }
            }
        }

        void run(final int rounds)
        {
            for (int round = 0; round < rounds; round++)
            {
                Arrays.fill(ownC, 0);
                fetch.barrier();
                final long startNs = System.nanoTime();
                multiply();
                fetch.barrier();
                if (0 == fetch.self())
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
            fetch.finish();
        }

        private void multiply()
        {
            final int first = fetch.self() * layout.own();
            begin(first, 0);
            for (int step = 0; step < inner; step++)
            {
                final int j = (first + step) % inner;
                fetch.await();
                take(step & 1);
                if (step + 1 < inner)
                {
                    begin((j + 1) % inner, step + 1 & 1);
                }
                for (int k = 0; k < ownColumns; k++)
                {
                    addColumn(k, ownB[k * inner + j]);
                    fetch.poll();
                }
            }
        }

        private void begin(final int j, final int half)
        {
            fetch.begin(j / layout.own(), layout.offset(j % layout.own()), layout.halfOffset(half));
        }

        private void take(final int half)
        {
            final int offset = layout.halfOffset(half);
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
