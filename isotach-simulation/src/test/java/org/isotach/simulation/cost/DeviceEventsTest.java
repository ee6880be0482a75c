/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.cost;

import java.util.Map;

import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.am.Cmam;
import org.isotach.niu.funi.FuniSupervisor;
import org.isotach.niu.funi.Gang;
import org.isotach.niu.funi.GangContext;
import org.isotach.niu.funi.Priority;
import org.isotach.niu.funi.QueuePair;
import org.isotach.niu.funi.Rights;
import org.isotach.niu.funi.SharedSegment;
import org.isotach.niu.funi.device.DeviceContext;
import org.isotach.niu.funi.device.DeviceEvent;
import org.isotach.niu.funi.device.DeviceGang;
import org.isotach.niu.funi.device.DeviceNetwork;
import org.isotach.niu.funi.device.DevicePort;
import org.isotach.niu.spi.Unit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Row F46: the model moves what the device moves, in as many transactions of the bus as that counts.
 */
class DeviceEventsTest
{
    private static final int MEMORY = 1 << 16;
    private static final int SLOTS = 64;
    private static final int STEPS = 200;
    private static final int BLOCK = 64;

    // The card of the model reads so many words at once before it knows how many there are (Hoe, FUNet, section 5.2.2);
    // the device looks at the header, and reads no more than there are.
    private static final int FIRST_READ = 4;

    private Cluster cluster;
    private DeviceNetwork network;

    @BeforeEach
    void launch()
    {
        cluster = Cluster.launch(new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER));
        network = DeviceNetwork.on(cluster, new DeviceContext());
    }

    @AfterEach
    void close()
    {
        cluster.close();
    }

    private void work(final boolean isByStep)
    {
        for (int i = 0; i < STEPS; i++)
        {
            if (isByStep)
            {
                network.units().forEach(Unit::doWork);
            }
            else
            {
                network.work();
            }
        }
    }

    private long[] counts()
    {
        return new long[] {
            network.count(0, DeviceEvent.READ_BURST), network.count(0, DeviceEvent.READ_WORD),
            network.count(1, DeviceEvent.WRITE_BURST), network.count(1, DeviceEvent.WRITE_WORD),
            network.count(1, DeviceEvent.DELIVERED) };
    }

    private void assertCounted(final Primitive primitive, final long[] before)
    {
        final long[] after = counts();
        final int[] transactions = new FuniBenchmarks(FuniCosts.FITTED).transactions(primitive);
        final boolean isShort = primitive.words() < FIRST_READ;
        assertEquals(1, after[4] - before[4], primitive.label());
        assertEquals(isShort ? primitive.words() : transactions[1], after[0] - before[0], primitive.label());
        assertEquals(primitive.words() + primitive.payload(), after[1] - before[1], primitive.label());
        assertEquals(transactions[2], after[2] - before[2], primitive.label());
        // The head of the queue, too.
        assertEquals(primitive.words() + primitive.payload() + 1, after[3] - before[3], primitive.label());
    }

    @Test
    void f46ShouldCountWhatMessagesOfCmamTakeOnADevice()
    {
        final Gang gang = FuniSupervisor.on(cluster, network).open(new GangContext().slots(SLOTS));
        final QueuePair receiver = gang.queuePair(1);
        receiver.segment(MEMORY, Rights.PUT);
        final SharedSegment memory = gang.queuePair(0).segment(MEMORY, Rights.PUT);
        final Cmam sender = Cmam.on(gang.queuePair(0), memory);
        final Map<Primitive, Runnable> calls = CmamCalls.by(sender);
        // Transfers are no messages.
        calls.keySet().removeIf(primitive -> primitive.payload() > 0);
        calls.forEach((primitive, call) ->
        {
            final long[] before = counts();
            call.run();
            work(false);
            assertEquals(1, receiver.poll(1, (priority, type, node, view) ->
                assertEquals(primitive.priority(), priority)), primitive.label());
            assertCounted(primitive, before);
        });
    }

    /**
     * As the paper does it: {@link Cmam} lets queue pairs put, which have accesses of their own for that.
     */
    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void f46ShouldCountWhatMessagesAndTransfersTakeOnADevice(final boolean isByStep)
    {
        final DeviceGang gang = network.open("bus", MEMORY, 0, 1);
        final DevicePort[] ports = new DevicePort[gang.member(0).size()];
        for (int node = 0; node < ports.length; node++)
        {
            ports[node] = new DevicePort(gang.member(node), SLOTS);
            for (int i = 0; i < STEPS && !ports[node].tryOpen(); i++)
            {
                work(false);
            }
        }
        final int place = ports[0].end();
        for (final Primitive primitive : Primitive.values())
        {
            final boolean isReply = Priority.REPLY == primitive.priority();
            final long[] before = counts();
            assertTrue(primitive.payload() > 0 ?
                ports[0].tryTransfer(isReply, 1, 0, place, place, BLOCK / Integer.BYTES, 0) :
                ports[0].trySend(isReply, 1, 0, new int[primitive.words() - 1]), primitive.label());
            work(isByStep);
            assertTrue(DevicePort.NO_SLOT != ports[1].tryReceive(isReply), primitive.label());
            ports[1].release(isReply);
            assertCounted(primitive, before);
        }
    }
}
