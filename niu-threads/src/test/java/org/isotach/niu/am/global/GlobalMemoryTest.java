/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am.global;

import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.am.ActiveMessages;
import org.isotach.niu.am.AmContext;
import org.isotach.niu.am.Progress;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Pointers, what is refused, and a cluster of one host.
 */
class GlobalMemoryTest extends GlobalTestBase
{
    private static final String NESTED = "waiting from inside the condition of AmPort.await() at host 0: a condition" +
        " may send and poll, but not wait, for answers or for room; let a handler note the answer, and look at that";

    @Test
    void shouldCountPointersInBytes()
    {
        launchStepped(HOSTS, new AmContext());
        final long pointer = g.pointer(2, 64);
        assertEquals(2, GlobalMemory.host(pointer));
        assertEquals(64, GlobalMemory.offset(pointer));
        assertEquals(g.pointer(2, 72), pointer + 8);
        assertEquals(LENGTH, GlobalMemory.offset(g.pointer(0, LENGTH)));
        assertEquals(LENGTH, g.length());
        assertSame(port(1), g.port(cluster.host(1)));
        assertEquals(1, port(1).self());
        assertEquals(HOSTS, port(1).size());
        assertEquals("GlobalMemory{hosts=3, length=16384}", g.toString());
    }

    @ParameterizedTest
    @ValueSource(ints = { Integer.MIN_VALUE, -8, 0, 4, 12, (1 << 30) + 8 })
    void shouldRefuseALength(final int length)
    {
        launchStepped(2, new AmContext());
        assertRefused("length: " + length + " (expected: a multiple of 8 in 8..1073741824 bytes, for each host)",
            () -> GlobalMemory.on(am, length));
    }

    @Test
    void shouldRefuseActiveMessagesThatCannotCarryIt()
    {
        launchStepped(2, new AmContext());
        assertRefused("am: maxPacketLength 64 (expected: at least 128 bytes, for the bytes of the bulk operations;" +
            " see AmContext.maxPacketLength)",
            () -> GlobalMemory.on(ActiveMessages.on(cluster, new AmContext().maxPacketLength(64)), 8));
        assertRefused("am: without windows (expected: with windows, which do each operation once; see" +
            " AmContext.reliable)",
            () -> GlobalMemory.on(ActiveMessages.on(cluster, new AmContext().reliable(false)), 8));
        assertRefused("am: progress CLUSTER (expected: CALLER, because a port of global memory belongs to one thread," +
            " which also serves it; see AmContext.progress)",
            () -> GlobalMemory.on(ActiveMessages.on(cluster, new AmContext().progress(Progress.CLUSTER)), 8));
    }

    @Test
    void shouldRefusePointersThatLeadNowhere()
    {
        launchStepped(2, new AmContext());
        final GlobalPort port = port(0);
        assertRefused("host: 2 (expected: 0..1)", () -> g.pointer(2, 0));
        assertRefused("host: -1 (expected: 0..1)", () -> g.pointer(-1, 0));
        assertRefused(IndexOutOfBoundsException.class, "offset: 16385 (expected: 0..16384)",
            () -> g.pointer(1, LENGTH + 1));
        assertRefused(IndexOutOfBoundsException.class, "offset: -1 (expected: 0..16384)", () -> g.pointer(1, -1));
        final String nowhere = "pointer: host 1, offset 16384, length 8 (expected: host 0..1, and inside the 16384" +
            " bytes of each; see GlobalMemory.pointer)";
        final long end = g.pointer(1, LENGTH);
        assertRefused(nowhere, () -> port.read(end));
        assertRefused(nowhere, () -> port.write(end, 1));
        assertRefused(nowhere, () -> port.put(end, 1));
        assertRefused(nowhere, () -> port.get(end, 0));
        assertRefused(nowhere, () -> port.store(end, 1));
        assertRefused(nowhere, () -> port.bulkRead(end, 0, 8));
        assertRefused(nowhere, () -> port.bulkPut(end, 0, 8));
        assertRefused("pointer: host 7, offset 0, length 8 (expected: host 0..1, and inside the 16384 bytes of each;" +
            " see GlobalMemory.pointer)", () -> port.read(7L << 32));
        assertRefused("pointer: host 1, offset 0, length -1 (expected: host 0..1, and inside the 16384 bytes of" +
            " each; see GlobalMemory.pointer)", () -> port.bulkGet(g.pointer(1, 0), 0, -1));
        // One byte before the memory of host 1.
        assertRefused("pointer: host 0, offset 4294967295, length 1 (expected: host 0..1, and inside the 16384 bytes" +
            " of each; see GlobalMemory.pointer)", () -> port.bulkRead(g.pointer(1, 0) - 1, 0, 1));
        assertEquals(0, port.outstanding());
    }

