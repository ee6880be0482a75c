/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.lang.management.ManagementFactory;

import com.sun.management.ThreadMXBean;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What results of reads take on their way: as much as there has been under way at one time.
 */
final class SizeTest
{
    private static final int HOSTS = 64;
    private static final int MOST_PER_READER = 32 * 1024;

    private static void read(
        final MemoryPort port, final Isochron isochron, final int first, final IsoValue[] values)
    {
        isochron.begin().fresh();
        for (int i = 0; i < values.length; i++)
        {
            values[i] = new IsoValue();
            port.read(isochron, first + i, values[i]);
        }
        isochron.issue();
    }

    /**
     * Room for twice as many results as a host may ever wait for takes 57 KB.
     */
    @Test
    void shouldTakeLittleForAReaderHoweverManyReadsItMayHaveOutstanding()
    {
        try (TestCluster cluster = new TestCluster(
            ThreadingMode.INVOKER, Topology.singleSwitch(HOSTS), PageMap.builder().page(0, 0).build()))
        {
            final ThreadMXBean bean = (ThreadMXBean)ManagementFactory.getThreadMXBean();
            final IsoValue[] values = new IsoValue[1];
            long before = 0;
            for (int reader = 1; reader < HOSTS; reader++)
            {
                read(cluster.port(reader), cluster.isochron(reader), 0, values);
                assertEquals(0, values[0].await());
                if (1 == reader)
                {
                    // Classes are loaded.
                    before = bean.getCurrentThreadAllocatedBytes();
                }
            }
            final long perReader = (bean.getCurrentThreadAllocatedBytes() - before) / (HOSTS - 2);
            assertTrue(perReader < MOST_PER_READER, perReader + " bytes per reader");
        }
    }

    /**
     * All results that a host may wait for come at once, before it takes the first of them; more than once.
     */
    @Test
    void shouldTakeAllResultsThatAHostMayHaveOutstanding()
    {
        final int count = ClusterContext.READ_CAP_DEFAULT;
        try (TestCluster cluster = new TestCluster(
            ThreadingMode.INVOKER, Topology.singleSwitch(2), PageMap.builder().page(0, 1).build()))
        {
            for (int round = 0; round < 5; round++)
            {
                final Isochron writer = cluster.isochron(1).begin();
                for (int i = 0; i < count; i++)
                {
                    cluster.port(1).write(writer, i, i * (round + 1));
                }
                writer.issue();
                writer.awaitExecuted();
                final IsoValue[] values = new IsoValue[count];
                read(cluster.port(0), cluster.isochron(0), 0, values);
                int work = 1;
                while (work > 0)
                {
                    work = cluster.host(1).poll();
                }
                for (int i = 0; i < count; i++)
                {
                    assertEquals(i * (round + 1), values[i].await());
                }
            }
        }
    }

    /**
     * The last address that there is, of a memory of which hardly a page is mapped.
     */
    @Test
    void shouldReadAndWriteAtTheLastAddress()
    {
        final int last = Integer.MAX_VALUE;
        try (TestCluster cluster = new TestCluster(
            ThreadingMode.INVOKER,
            Topology.singleSwitch(3),
            PageMap.builder().pageSize(2048).page(0, 0, 1).page(PageMap.MAX_PAGES - 1, 0, 1).build()))
        {
            assertEquals(1L << 31, cluster.memory().pageMap().variables());
            cluster.write(0, 0, 1);
            cluster.write(2, last, 2);
            // Two hosts with copies, and one without.
            for (int host = 0; host < 3; host++)
            {
                final IsoValue[] values = new IsoValue[1];
                read(cluster.port(host), cluster.isochron(host), last, values);
                assertEquals(2, values[0].await());
                read(cluster.port(host), cluster.isochron(host), 0, values);
                assertEquals(1, values[0].await());
            }
            final Isochron isochron = cluster.isochron(0).begin();
            cluster.port(0).sched(isochron, last);
            isochron.issue();
            isochron.begin();
            cluster.port(0).assign(isochron, last, 3);
            isochron.issue();
            isochron.awaitExecuted();
            final long[] copies = new long[2];
            assertTrue(cluster.port(0).tryReadLocal(new int[]{ last, 0 }, copies));
            assertArrayEquals(new long[]{ 3, 1 }, copies);
        }
    }
}
