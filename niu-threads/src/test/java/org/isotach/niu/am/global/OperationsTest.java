/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am.global;

import java.util.Random;
import java.util.concurrent.atomic.AtomicLongArray;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.am.AmContext;
import org.isotach.niu.spi.LinkFaults;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Each operation, with a thread per host, in all modes, on links without and with faults.
 */
class OperationsTest extends GlobalTestBase
{
    private static final int ROUNDS = 8;
    private static final int WIDTHS = 4 * Long.BYTES;
    private static final int PACKET = new AmContext().maxTransferLength();
    private static final int[] LENGTHS = { 0, 1, 7, 8, PACKET, 2 * PACKET - 5 };

    private long slot(final GlobalPort port, final int host, final int round)
    {
        return g.pointer(host, (port.self() * ROUNDS + round) * Long.BYTES);
    }

    private static long value(final int host, final int round)
    {
        return 1000L * host + round + 1;
    }

    @ParameterizedTest
    @MethodSource("modes")
    void shouldReadAndWriteAndWait(final ThreadingMode mode, final LinkFaults faults) throws Exception
    {
        runAll(mode, faults, port ->
        {
            for (int i = 0; i < ROUNDS; i++)
            {
                final long to = slot(port, i % HOSTS, 0);
                port.write(to, value(port.self(), i));
                // A write that came twice would come now.
                assertEquals(value(port.self(), i), port.read(to));
            }
            port.barrier();
            for (int host = 0; host < HOSTS; host++)
            {
                final long last = ROUNDS - 1 - Math.floorMod(ROUNDS - 1 - host, HOSTS);
                for (int writer = 0; writer < HOSTS; writer++)
                {
                    assertEquals(value(writer, (int)last), port.read(g.pointer(host, writer * ROUNDS * Long.BYTES)));
                }
            }
        });
    }

    @ParameterizedTest
    @MethodSource("modes")
    void shouldPutAndGetUntilSync(final ThreadingMode mode, final LinkFaults faults) throws Exception
    {
        runAll(mode, faults, port ->
        {
            for (int i = 0; i < ROUNDS; i++)
            {
                port.put(slot(port, i % HOSTS, i), value(port.self(), i));
            }
            port.sync();
            assertEquals(0, port.outstanding());
            final int into = HOSTS * ROUNDS * Long.BYTES;
            for (int i = 0; i < ROUNDS; i++)
            {
                port.get(slot(port, i % HOSTS, i), into + i * Long.BYTES);
            }
            port.sync();
            for (int i = 0; i < ROUNDS; i++)
            {
                assertEquals(value(port.self(), i), port.memory().getLong(into + i * Long.BYTES));
            }
        });
    }

    @ParameterizedTest
    @MethodSource("modes")
    void shouldReadAndWriteWordsOfAllWidths(final ThreadingMode mode, final LinkFaults faults) throws Exception
    {
        runAll(mode, faults, port ->
        {
            final int own = port.self() * WIDTHS;
            final int into = HOSTS * WIDTHS;
            final OffHeapBuffer memory = port.memory();
            for (int host = 0; host < HOSTS; host++)
            {
                final long to = g.pointer(host, own);
                // Two halves of a word, of which neither takes the other along; the sign of an int is kept.
                port.writeInt(to + Integer.BYTES, -host - 1);
                port.writeInt(to, port.self() + 5);
                assertEquals(-host - 1, port.readInt(to + Integer.BYTES));
                assertEquals(port.self() + 5, port.readInt(to));
                port.putInt(to + Long.BYTES, host - 7);
                memory.putLong(into, value(port.self(), host));
                memory.putLong(into + Long.BYTES, -value(port.self(), host));
                port.put16(to + 2 * Long.BYTES, into);
                // It may change at once.
                memory.putLong(into, 0);
                memory.putLong(into + Long.BYTES, 0);
                port.sync();
                port.getInt(to + Long.BYTES, into + Integer.BYTES);
                port.get16(to + 2 * Long.BYTES, into + Long.BYTES);
                port.sync();
                assertEquals(0, memory.getInt(into));
                assertEquals(host - 7, memory.getInt(into + Integer.BYTES));
                assertEquals(value(port.self(), host), memory.getLong(into + Long.BYTES));
                assertEquals(-value(port.self(), host), memory.getLong(into + 2 * Long.BYTES));
            }
        });
    }

    @ParameterizedTest
    @MethodSource("modes")
    void shouldCountTheBytesOfStoresOfAllWidths(final ThreadingMode mode, final LinkFaults faults) throws Exception
    {
        runAll(mode, faults, port ->
        {
            final int next = (port.self() + 1) % HOSTS;
            final int before = (port.self() + HOSTS - 1) % HOSTS;
            port.memory().putLong(LENGTH - 2 * Long.BYTES, value(port.self(), 1));
            port.memory().putLong(LENGTH - Long.BYTES, value(port.self(), 2));
            port.storeInt(g.pointer(next, Integer.BYTES), port.self());
            port.store16(g.pointer(next, Long.BYTES), LENGTH - 2 * Long.BYTES);
            port.storeSync(Integer.BYTES + 2 * Long.BYTES);
            assertEquals(0, port.memory().getInt(0));
            assertEquals(before, port.memory().getInt(Integer.BYTES));
            assertEquals(value(before, 1), port.memory().getLong(Long.BYTES));
            assertEquals(value(before, 2), port.memory().getLong(2 * Long.BYTES));
        });
    }

