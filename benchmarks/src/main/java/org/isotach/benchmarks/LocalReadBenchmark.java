/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.util.concurrent.TimeUnit;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Atomic reads of variables with local copies, with nothing pending: no other thread takes part, and each isochron has
 * been executed when it has been issued.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class LocalReadBenchmark
{
    private static final int STRIDE = 5;

    /**
     * Two hosts with copies of everything, and the application of host 0.
     */
    @State(Scope.Benchmark)
    public static class Reader
    {
        /**
         * Variables that one isochron reads.
         */
        @Param({ "1", "16" })
        public int variables;

        private Cluster cluster;
        private MemoryPort port;
        private Isochron isochron;
        private IsoValue[] values;

        /**
         * Launches the cluster.
         */
        @Setup
        public void launch()
        {
            cluster = Cluster.launch(new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER));
            final SharedMemory memory = SharedMemory.on(cluster, PageMap.replicated(1));
            final Host host = cluster.host(0);
            port = memory.port(host);
            isochron = host.isochron();
            values = new IsoValue[variables];
            for (int i = 0; i < variables; i++)
            {
                values[i] = new IsoValue();
            }
        }

        /**
         * Closes the cluster.
         */
        @TearDown
        public void close()
        {
            cluster.close();
        }

        long read()
        {
            isochron.begin();
            for (int i = 0; i < values.length; i++)
            {
                port.read(isochron, i * STRIDE, values[i]);
            }
            isochron.issue();
            long sum = 0;
            for (final IsoValue value : values)
            {
                sum += value.await();
            }
            return sum;
        }
    }

    /**
     * Reads variables in one isochron.
     *
     * @param reader application of host 0.
     * @return sum of the values.
     */
    @Benchmark
    public long localRead(final Reader reader)
    {
        return reader.read();
    }
}
