/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.funi.device.DeviceContext;
import org.isotach.niu.funi.device.DeviceEvent;
import org.isotach.niu.funi.device.DeviceNetwork;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.isotach.niu.funi.FuniCluster.fill;
import static org.isotach.niu.funi.FuniCluster.trySend;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Transfers and packets that share the send queue of a device, also while queues are resized and members go: rows F6,
 * F13 and F25.
 */
class DeviceTransfersUnderWayTest
{
    private static final int LENGTH = 4096;

    // More than anything needs that goes on.
    private static final int CALLS = 10_000;

    // A put of as many bytes as are under way at a time, and what a gang needs for its turn.
    private static final int PUT = 512;
    private static final int STEPS = 200;

    private static final PacketHandler NONE = (priority, type, node, view) ->
    {
        throw new AssertionError("a packet of type " + type);
    };

    private final OffHeapBuffer source = OffHeapBuffer.allocate(LENGTH);

    private static FuniCluster ofHosts(final int hosts)
    {
        return FuniCluster.withDevices(FuniCluster.context(hosts));
    }

    private static TransferStatus status(final QueuePair queuePair, final long ticket)
    {
        TransferStatus status = queuePair.status(ticket);
        for (int call = 1; call < CALLS && TransferStatus.PENDING == status; call++)
        {
            status = queuePair.status(ticket);
        }
        return status;
    }

    private static void sendSoon(final QueuePair from, final int node, final int word)
    {
        boolean isSent = false;
        for (int call = 0; call < CALLS && !isSent; call++)
        {
            isSent = trySend(from, Priority.REQUEST, node, 9, word);
        }
        assertTrue(isSent);
    }

    /**
     * Accesses go to other members, but from the same send queue.
     */
    @ParameterizedTest
    @EnumSource(Priority.class)
    void f25ShouldLeaveThePacketAloneThatIsOpen(final Priority priority)
    {
        try (FuniCluster on = ofHosts(2))
        {
            final Gang gang = on.open(8);
            final QueuePair near = gang.queuePair(0);
            final SharedSegment segment = gang.queuePair(1).segment(LENGTH, Rights.PUT);
            source.putLong(LENGTH - 8, 77);
            final long put = near.tryPut(priority, source, 0, segment.pointer(0), LENGTH, 3, 4);
            near.tryClaim(priority, 0, 5, 1).putInt(0, 42);
            for (int i = 0; i < 100; i++)
            {
                assertEquals(TransferStatus.PENDING, near.status(put));
                near.flush();
            }
            near.commit();
            near.flush();
            assertEquals(new FuniCluster.Taken(priority, 5, 0, false, List.of(42)), on.takeOne(near));
            // One that is given up lets it go on, too.
            near.tryClaim(priority, 0, 6, 1);
            near.abort();
            assertEquals(TransferStatus.DONE, near.await(put, NONE));
            assertEquals(77, segment.memory().getLong(LENGTH - 8));
            assertTrue(on.takeOne(gang.queuePair(1)).isTransfer());
            assertEquals(List.of(), on.take(near));
        }
    }

    /**
     * The other priority has a queue of its own.
     */
    @Test
    void f25ShouldGoOnWhileAPacketOfTheOtherPriorityIsOpen()
    {
        try (FuniCluster on = ofHosts(2))
        {
            final Gang gang = on.open(8);
            final QueuePair near = gang.queuePair(0);
            final SharedSegment segment = gang.queuePair(1).segment(LENGTH, Rights.PUT);
            final long put = near.tryPut(Priority.REPLY, source, 0, segment.pointer(0), LENGTH, 3, 4);
            near.tryClaim(Priority.REQUEST, 0, 5, 1).putInt(0, 42);
            assertEquals(TransferStatus.DONE, status(near, put));
            near.commit();
            near.flush();
            assertEquals(42, on.takeOne(near).first());
        }
    }

    @Test
    void f13ShouldGoOnWithATransferWhoseStatusIsAskedAfterAResize()
    {
        try (FuniCluster on = ofHosts(2))
        {
            final Gang gang = on.open(8);
            final QueuePair near = gang.queuePair(0);
            final SharedSegment segment = gang.queuePair(1).segment(LENGTH, Rights.PUT);
            final long put = near.tryPut(Priority.REQUEST, source, 0, segment.pointer(0), LENGTH, 3, 4);
            gang.resize(16);
            near.poll(1, NONE);
            assertEquals(TransferStatus.DONE, status(near, put));
        }
    }

    /**
     * Whoever wants something of the member need not wait until that polls again.
     */
    @Test
    void f13ShouldReachAMemberThatPollsNoMoreAfterAResize()
    {
        try (FuniCluster on = ofHosts(2))
        {
            final Gang gang = on.open(8);
            final QueuePair near = gang.queuePair(0);
            final SharedSegment segment = gang.queuePair(1).segment(64, Rights.GET);
            segment.memory().putLong(0, 77);
            // From here on the gang has the devices.
            assertEquals(TransferStatus.DONE,
                status(near, near.tryGet(Priority.REPLY, segment.pointer(0), source, 8, 8)));
            gang.resize(16);
            assertEquals(0, gang.queuePair(1).poll(1, NONE));
            assertEquals(TransferStatus.DONE,
                status(near, near.tryGet(Priority.REPLY, segment.pointer(0), source, 0, 8)));
            assertEquals(77, source.getLong(0));
        }
    }

