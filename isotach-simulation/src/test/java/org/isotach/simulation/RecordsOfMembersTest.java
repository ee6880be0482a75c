/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.Membership;
import org.isotach.niu.spi.Trunk;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * How many records two members send each other, whose threads poll in turns: those that are needed, and now and then
 * one with credits.
 */
class RecordsOfMembersTest
{
    private static final int TRIPS = 200;
    private static final int IDLE_POLLS = 1000;
    private static final int EVERYWHERE = 0;
    private static final int AT_LEFT = 1;
    private static final int AT_RIGHT = 2;
    private static final Members MEMBERS = Members.builder().add("left", "", 0).add("right", "", 1).build();

    private final MemoryTrunks trunks = new MemoryTrunks(MEMBERS.count(), 1024, new Random()
    {
        // Nothing is refused, and nothing late.
        @Override
        public int nextInt(final int bound)
        {
            return bound - 1;
        }
    });
    private final List<Cluster> clusters = new ArrayList<>();
    private final List<Side> sides = new ArrayList<>();
    private int count;

    /**
     * A host with its port.
     */
    private record Side(Host host, MemoryPort port, Isochron isochron)
    {
        void write(final int variable, final long value)
        {
            port.write(isochron.begin(), variable, value);
            isochron.issue();
        }
    }

    @BeforeEach
    void launch()
    {
        final List<SharedMemory> memories = new ArrayList<>();
        for (int member = 0; member < MEMBERS.count(); member++)
        {
            final Cluster cluster = Cluster.launch(
                new ClusterContext()
                    .topology(Topology.chain(2, 2))
                    .threadingMode(ThreadingMode.INVOKER)
                    .closeTimeout(Duration.ofMillis(50))
                    .errorHandler(error ->
                    {
                    }),
                new Membership(MEMBERS, MEMBERS.name(member), (members, own, other) ->
                    new CountedTrunk(trunks.newTrunk(members, own, other))));
            clusters.add(cluster);
            memories.add(SharedMemory.on(
                cluster,
                PageMap.builder().pageSize(1).everywhere(EVERYWHERE).page(AT_LEFT, 0).page(AT_RIGHT, 1).build()));
        }
        boolean areThere = false;
        while (!areThere)
        {
            areThere = clusters.get(0).tryJoin() & clusters.get(1).tryJoin();
        }
        for (int member = 0; member < MEMBERS.count(); member++)
        {
            final Host host = clusters.get(member).host(member);
            sides.add(new Side(host, memories.get(member).port(host), host.isochron()));
        }
        // What the start has left.
        for (int i = 0; i < IDLE_POLLS; i++)
        {
            sides.forEach(side -> side.host.poll());
        }
        count = 0;
    }

    @AfterEach
    void closeAll()
    {
        clusters.forEach(Cluster::close);
    }

    private void pollUntil(final BooleanSupplier isDone)
    {
        while (!isDone.getAsBoolean())
        {
            sides.forEach(side -> side.host.poll());
        }
    }

    @Test
    void shouldTakeTwoForAMessageThereAndBack()
    {
        final Side left = sides.get(0);
        final Side right = sides.get(1);
        for (int i = 1; i <= TRIPS; i++)
        {
            final int value = i;
            left.write(AT_RIGHT, value);
            pollUntil(() -> value == right.port.localValue(AT_RIGHT));
            right.write(AT_LEFT, value);
            pollUntil(() -> value == left.port.localValue(AT_LEFT));
        }
        assertRecords(2);
    }

    /**
     * It has promised ahead.
     */
    @Test
    void shouldTakeOneForAnIsochronOnBothWhereTheOtherMemberIsQuiet()
    {
        final Side left = sides.get(0);
        for (int i = 0; i < TRIPS; i++)
        {
            left.write(EVERYWHERE, i);
            pollUntil(left.isochron::isExecuted);
        }
        assertRecords(1);
    }

    @Test
    void shouldTakeTwoForAnIsochronOnBothWhereBothIssue()
    {
        for (int i = 0; i < TRIPS; i++)
        {
            final Side side = sides.get(i % 2);
            side.write(EVERYWHERE, i);
            pollUntil(side.isochron::isExecuted);
        }
        assertRecords(2);
    }

    @Test
    void shouldTakeTwoForARead()
    {
        final Side left = sides.get(0);
        final IsoValue value = new IsoValue();
        for (int i = 0; i < TRIPS; i++)
        {
            left.port.read(left.isochron.begin(), AT_RIGHT, value);
            left.isochron.issue();
            pollUntil(value::isReady);
        }
        assertRecords(2);
    }

    /**
     * The receiver, which had sent something before, is asked for its promise when somebody waits, and only then.
     */
    @Test
    void shouldTakeThreeForAMessageWhoseExecutionIsAwaited()
    {
        for (int i = 0; i < TRIPS; i++)
        {
            final Side side = sides.get(i % 2);
            side.write(0 == i % 2 ? AT_RIGHT : AT_LEFT, i);
            pollUntil(side.isochron::isExecuted);
        }
        assertRecords(3);
    }

    /**
     * The other member learns in the end that the pulses of what it has sent are over, although nobody has asked.
     */
    @Test
    void shouldPromiseWhatHasBeenHeard()
    {
        final Side left = sides.get(0);
        left.write(AT_RIGHT, 1);
        for (int i = 0; i < IDLE_POLLS; i++)
        {
            sides.forEach(side -> side.host.poll());
        }
        assertEquals(2, count, "the frame, and a token with credits");
        count = 0;
        while (!left.isochron.isExecuted())
        {
            left.host.poll();
        }
        assertEquals(0, count, "the promise is there");
    }

    private void assertRecords(final int each)
    {
        assertTrue(count >= each * TRIPS && count < (each + 0.2) * TRIPS, () -> count + " records");
    }

    private final class CountedTrunk extends ForwardingTrunk
    {

        CountedTrunk(final Trunk trunk)
        {
            super(trunk);
        }

        @Override
        public long offer(
            final OffHeapBuffer header,
            final int headerLength,
            final OffHeapBuffer body,
            final int bodyOffset,
            final int bodyLength)
        {
            count++;
            return super.offer(header, headerLength, body, bodyOffset, bodyLength);
        }
    }
}
