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
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

    /**
     * Nobody can step over an operation without a length, also if its type is known, and always has the same: all
     * operations of the memory, and messages.
     */
    @ParameterizedTest
    @Timeout(value = 10, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    @CsvSource({
        "0x01, 0", "0x02, 0", "0x03, 0", "0x04, 0", "0x05, 0", "0x08, 0", "0x09, 0", "0x02, -8", "0x02, 4096",
        "0x06, 0", "0x07, 0", "0x0A, 0", "0x10, 0", "0x11, 0", "0x12, 0", "0x13, 0",
        "0x0A, -8", "0x0A, 12", "0x0A, 4096", "0x10, -8", "0x10, 12", "0x10, 4096" })
    void shouldPassOverTheRestWhenTheLengthOfAKnownTypeDoesNotFit(final String type, final int length)
    {
        try (TestCluster cluster = TestCluster.invoker(2))
        {
            final MemoryPort memory = memory(cluster);
            final Isochron isochron = cluster.isochron(0).begin();
            memory.write(isochron, 5, 50);
            cluster.port(0).claim(1, Long.BYTES).putLong(0, 1);
            final int offset = isochron.append(2 * Long.BYTES);
            isochron.buffer().putLong(offset, OperationHeader.encode(Integer.decode(type), 0, 0, 5));
            isochron.buffer().putLong(offset + Long.BYTES, length & 0xFFFF_FFFFL);
            memory.write(isochron, 6, 60);
            cluster.port(0).claim(1, Long.BYTES).putLong(0, 2);
            isochron.issue();

            assertEquals(1, cluster.receive(1));
            cluster.assertNothingToReceive();
            assertEquals(50, read(cluster, memory, 5));
            assertEquals(0, read(cluster, memory, 6));
            cluster.send(0, 1, 3);
            assertEquals(3, cluster.receive(1));
            final List<String> messages = cluster.errors().stream().map(Throwable::getMessage).toList();
            assertEquals(2, messages.size(), messages::toString);
            assertTrue(messages.get(0).endsWith("its length of " + length + " bytes does not fit, so the last 56 of" +
                " the frame were passed over (put the length of each operation where OperationHeader says, a multiple" +
                " of 8)"), messages::toString);
            cluster.errors().clear();
        }
    }

    /**
     * All who walk through the frame step over it as its header says, though the type has another length.
     */
    @ParameterizedTest
    @Timeout(value = 10, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    @ValueSource(ints = { 0x01, 0x02, 0x03, 0x04, 0x05, 0x08, 0x09 })
    void shouldPassOverAKnownTypeWithALengthOfAnother(final int type)
    {
        try (TestCluster cluster = TestCluster.invoker(2))
        {
            final MemoryPort memory = memory(cluster);
            final Isochron isochron = cluster.isochron(0).begin();
            memory.write(isochron, 5, 50);
            final int length = 4 * Long.BYTES;
            final int offset = isochron.append(length);
            isochron.buffer().putLong(offset, OperationHeader.encode(type, length, 0, 5));
            for (int word = Long.BYTES; word < length; word += Long.BYTES)
            {
                isochron.buffer().putLong(offset + word, 0);
            }
            cluster.port(0).claim(1, Long.BYTES).putLong(0, 1);
            memory.write(isochron, 6, 60);
            isochron.issue();

            assertEquals(1, cluster.receive(1));
            assertEquals(50, read(cluster, memory, 5));
            assertEquals(60, read(cluster, memory, 6));
            assertEquals(1, cluster.host(0).unknownOperations());
            assertEquals(1, cluster.host(1).unknownOperations());
            cluster.errors().clear();
        }
    }

    /**
     * What looks like an operation of the memory behind such a length is none: the frame has ended for the memory.
     */
    @Test
    void shouldEndTheFrameForReadersWhenALengthDoesNotFit()
    {
        try (TestCluster cluster = TestCluster.invoker(2))
        {
            final MemoryPort memory = memory(cluster);
            final Isochron isochron = cluster.isochron(0).begin();
            memory.write(isochron, 5, 50);
            final int offset = isochron.append(4 * Long.BYTES);
            isochron.buffer().putLong(offset, OperationHeader.encode(0x90, 0, 0, 0));
            // At 12 it looks like an operation of the memory.
            isochron.buffer().putLong(offset + Long.BYTES, 12);
            isochron.buffer().putLong(offset + 2 * Long.BYTES, 0);
            isochron.buffer().putLong(offset + 3 * Long.BYTES, 0);
            isochron.issue();
            isochron.awaitExecuted();
            final long[] values = new long[1];
            assertTrue(memory.tryReadLocal(new int[]{ 5 }, values));
            assertEquals(50, values[0]);
            cluster.settle();
            assertEquals(2, cluster.errors().size());
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