    @Test
    void f6ShouldBeginATransferInALoopThatOnlyTries()
    {
        try (FuniCluster on = ofHosts(2))
        {
            final Gang gang = on.open(2);
            final QueuePair near = gang.queuePair(0);
            final SharedSegment segment = gang.queuePair(1).segment(64, Rights.PUT);
            // The only slot, which has not been sent.
            near.tryClaim(Priority.REQUEST, 1, 5, 0);
            near.commit();
            long put = -1;
            for (int call = 0; call < CALLS && put < 0; call++)
            {
                put = near.tryPut(Priority.REQUEST, source, 0, segment.pointer(0), 8, 3, 4);
            }
            assertEquals(TransferStatus.DONE, status(near, put));
        }
    }

    /**
     * What is for the one that is gone is in all lines, and in the send queue.
     */
    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void f6ShouldSendToOthersWhenAMemberIsGoneThatHasTakenNothing(final boolean isExpelled)
    {
        try (FuniCluster on = ofHosts(4))
        {
            final Gang gang = on.funi.open(new GangContext().hosts(0, 1, 2).slots(2));
            final QueuePair near = gang.queuePair(0);
            final SharedSegment segment = gang.queuePair(1).segment(64, Rights.PUT);
            fill(near, Priority.REQUEST, 2);
            assertNull(near.tryClaim(Priority.REQUEST, 1, 9, 1));
            if (isExpelled)
            {
                on.cluster.expel(2);
            }
            else
            {
                gang.queuePair(2).close();
            }
            sendSoon(near, 1, 5);
            assertEquals(new FuniCluster.Taken(Priority.REQUEST, 9, 0, false, List.of(5)),
                on.takeOne(gang.queuePair(1)));
            assertTrue(on.network.count(0, DeviceEvent.NO_ROUTE) > 0);
            // Others that move do not bring it back; it has to move itself.
            gang.remap(1, 1).segment(64, Rights.PUT);
            assertEquals(TransferStatus.DONE, near.await(
                near.tryPut(Priority.REQUEST, source, 0, segment.pointer(0), 8, 3, 4), NONE));
            final QueuePair moved = gang.remap(2, isExpelled ? 3 : 2);
            sendSoon(near, 2, 6);
            assertEquals(List.of(6), on.takeFirstWords(moved));
        }
    }

    /**
     * Its bytes are in the send queue, in lines and on their way when others have the devices.
     */
    @Test
    void f6ShouldPutNothingOverTheNextPutAfterItWasGivenUp()
    {
        int kept = 0;
        for (int steps = 0; steps < 80; steps++)
        {
            final AtomicLong now = new AtomicLong();
            try (Cluster cluster = Cluster.launch(FuniCluster.context(2)))
            {
                final DeviceNetwork network = DeviceNetwork.on(cluster, new DeviceContext()
                    .fifoLength(1).buffers(2).slice(Duration.ofNanos(1)).clock(now::get));
                final FuniSupervisor funi = FuniSupervisor.on(cluster, network);
                final Gang gang = funi.open(new GangContext().slots(64));
                funi.open(new GangContext().slots(2));
                final SharedSegment segment = gang.queuePair(1).segment(PUT, Rights.PUT);
                assertTrue(trySend(gang.queuePair(1), Priority.REPLY, 0, 7, 1));
                // The other gang has the devices.
                turn(network, now, STEPS);
                putAndThrow(gang.queuePair(0), segment);
                turn(network, now, steps);
                turn(network, now, STEPS);
                kept += putAgain(gang.queuePair(0), segment, network, now);
                for (int i = 0; i < PUT; i += 4)
                {
                    assertEquals(2, segment.memory().getInt(i), "after " + steps + " steps");
                }
            }
        }
        assertTrue(kept > 0 && kept < 80, kept + " waited");
    }

    private static void turn(final DeviceNetwork network, final AtomicLong now, final int steps)
    {
        now.incrementAndGet();
        for (int i = 0; i < steps; i++)
        {
            network.work();
        }
    }

    private void setSource(final int word)
    {
        for (int i = 0; i < PUT; i += 4)
        {
            source.putInt(i, word);
        }
    }

    private void putAndThrow(final QueuePair near, final SharedSegment segment)
    {
        setSource(1);
        assertThrows(UnsupportedOperationException.class, () ->
            near.put(Priority.REQUEST, source, 0, segment.pointer(0), PUT, 3, 4, (priority, type, node, view) ->
            {
                throw new UnsupportedOperationException();
            }));
    }

    /**
     * Puts other bytes, and gives all that is under way the time that it needs.
     *
     * @return 1 if something had to come to its end before that.
     */
    private int putAgain(
        final QueuePair near, final SharedSegment segment, final DeviceNetwork network, final AtomicLong now)
    {
        setSource(2);
        long put = near.tryPut(Priority.REQUEST, source, 0, segment.pointer(0), PUT, 3, 4);
        final int kept = put < 0 ? 1 : 0;
        for (int turn = 0; turn < 40; turn++)
        {
            turn(network, now, STEPS);
            put = put < 0 ? near.tryPut(Priority.REQUEST, source, 0, segment.pointer(0), PUT, 3, 4) : put;
            near.flush();
        }
        assertEquals(TransferStatus.DONE, near.status(put));
        return kept;
    }

    /**
     * The member that goes has sent something before.
     */
    @Test
    void f6ShouldDeliverWhatAMemberHasSentThatIsGone()
    {
        try (FuniCluster on = ofHosts(3))
        {
            final Gang gang = on.open(2);
            final int sent = fill(gang.queuePair(2), Priority.REQUEST, 1);
            gang.queuePair(2).close();
            for (int i = 0; i < 10; i++)
            {
                gang.queuePair(0).flush();
            }
            int taken = 0;
            for (int call = 0; call < CALLS && taken < sent; call++)
            {
                taken += gang.queuePair(1).poll(1, (priority, type, node, view) -> assertEquals(2, node));
            }
            assertEquals(sent, taken);
        }
    }
}
