/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.ArrayList;
import java.util.List;

import org.isotach.Isochron;
import org.isotach.OperationHeader;
import org.isotach.PageMap;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * I56: operations of families that have a model, and of types that the model does not know, are passed over and
 * counted; the other operations of their isochron take effect.
 */
final class UnknownTypeTest
{
    /**
     * Memory is family 0 and knows the types 1 to 10, messages are family 1 and know 0 to 3.
     */
    @ParameterizedTest
    @ValueSource(ints = { 0x00, 0x0B, 0x0F, 0x14, 0x15, 0x16, 0x17, 0x18, 0x1F })
    void shouldPassOverATypeThatTheModelDoesNotKnow(final int type)
    {
        try (TestCluster cluster = TestCluster.invoker(2))
        {
            final MemoryPort memory = memory(cluster);
            final List<Long> handled = new ArrayList<>();
            cluster.messaging().handler(
                cluster.host(1), 0, (sender, message) -> handled.add(message.getLong(0)));
            final Isochron isochron = cluster.isochron(0).begin();
            memory.write(isochron, 5, 50);
            appendUnknown(isochron, type);
            cluster.port(0).claimForHandler(1, 0, Long.BYTES).putLong(0, 1);
            appendUnknown(isochron, type);
            cluster.port(0).claim(1, Long.BYTES).putLong(0, 2);
            appendUnknown(isochron, type);
            cluster.port(0).claim(1, Long.BYTES).putLong(0, 3);
            memory.write(isochron, 6, 60);
            isochron.issue();

            assertEquals(2, cluster.receive(1));
            assertEquals(3, cluster.receive(1));
            cluster.assertNothingToReceive();
            assertEquals(List.of(1L), handled);
            assertEquals(50, read(cluster, memory, 5));
            assertEquals(60, read(cluster, memory, 6));
            assertEquals(3, cluster.host(0).unknownOperations());
            assertEquals(3, cluster.host(1).unknownOperations());
            assertEquals(6, cluster.errors().size());
            cluster.errors().clear();
        }
    }

    @Test
    void shouldCountNothingThatItKnows()
    {
        try (TestCluster cluster = TestCluster.invoker(2))
        {
            final MemoryPort memory = memory(cluster);
            final Isochron isochron = cluster.isochron(0).begin();
            final IsoValue value = new IsoValue();
            memory.read(isochron, 5, value);
            memory.write(isochron, 5, 1);
            memory.sched(isochron, 6);
            isochron.issue();
            isochron.begin();
            memory.assign(isochron, 6, 2);
            cluster.port(0).claim(1, Long.BYTES).putLong(0, 3);
            isochron.issue();
            assertEquals(0, value.await());
            assertEquals(3, cluster.receive(1));
            assertEquals(0, cluster.host(0).unknownOperations());
            assertEquals(0, cluster.host(1).unknownOperations());
        }
    }

    /**
     * With all bits that could be taken for an address, a host, or a message for host 1.
     */
    private static void appendUnknown(final Isochron isochron, final int type)
    {
        final int length = 3 * Long.BYTES;
        final int offset = isochron.append(length);
        isochron.buffer().putLong(offset, OperationHeader.encode(type, length, 1, 5));
        isochron.buffer().putLong(offset + Long.BYTES, (long)Long.BYTES << Integer.SIZE | length);
        isochron.buffer().putLong(offset + 2 * Long.BYTES, -1);
    }

    private static long read(final TestCluster cluster, final MemoryPort memory, final int address)
    {
        final IsoValue value = new IsoValue();
        final Isochron isochron = cluster.isochron(0).begin();
        memory.read(isochron, address, value);
        isochron.issue();
        return value.await();
    }

    private static MemoryPort memory(final TestCluster cluster)
    {
        return SharedMemory.on(cluster.cluster(), PageMap.replicated(1)).port(cluster.host(0));
    }
}
