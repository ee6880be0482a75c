/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.List;
import java.util.concurrent.TimeUnit;

import org.isotach.Isochron;
import org.isotach.IsochronTooLargeException;
import org.isotach.PageMap;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * Every mistake is an error at the call that makes it, sends nothing, and leaves host, port and isochron usable.
 */
final class MisuseTest
{
    private static final int READ_CAP = 4;
    private static final int MAX_LENGTH = 96;
    private static final int PAGE_SIZE = 4;
    private static final int V = 1;
    private static final int UNMAPPED = PAGE_SIZE;
    private static final long INITIAL = 77;

    private final TestCluster cluster = new TestCluster(
        new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER).readCap(READ_CAP)
            .maxIsochronLength(MAX_LENGTH),
        PageMap.builder().pageSize(PAGE_SIZE).everywhere(0).page(2, 1).build());
    private final MemoryPort port = cluster.port(0);
    private final Isochron isochron = cluster.isochron(0);
    private final IsoValue value = new IsoValue();

    MisuseTest()
    {
        cluster.write(0, V, INITIAL);
    }

    @AfterEach
    void shouldStillWork()
    {
        if (isochron.isOpen())
        {
            isochron.abandon();
        }
        assertEquals(List.of(INITIAL, INITIAL), cluster.values(V), "something was sent");
        assertEquals(List.of(0L, 0L), cluster.values(V + 1), "something was sent");
        port.sched(cluster.begin(0), V + 1);
        port.assign(isochron, V + 1, 5);
        cluster.execute(0);
        assertEquals(List.of(5L, 5L), cluster.values(V + 1));
        cluster.close();
    }

    @Test
    void shouldRefuseUnmappedPage()
    {
        final String message = "address: 4 is on page 1, which the page map does not map:" +
            " give the page a copyset in the PageMap";
        port.write(isochron.begin(), V, 1);
        assertRefused(IndexOutOfBoundsException.class, message, () -> port.read(isochron, UNMAPPED, value));
        assertRefused(IndexOutOfBoundsException.class, message, () -> port.write(isochron, UNMAPPED, 1));
        assertRefused(IndexOutOfBoundsException.class, message, () -> port.sched(isochron, UNMAPPED));
        assertRefused(IndexOutOfBoundsException.class, message, () -> port.assign(isochron, UNMAPPED, 1));
        assertRefused(IndexOutOfBoundsException.class, message, () -> port.assign(isochron, UNMAPPED, 2, 1));
        assertRefused(IndexOutOfBoundsException.class, message, () -> port.cancel(isochron, UNMAPPED));
        assertRefused(IndexOutOfBoundsException.class, message, () -> port.cancel(isochron, UNMAPPED, 2));
        assertEquals("an empty value", value.toString());
        assertEquals(0, port.outstandingScheds());
    }

    @Test
    void shouldRefuseAddressesOutOfRange()
    {
        isochron.begin();
        for (final int address : new int[]{ -1, Integer.MIN_VALUE, 3 * PAGE_SIZE, Integer.MAX_VALUE })
        {
            assertRefused(IndexOutOfBoundsException.class,
                "address: " + address + " (expected: 0..11, 3 pages of 4 variables)",
                () -> port.write(isochron, address, 1));
        }
    }

    @Test
    void shouldRefuseOperationsOutsideAnIsochron()
    {
        final String message = "isochron of host 0 is not open: call begin() before its operations";
        assertRefused(IllegalStateException.class, message, () -> port.read(isochron, V, value));
        assertRefused(IllegalStateException.class, message, () -> port.write(isochron, V, 1));
        assertRefused(IllegalStateException.class, message, () -> port.sched(isochron, V));
        assertRefused(IllegalStateException.class, message, isochron::issue);
        assertRefused(IllegalStateException.class, message, isochron::abandon);
        assertEquals("an empty value", value.toString());
        assertEquals(0, port.outstandingScheds());
    }

    @Test
    void shouldRefuseIsochronOfAnotherHost()
    {
        final Isochron other = cluster.isochron(1).begin();
        assertRefused(IllegalStateException.class, "isochron of host 1 used with a memory port of host 0:" +
            " use the port of the same host", () -> port.write(other, V, 1));
        other.abandon();
    }

    @Test
    void shouldRefuseIsochronOfTheSameHostOfAnotherCluster()
    {
        try (TestCluster elsewhere = TestCluster.invoker(1, PageMap.replicated(1)))
        {
            final Isochron other = elsewhere.isochron(0).begin();
            assertRefused(IllegalStateException.class, "isochron of host 0 of another cluster used with a memory port" +
                " of host 0: use the port of the same host", () -> port.write(other, V, 1));
            other.abandon();
        }
    }

    @Test
    void shouldRefuseSecondOpenIsochronWithOnePort()
    {
        final Isochron second = cluster.host(0).isochron().begin();
        port.write(isochron.begin(), V, 1);
        assertRefused(IllegalStateException.class, "this port takes part in another open isochron of host 0:" +
            " issue() or abandon() that one first, or use a port for each", () -> port.write(second, V, 1));
        isochron.abandon();
        port.write(second, V, INITIAL);
        second.issue();
    }

    @Test
    void shouldRefuseValueThatIsOutstanding()
    {
        final String message = "the read of variable 1 into this value is outstanding: another read has to wait" +
            " for it, or use another IsoValue";
        port.read(isochron.begin(), V, value);
        assertRefused(IllegalStateException.class, message, () -> port.read(isochron, V + 1, value));
        assertRefused(IllegalStateException.class, "the read of variable 1 into this value is outstanding:" +
            " onValue() has to wait for it, or use another IsoValue", () -> value.onValue(null));
        assertRefused(IllegalStateException.class, "the value of variable 1 has not arrived: await() it, or poll" +
            " isReady()", value::get);
        isochron.issue();
        assertEquals(INITIAL, value.await());
    }

    @Test
    void shouldNotKeepThePortForAnIsochronWhoseOnlyReadWasRefused()
    {
        final Isochron other = cluster.host(0).isochron();
        cluster.memory().port(cluster.host(0)).read(other.begin(), V, value);
        isochron.begin();
        assertThrows(IllegalStateException.class, () -> port.read(isochron, V, value));
        isochron.issue();

        final Isochron third = cluster.host(0).isochron();
        port.write(third.begin(), V, INITIAL);
        third.issue();
        other.abandon();
    }

    @Test
    void shouldLetAnotherPortIntoAnIsochronWhoseOnlyOperationWasRefused()
    {
        final Isochron pending = cluster.host(0).isochron();
        cluster.memory().port(cluster.host(0)).read(pending.begin(), V, value);
        isochron.begin();
        assertThrows(IllegalStateException.class, () -> port.read(isochron, V, value));
        port.write(isochron, new int[0], new long[0]);
        cluster.memory().port(cluster.host(0)).write(isochron, V, INITIAL);
        assertRefused(IllegalStateException.class, "another port takes part in this isochron of host 0: append all" +
            " memory operations of an isochron with one port", () -> port.write(isochron, V, 1));
        final Isochron second = cluster.host(0).isochron();
        port.write(second.begin(), V, INITIAL);
        isochron.issue();
        second.issue();
        pending.abandon();
    }

    @Test
    void shouldRefuseToWaitForAValueThatIsNotOnItsWay()
    {
        assertRefused(IllegalStateException.class,
            "nothing was read into this value yet: append a read and issue its isochron", value::get);
        assertRefused(IllegalStateException.class, "nothing was read into this value: append a read and issue the" +
            " isochron", value::await);
        port.read(isochron.begin(), V, value);
        assertRefused(IllegalStateException.class, "the read of variable 1 was not issued yet: issue() its isochron" +
            " before await()", value::await);
        isochron.abandon();
        assertRefused(IllegalStateException.class, "nothing was read into this value: append a read and issue the" +
            " isochron", () -> value.await(1, TimeUnit.SECONDS));
    }

    @Test
    void shouldRefuseMoreReadsThanMayBeOutstanding()
    {
        isochron.begin();
        final IsoValue[] values = new IsoValue[READ_CAP];
        for (int i = 0; i < READ_CAP; i++)
        {
            values[i] = new IsoValue();
            port.read(isochron, V, values[i]);
        }
        assertRefused(IsochronTooLargeException.class, "isochron has 4 reads already, and 1 more would be" +
            " more than the 4 that host 0 may have outstanding: issue fewer at a time, or raise ClusterContext.readCap",
            () -> port.read(isochron, V, value));
        assertEquals("an empty value", value.toString());
        isochron.issue();
        for (final IsoValue read : values)
        {
            assertEquals(INITIAL, read.await());
        }
    }

    @Test
    void shouldRefuseOperationsThatDoNotFitAndKeepTheOthers()
    {
        isochron.begin();
        for (int i = 0; i < MAX_LENGTH / 16; i++)
        {
            port.write(isochron, V, INITIAL);
        }
        for (final Executable misuse : List.<Executable>of(
            () -> port.read(isochron, V, value),
            () -> port.write(isochron, V, 1),
            () -> port.sched(isochron, V)))
        {
            assertRefused(IsochronTooLargeException.class, "operation of 16 bytes does not fit behind the 96 bytes of" +
                " the 6 operations of this isochron (maximum: 96 bytes): issue fewer operations at a time, or raise" +
                " ClusterContext.maxIsochronLength", misuse);
        }
        assertEquals("an empty value", value.toString());
        assertEquals(0, port.outstandingScheds());
        cluster.execute(0);
    }

    @Test
    void shouldRefuseAssignThatDoesNotFitAndKeepTheSched()
    {
        port.sched(isochron.begin(), V);
        for (int i = 1; i < MAX_LENGTH / 16; i++)
        {
            port.write(isochron, V, INITIAL);
        }
        assertThrows(IsochronTooLargeException.class, () -> port.assign(isochron, V, 1));
        assertEquals(1, port.outstandingScheds());
        cluster.execute(0);
        cluster.assign(0, V, 2);
    }

    @Test
    void shouldRefuseAssignWithoutSched()
    {
        assertRefused(IllegalStateException.class, "variable 1 is not scheduled by this port: sched() it in an" +
            " earlier operation, or name the version that another port handed over",
            () -> port.assign(isochron.begin(), V, 1));
    }

    @Test
    void shouldRefuseCancelWithoutSched()
    {
        assertRefused(IllegalStateException.class, "variable 1 is not scheduled by this port: sched() it in an" +
            " earlier operation, or name the version that another port handed over",
            () -> port.cancel(isochron.begin(), V));
    }

    @Test
    void shouldRefuseSecondSchedAlsoInOneIsochron()
    {
        final long version = port.sched(isochron.begin(), V);
        assertRefused(IllegalStateException.class, "variable 1 is scheduled by this port already, version 0x" +
            Long.toHexString(version) + ": assign it, or handOver() the version, before the next sched",
            () -> port.sched(isochron, V));
        isochron.abandon();
        assertEquals(0, port.outstandingScheds());
    }

    @Test
    void shouldRefuseVersionsThatNobodyCanHave()
    {
        isochron.begin();
        for (final long version : new long[]{ Version.SUBSTANTIATED, 1, Version.of(2, 0, 1), -1, Long.MIN_VALUE })
        {
            assertRefused(IllegalArgumentException.class, "version: 0x" + Long.toHexString(version) +
                " (expected: a result of sched() or handOver() in this cluster)",
                () -> port.assign(isochron, V, version, 1));
            assertRefused(IllegalArgumentException.class, "version: 0x" + Long.toHexString(version) +
                " (expected: a result of sched() or handOver() in this cluster)",
                () -> port.cancel(isochron, V, version));
        }
    }

    @Test
    void shouldRefuseHandOverOfWhatIsNotScheduledOrStillOpen()
    {
        assertRefused(IllegalStateException.class,
            "variable 1 is not scheduled by this port: sched() it before handOver()", () -> port.handOver(V));
        port.sched(isochron.begin(), V);
        assertRefused(IllegalStateException.class, "handOver of variable 1 while an isochron of this port is open:" +
            " issue() or abandon() it first", () -> port.handOver(V));
        isochron.abandon();
        assertRefused(IllegalStateException.class,
            "variable 1 is not scheduled by this port: sched() it before handOver()", () -> port.handOver(V));
    }

    @Test
    void shouldTakeBackSchedsAssignsAndReadsThatAreAbandoned()
    {
        final long version = cluster.sched(0, V);
        for (int i = 0; i <= 2 * READ_CAP; i++)
        {
            port.assign(isochron.begin(), V, 1);
            port.sched(isochron, V);
            port.assign(isochron, V, 2);
            port.sched(isochron, V + 1);
            port.read(isochron, V, value);
            assertEquals(1, port.outstandingScheds());
            isochron.abandon();
            assertFalse(value.isReady());
            assertEquals("MemoryPort{host=0, port=0, outstandingScheds=1}", port.toString());
        }
        final IsoValue waiting = cluster.read(1, V);
        cluster.settle();
        assertFalse(waiting.isReady());
        cluster.assign(1, V, version, INITIAL);
        assertEquals(INITIAL, waiting.await());
        assertEquals(version, port.handOver(V));
    }

    @Test
    void shouldFreeTheSlotsOfReadsThatAreAbandonedAfterAnAttemptToIssue()
    {
        cluster.sched(0, V);
        final IsoValue[] waiting = new IsoValue[READ_CAP - 1];
        for (int i = 0; i < waiting.length; i++)
        {
            waiting[i] = cluster.read(0, V);
        }
        for (int i = 0; i <= 2 * READ_CAP; i++)
        {
            port.read(isochron.begin(), V, value);
            port.read(isochron, V, new IsoValue());
            assertFalse(isochron.tryIssue());
            isochron.abandon();
        }
        assertFalse(cluster.read(0, V).isReady());
        cluster.assign(0, V, INITIAL);
        for (final IsoValue read : waiting)
        {
            assertEquals(INITIAL, read.await());
        }
    }

    @Test
    void shouldRefuseSecondMemoryAndForeignHosts()
    {
        final PageMap pageMap = PageMap.replicated(1);
        assertRefused(IllegalStateException.class, "SharedMemory.on(): this cluster has its SharedMemory already: use" +
            " that one, or launch another cluster", () -> SharedMemory.on(cluster.cluster(), pageMap));
        try (Cluster other = Cluster.launch(new ClusterContext().hosts(3).threadingMode(ThreadingMode.INVOKER)))
        {
            assertRefused(IllegalArgumentException.class, "host: " + other.host(0) + " (expected: a host of the" +
                " cluster of this memory)", () -> cluster.memory().port(other.host(0)));
            assertRefused(IllegalArgumentException.class, "host: " + other.host(2) + " (expected: a host of the" +
                " cluster of this memory)", () -> cluster.memory().port(other.host(2)));
            assertRefused(IllegalArgumentException.class, "page: 0 is mapped to host 3 (expected: 0..2; change its" +
                " copyset or use at least 4 hosts)", () -> SharedMemory.on(other, PageMap.replicated(1, 4)));
            SharedMemory.on(other, pageMap);
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldRefuseMemoryWhenAnIsochronWasIssued(final ThreadingMode mode)
    {
        // Of another model, and local to the last host, which has executed it at once: no frame of it is anywhere.
        try (Cluster other = Cluster.launch(new ClusterContext().hosts(3).threadingMode(mode)))
        {
            final ExecutionLog log = new ExecutionLog(other);
            final Isochron isochron = other.host(2).isochron();
            log.mark(isochron.begin(), ExecutionLog.UNLOGGED);
            assertRefused(IllegalStateException.class, "isochron of host 2 is open with 1 operations, which execute" +
                " only after it is issued: issue() or abandon() it before awaitExecuted()",
                isochron::awaitExecuted);
            isochron.issue();
            isochron.awaitExecuted();
            assertRefused(IllegalStateException.class, "SharedMemory.on(): something has been issued on this cluster" +
                " already: call it directly after Cluster.launch(), before the first isochron, signal or barrier",
                () -> SharedMemory.on(other, PageMap.replicated(1)));
        }
    }
}
