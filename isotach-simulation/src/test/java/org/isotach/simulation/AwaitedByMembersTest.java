/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.Membership;
import org.isotach.niu.status.Reservation;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;
import org.isotach.smm.TakenVariables;
import org.isotach.smm.UpdateFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What a member knows of the reads that hosts of another one have sent to it: the variables are at the left host, which
 * has scheduled them, and the right host reads them.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class AwaitedByMembersTest
{
    private static final Members MEMBERS = Members.builder().add("left", "", 0).add("right", "", 1).build();
    private static final int LEFT = 0;
    private static final int RIGHT = 1;
    private static final int X = 0;
    private static final int Y = 1;
    private static final int[] BOTH = { X, Y };

    private final MemoryTrunks trunks = new MemoryTrunks(MEMBERS.count(), 64, new Random(1));
    private final IsoValue updated = new IsoValue();
    private final IsoValue read = new IsoValue();
    private Member left;
    private Member right;

    /**
     * A member with one host, and its port.
     */
    private final class Member
    {
        private final Cluster cluster;
        private final SharedMemory memory;
        private final Isochron isochron;
        private final MemoryPort port;

        Member(final int own)
        {
            cluster = Cluster.launch(
                new ClusterContext()
                    .topology(Topology.chain(MEMBERS.count(), MEMBERS.count()))
                    .threadingMode(ThreadingMode.SHARED),
                new Membership(MEMBERS, MEMBERS.name(own), trunks));
            memory = SharedMemory.on(cluster, PageMap.builder().page(0, LEFT).build());
            final Host host = cluster.host(own);
            isochron = host.isochron();
            port = memory.port(host);
        }

        long sched(final int address)
        {
            isochron.begin();
            final long version = port.sched(isochron, address);
            isochron.issue();
            isochron.awaitExecuted();
            return version;
        }

        void assign(final int address, final long version, final long value)
        {
            isochron.begin();
            port.assign(isochron, address, version, value);
            isochron.issue();
        }

        void read(final int address, final IsoValue into)
        {
            port.read(isochron.begin(), address, into);
            isochron.issue();
        }

        void take(final TakenVariables into)
        {
            port.take(isochron.begin(), BOTH, into);
            isochron.issue();
        }

        List<Reservation> reservations()
        {
            return cluster.status().reservations();
        }
    }

    @BeforeEach
    void launch()
    {
        left = new Member(LEFT);
        right = new Member(RIGHT);
        boolean areThere = false;
        while (!areThere)
        {
            areThere = left.cluster.tryJoin() & right.cluster.tryJoin();
        }
    }

    @AfterEach
    void close()
    {
        final Thread other = new Thread(right.cluster::close);
        other.start();
        left.cluster.close();
        try
        {
            other.join();
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
        }
    }

    private static void await(final BooleanSupplier isOver)
    {
        while (!isOver.getAsBoolean())
        {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldListAReaderUntilItHasItsValue()
    {
        final long version = left.sched(X);
        final IsoValue value = new IsoValue();
        right.read(X, value);
        await(() -> left.reservations().stream().anyMatch(one -> one.waitingHosts().contains(RIGHT)));

        left.assign(X, version, 5);

        assertEquals(5, value.await());
        assertEquals(List.of(), left.reservations());
    }

    @Test
    void shouldOweAllValuesOfATake()
    {
        final long[] versions = { left.sched(X), left.sched(Y) };
        final TakenVariables taken = new TakenVariables(BOTH.length);
        assertEquals(-1, taken.ticket(X));
        right.take(taken);
        await(() -> 2 * BOTH.length == left.memory.owedResults().length);

        assertEquals(versions[X], owed(taken.ticket(X)));
        assertEquals(versions[Y], owed(taken.ticket(Y)));
        assertEquals(0, right.memory.owedResults().length);

        left.assign(Y, versions[Y], 6);
        await(() -> 2 == left.memory.owedResults().length);
        assertEquals(versions[X], owed(taken.ticket(X)));
        assertTrue(taken.ticket(Y) >= 0, "the other value of the same host is outstanding");

        left.assign(X, versions[X], 5);
        assertEquals(5, taken.await().value(X));
        assertEquals(0, left.memory.owedResults().length);
        assertEquals(-1, taken.ticket(X));
        assertEquals(-1, taken.ticket(Y));
    }

    /**
     * The read waits for a version that the UPDATE in front of it makes, and so for the SCHED.
     */
    @Test
    void shouldOweResultsBehindAnUpdate()
    {
        final long version = left.sched(X);
        updateAndReadAtRight();

        assertEquals(version, owed(updated.ticket()));
        assertEquals(version, owed(read.ticket()));

        left.assign(X, version, 5);
        assertUpdated();
        assertEquals(-1, read.ticket());
    }

    @Test
    void shouldOweNothingAfterACancel()
    {
        final long version = left.sched(X);
        final IsoValue value = new IsoValue();
        right.read(X, value);
        await(() -> 2 == left.memory.owedResults().length);

        left.port.cancel(left.isochron.begin(), X, version);
        left.isochron.issue();

        assertEquals(0, value.await());
        assertEquals(0, left.memory.owedResults().length);
    }

    /**
     * The read, and the UPDATE in front of it, wait for the SCHED before the one that is cancelled.
     */
    @Test
    void shouldOweResultsBehindAnEarlierSchedAfterACancel()
    {
        final long first = left.sched(X);
        left.port.handOver(X);
        final long second = left.sched(X);
        updateAndReadAtRight();
        assertEquals(second, owed(read.ticket()));

        left.port.cancel(left.isochron.begin(), X, second);
        left.isochron.issue();
        left.isochron.awaitExecuted();
        assertEquals(first, owed(updated.ticket()));
        assertEquals(first, owed(read.ticket()));

        left.assign(X, first, 5);
        assertUpdated();
    }

    /**
     * Nobody knows the results until X is assigned.
     */
    private void updateAndReadAtRight()
    {
        right.port.updateAndGet(right.isochron.begin(), X, UpdateFunction.ADD, 2, updated);
        right.isochron.issue();
        right.read(X, read);
        await(() -> 4 == left.memory.owedResults().length);
    }

    /**
     * X was assigned 5.
     */
    private void assertUpdated()
    {
        assertEquals(7, updated.await());
        assertEquals(7, read.await());
        assertEquals(0, left.memory.owedResults().length);
    }

    /**
     * Returns the version that a result waits for.
     */
    private long owed(final long ticket)
    {
        final long[] owed = left.memory.owedResults();
        for (int i = 0; i < owed.length; i += 2)
        {
            if (owed[i] == ticket)
            {
                return owed[i + 1];
            }
        }
        throw new AssertionError("nothing is owed to ticket " + ticket);
    }
}
