/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.concurrent.atomic.AtomicIntegerArray;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.funi.FuniSupervisor;
import org.isotach.niu.funi.Gang;
import org.isotach.niu.funi.GangContext;
import org.isotach.niu.funi.Rights;
import org.isotach.test.TestThreads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Shared memory above CMAM: row C12.
 */
class CmamMemoryTest
{
    private static final int HOSTS = 3;
    private static final int ROUNDS = 40;
    private static final int LANDING = 1024;
    private static final int GETS = 40;

    /**
     * Each member writes to the next one, and reads what the others have written.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void c12ShouldReadWriteGetPutAndMeet(final ThreadingMode mode) throws InterruptedException
    {
        try (Cluster cluster = Cluster.launch(new ClusterContext().hosts(HOSTS).threadingMode(mode)))
        {
            final Gang gang = FuniSupervisor.on(cluster).open(new GangContext().slots(4));
            final AtomicIntegerArray rounds = new AtomicIntegerArray(HOSTS);
            final OffHeapBuffer[] memories = new OffHeapBuffer[HOSTS];
            final CmamMemory[] members = new CmamMemory[HOSTS];
            for (int node = 0; node < HOSTS; node++)
            {
                memories[node] = OffHeapBuffer.allocate(4096);
                members[node] = CmamMemory.on(Cmam.on(
                    gang.queuePair(node), gang.queuePair(node).segment(memories[node], Rights.PUT)));
            }
            final TestThreads threads = new TestThreads();
            for (int node = 0; node < HOSTS; node++)
            {
                final int self = node;
                threads.start("node-" + self, () -> run(self, members[self], memories[self], rounds));
            }
            threads.join();
        }
    }

    private static void run(
        final int self, final CmamMemory member, final OffHeapBuffer memory, final AtomicIntegerArray rounds)
    {
        final int next = (self + 1) % HOSTS;
        for (int round = 1; round <= ROUNDS; round++)
        {
            final int value = 100 * round + self;
            member.writeInt(next, 0, value);
            member.writeDouble(next, 8, value + 0.5);
            for (int i = 0; i < 4; i++)
            {
                member.putInt(next, 16 + 4 * i, -value - i);
            }
            rounds.set(self, round);
            member.barrier();
            for (int node = 0; node < HOSTS; node++)
            {
                assertEquals(round, rounds.get(node), "all have come, and none has gone on");
                final int expected = 100 * round + (node + HOSTS - 1) % HOSTS;
                assertEquals(expected, member.readInt(node, 0));
                assertEquals(expected + 0.5, member.readDouble(node, 8));
                member.getInt(node, 16, 64 + 4 * node);
                // More than there are segments.
                for (int i = 0; i < GETS; i++)
                {
                    member.get16(node, 16, LANDING + 16 * (node * GETS + i));
                }
            }
            member.sync();
            for (int node = 0; node < HOSTS; node++)
            {
                final int expected = -100 * round - (node + HOSTS - 1) % HOSTS;
                assertEquals(expected, memory.getInt(64 + 4 * node));
                for (int i = 0; i < 4 * GETS; i++)
                {
                    assertEquals(expected - i % 4, memory.getInt(LANDING + 16 * node * GETS + 4 * i));
                }
            }
            member.barrier();
        }
    }
}
