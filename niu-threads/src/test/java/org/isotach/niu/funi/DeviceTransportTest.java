/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import java.util.List;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.Waiter;
import org.isotach.niu.funi.device.DeviceContext;
import org.isotach.niu.funi.device.DeviceGang;
import org.isotach.niu.funi.device.DeviceNetwork;
import org.isotach.niu.funi.device.DevicePort;
import org.isotach.niu.spi.Unit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Members whose devices do not work for them yet, or not any more.
 */
class DeviceTransportTest
{
    private static final int SLOTS = 4;
    private static final int CALLS = 1000;

    private final Cluster cluster = Cluster.launch(FuniCluster.context(2));
    private final DeviceNetwork network = DeviceNetwork.on(cluster, new DeviceContext());
    private final DeviceGang gang = network.open("gang", DeviceTransport.memory(SLOTS), 0, 1);
    private final GangState state = new GangState(1, "gang", 2, SLOTS, 64);

    @AfterEach
    void close()
    {
        cluster.close();
    }

    private Endpoint endpoint(final int node, final int number)
    {
        final Waiter waiter = cluster.host(node).waiter();
        return new Endpoint(node, cluster.host(node), PacketLayout.tag(1, number), new Wakers(waiter, waiter));
    }

    private Endpoint join(final DeviceTransport transport, final int node, final int number)
    {
        final Endpoint member = endpoint(node, number);
        transport.join(state, member, cluster.host(node).waiter(), cluster.host(node).waiter());
        state.endpoint(member);
        return member;
    }

    /**
     * It waits for the device, which is given to the gang and has done nothing for it yet.
     */
    @Test
    void shouldBeginAGetWhenQueuesAreSetUpThatWereNot()
    {
        final DevicePort port = new DevicePort(gang.member(0), SLOTS, false, DeviceAccesses.END);
        final Endpoint peer = join(new DeviceTransport(gang), 1, 1);
        final SharedSegment segment = peer.memory().open(OffHeapBuffer.allocate(64), Rights.GET);
        segment.memory().putLong(0, 77);
        gang.suspend();
        serve();
        gang.resume();
        final List<Unit> units = network.units();
        for (int i = 0; i < CALLS && !gang.isRunning(); i++)
        {
            units.get(units.size() - 1).doWork();
        }
        assertFalse(port.tryOpen());
        final DeviceOutbound outbound = new DeviceOutbound(
            state, 1, Priority.REQUEST, new DeviceSender(port), new DeviceAccesses(port));
        final OffHeapBuffer target = OffHeapBuffer.allocate(8);
        assertEquals(1, outbound.tryGet(segment.pointer(0), target, 0, 8));
        assertFalse(outbound.tryAdvance());
        serve();
        for (int i = 0; i < CALLS && !outbound.tryAdvance(); i++)
        {
            serve();
        }
        assertEquals(TransferStatus.DONE, outbound.transfer.status(1));
        assertEquals(77, target.getLong(0));
    }

    private void serve()
    {
        int work = 1;
        for (int i = 0; i < CALLS && work > 0; i++)
        {
            work = network.work();
        }
    }

    /**
     * Its device is that of the new one.
     */
    @Test
    void shouldSayThatAMemberIsGoneWhoseNextOneFailed()
    {
        final DeviceTransport transport = new DeviceTransport(gang);
        join(transport, 0, 1);
        final Endpoint former = join(transport, 1, 2);
        // More than the gang has memory for.
        state.slots(1 << 10);
        assertRefused("slots: 1024 take 787584 bytes (expected: at most 4224, the memory of the member)",
            () -> join(transport, 1, 3));
        assertTrue(former.isDown());
        transport.grow(1 << 10);
        assertFalse(join(transport, 1, 4).isDown());
    }
}