    @ParameterizedTest
    @MethodSource("modes")
    void shouldStoreUntilAllStoreSync(final ThreadingMode mode, final LinkFaults faults) throws Exception
    {
        runAll(mode, faults, port ->
        {
            for (int round = 0; round < ROUNDS / 2; round++)
            {
                for (int host = 0; host < HOSTS; host++)
                {
                    port.store(slot(port, host, 0), value(port.self(), round));
                }
                port.allStoreSync();
                for (int host = 0; host < HOSTS; host++)
                {
                    assertEquals(value(host, round), port.memory().getLong(host * ROUNDS * Long.BYTES));
                }
                // The words of the next round may not come before these have been read.
                port.barrier();
            }
        });
    }

    @ParameterizedTest
    @MethodSource("modes")
    void shouldTellTheReceiverOfStores(final ThreadingMode mode, final LinkFaults faults) throws Exception
    {
        runAll(mode, faults, port ->
        {
            final int next = (port.self() + 1) % HOSTS;
            final int before = (port.self() + HOSTS - 1) % HOSTS;
            final int place = PACKET + 100;
            for (int i = 0; i < ROUNDS; i++)
            {
                port.store(slot(port, next, i), value(port.self(), i));
            }
            port.bulkStore(g.pointer(next, LENGTH - place), 0, place);
            port.storeSync((long)ROUNDS * Long.BYTES + place);
            for (int i = 0; i < ROUNDS; i++)
            {
                assertEquals(value(before, i), port.memory().getLong((before * ROUNDS + i) * Long.BYTES));
            }
            port.storeSync(0);
            port.allStoreSync();
            port.store(g.pointer(port.self(), 0), 1);
            port.storeSync(Long.BYTES);
        });
    }

    @ParameterizedTest
    @MethodSource("modes")
    void shouldCopyAnyNumberOfBytes(final ThreadingMode mode, final LinkFaults faults) throws Exception
    {
        runAll(mode, faults, port ->
        {
            final int half = LENGTH / 2;
            final int next = (port.self() + 1) % HOSTS;
            final OffHeapBuffer memory = port.memory();
            for (final int length : LENGTHS)
            {
                for (int i = 0; i < half; i++)
                {
                    memory.putByte(i, (byte)(i * 3 + length));
                    memory.putByte(half + i, (byte)-1);
                }
                port.barrier();
                final int way = length % 3;
                if (0 == way)
                {
                    port.bulkWrite(g.pointer(next, half + 3), 5, length);
                    port.bulkRead(g.pointer(next, 5), half + 5 + length, length);
                }
                else if (1 == way)
                {
                    port.bulkPut(g.pointer(next, half + 3), 5, length);
                    port.bulkGet(g.pointer(next, 5), half + 5 + length, length);
                }
                else
                {
                    port.bulkStore(g.pointer(next, half + 3), 5, length);
                    port.bulkGet(g.pointer(next, 5), half + 5 + length, length);
                }
                port.sync();
                port.allStoreSync();
                for (int i = 0; i < length; i++)
                {
                    assertEquals((byte)((i + 5) * 3 + length), memory.getByte(half + 3 + i));
                    assertEquals((byte)((i + 5) * 3 + length), memory.getByte(half + 5 + length + i));
                }
                for (int i = 0; i < 3; i++)
                {
                    assertEquals(-1, memory.getByte(half + i));
                    assertEquals(-1, memory.getByte(half + 5 + 2 * length + i));
                }
                assertEquals(-1, memory.getByte(half + 3 + length));
                port.barrier();
            }
        });
    }

    @ParameterizedTest
    @MethodSource("modes")
    void shouldLetNobodyThroughABarrierBeforeAllAreThere(final ThreadingMode mode, final LinkFaults faults)
        throws Exception
    {
        final AtomicLongArray come = new AtomicLongArray(HOSTS);
        runAll(mode, faults, port ->
        {
            for (long round = 1; round <= ROUNDS; round++)
            {
                come.incrementAndGet(port.self());
                port.barrier();
                for (int host = 0; host < HOSTS; host++)
                {
                    final long ahead = come.get(host) - round;
                    assertTrue(0 <= ahead && ahead <= 1, "host " + host + " is ahead by " + ahead);
                }
            }
        });
    }

    /**
     * Windows of one request: a host that waits for room would block the one that waits for its answer, if it did not
     * serve.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldServeWhileItWaits(final ThreadingMode mode) throws Exception
    {
        runAll(mode, LinkFaults.NONE, new AmContext().depth(1).maxPacketLength(128), port ->
        {
            final Random random = new Random(port.self());
            final int own = port.self() * ROUNDS * Long.BYTES;
            for (int i = 0; i < 500; i++)
            {
                final int host = random.nextInt(HOSTS);
                if (0 == i % 5)
                {
                    port.bulkGet(g.pointer(host, own), LENGTH / 2, 300);
                }
                port.write(g.pointer(host, own), i);
                assertEquals(i, port.read(g.pointer(host, own)));
            }
            port.sync();
        });
    }
}