    @Test
    void shouldRefuseWordsThatAreNotAligned()
    {
        launchStepped(2, new AmContext());
        assertRefused(
            "pointer: host 1, offset 12 (expected: a multiple of 8 for a word; the bulk operations take any offset)",
            () -> port(0).read(g.pointer(1, 12)));
        assertRefused("offset: 12 (expected: a multiple of 8 for a word; the bulk operations take any offset)",
            () -> port(0).get(g.pointer(1, 8), 12));
        assertRefused("pointer: host 1, offset 6 (expected: a multiple of 4 for 4 bytes; the bulk operations take" +
            " any offset)", () -> port(0).readInt(g.pointer(1, 6)));
        assertRefused("offset: 6 (expected: a multiple of 4 for 4 bytes; the bulk operations take any offset)",
            () -> port(0).getInt(g.pointer(1, 8), 6));
        assertRefused("offset: 12 (expected: a multiple of 8 for 16 bytes; the bulk operations take any offset)",
            () -> port(0).get16(g.pointer(1, 8), 12));
        assertRefused(IndexOutOfBoundsException.class, "offset: 16376, length: 16 (expected: inside the 16384 bytes" +
            " of the caller)", () -> port(0).put16(g.pointer(1, 8), LENGTH - Long.BYTES));
        assertRefused("pointer: host 1, offset 16376, length 16 (expected: host 0..1, and inside the 16384 bytes of" +
            " each; see GlobalMemory.pointer)", () -> port(0).store16(g.pointer(1, LENGTH - Long.BYTES), 0));
    }

    @Test
    void shouldRefuseMemoryThatTheCallerDoesNotHave()
    {
        launchStepped(2, new AmContext());
        assertRefused(IndexOutOfBoundsException.class,
            "offset: 16380, length: 8 (expected: inside the 16384 bytes of the caller)",
            () -> port(0).bulkWrite(g.pointer(1, 0), LENGTH - 4, 8));
        assertRefused(IndexOutOfBoundsException.class,
            "offset: -8, length: 8 (expected: inside the 16384 bytes of the caller)",
            () -> port(0).get(g.pointer(1, 0), -8));
        assertRefused("bytes: -1 (expected: at least 0)", () -> port(0).storeSync(-1));
    }

    @Test
    void shouldRefuseAHostOfAnotherCluster()
    {
        launchStepped(2, new AmContext());
        try (Cluster other = Cluster.launch(new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER)))
        {
            assertRefused("host: " + other.host(1) + " (expected: a host of the cluster of these messages)",
                () -> g.port(other.host(1)));
        }
    }

    @ParameterizedTest
    @CsvSource({ "256, true, 0", "257, true, 7", "4000, true, 7", "4000, false, 0" })
    void shouldLetLongCopiesAloneArriveOutsideTheCallsOfThePort(
        final int length, final boolean isDirect, final byte expected)
    {
        launchStepped(2, new AmContext().directTransfers(isDirect));
        port(0).memory().putByte(length - 1, (byte)7);
        port(0).bulkPut(g.pointer(1, 0), 0, length);
        port(0).put(g.pointer(1, LENGTH - 8), 7);
        assertEquals(expected, port(1).memory().getByte(length - 1));
        assertEquals(0, port(1).memory().getLong(LENGTH - 8));
        port(1).poll();
        assertEquals(7, port(1).memory().getByte(length - 1));
        assertEquals(7, port(1).memory().getLong(LENGTH - 8));
        port(0).sync();
    }

    @Test
    void shouldRefuseToWaitInsideTheConditionOfAWait()
    {
        launchStepped(2, new AmContext());
        final GlobalPort port = port(0);
        port(1).memory().putLong(0, 5);
        assertRefused(IllegalStateException.class, NESTED,
            () -> am.port(cluster.host(0)).await(() -> 5 == port.read(g.pointer(1, 0)), "a word"));
        port.get(g.pointer(1, 0), 8);
        am.port(cluster.host(0)).await(() ->
        {
            port(1).poll();
            return 5 == port.memory().getLong(8);
        }, "a word");
    }

    @Test
    void shouldRefuseCallsInsideHandlers()
    {
        launchStepped(2, new AmContext());
        final int handler = am.onRequest(request -> port(0).read(g.pointer(1, 0)));
        am.port(cluster.host(0)).request(0, handler, 0, 0, 0, 0);
        assertEquals(1, errors.size());
        assertEquals(IllegalStateException.class, errors.get(0).getClass());
        assertTrue(errors.get(0).getMessage().startsWith("AmPort.request() from inside a request handler of host 0"),
            errors.get(0).getMessage());
        assertEquals("", unsettled(port(0)));
    }

    private static String unsettled(final GlobalPort port)
    {
        return port.toString().replaceAll(".*accounts=\\[the answers to 0 reads and writes,.*", "");
    }

    @Test
    void shouldServeOneHostAlone()
    {
        launchStepped(1, new AmContext());
        final GlobalPort port = port(0);
        port.write(g.pointer(0, 8), 5);
        assertEquals(5, port.read(g.pointer(0, 8)));
        port.put(g.pointer(0, 16), 6);
        port.get(g.pointer(0, 16), 24);
        port.sync();
        assertEquals(6, port.memory().getLong(24));
        port.store(g.pointer(0, 32), 7);
        port.storeSync(8);
        port.bulkRead(g.pointer(0, 24), 28, 12);
        port.bulkWrite(g.pointer(0, 48), 28, 4);
        assertEquals(6, port.memory().getInt(48));
        port.allStoreSync();
        port.barrier();
        port.finish();
    }

    /**
     * On the same active messages, and beside handlers of the program.
     */
    @Test
    void shouldKeepTwoMemoriesApart() throws Exception
    {
        runAll(ThreadingMode.SHARED, cluster().linkFaults(), port ->
        {
            port.barrier();
            port.write(g.pointer((port.self() + 1) % HOSTS, 0), 1);
            port.barrier();
        });
        final GlobalMemory other = GlobalMemory.on(am, 64);
        assertEquals(0, other.port(cluster.host(0)).memory().getLong(0));
        assertEquals(1, port(0).memory().getLong(0));
    }

    private static ClusterContext cluster()
    {
        return new ClusterContext();
    }
}
