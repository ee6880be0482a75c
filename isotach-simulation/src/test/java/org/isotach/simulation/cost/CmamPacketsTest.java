/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.cost;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.am.Cmam;
import org.isotach.niu.am.CmamMemory;
import org.isotach.niu.funi.FuniSupervisor;
import org.isotach.niu.funi.Gang;
import org.isotach.niu.funi.GangContext;
import org.isotach.niu.funi.Priority;
import org.isotach.niu.funi.QueuePair;
import org.isotach.niu.funi.Rights;
import org.isotach.niu.funi.SharedSegment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * The model sends the packets that {@link Cmam} sends: as many, of the same priority and length.
 */
class CmamPacketsTest
{
    private static final int MEMORY = 1 << 12;

    // A transfer arrives as a notice of this length, with its header.
    private static final int NOTICE = 4;

    private record Packet(Priority priority, int words, int payload)
    {
    }

    private Cluster cluster;
    private Cmam sender;
    private QueuePair receiver;

    @BeforeEach
    void launch()
    {
        cluster = Cluster.launch(new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER));
        final Gang gang = FuniSupervisor.on(cluster).open(new GangContext().slots(64));
        receiver = gang.queuePair(1);
        receiver.segment(MEMORY, Rights.PUT);
        final SharedSegment memory = gang.queuePair(0).segment(MEMORY, Rights.PUT);
        sender = Cmam.on(gang.queuePair(0), memory);
    }

    @AfterEach
    void close()
    {
        cluster.close();
    }

    private List<Packet> received()
    {
        final List<Packet> packets = new ArrayList<>();
        receiver.poll(Integer.MAX_VALUE, (priority, type, node, view) -> packets.add(view.isTransfer() ?
            new Packet(priority, NOTICE, view.length() / Integer.BYTES) :
            new Packet(priority, 1 + view.words(), 0)));
        return packets;
    }

    @Test
    void shouldSendAsTheLibraryDoes()
    {
        final Map<Primitive, Runnable> calls = CmamCalls.by(sender);
        for (final Primitive primitive : Primitive.values())
        {
            calls.get(primitive).run();
            assertEquals(
                List.of(new Packet(primitive.priority(), primitive.words(), primitive.payload())), received(),
                primitive::label);
        }
    }

    @Test
    void shouldAskAsTheLibraryDoes()
    {
        final CmamMemory memory = CmamMemory.on(sender);
        final Packet request = new Packet(Priority.REQUEST, Primitive.CMAM_4.words(), 0);
        memory.putInt(1, 0, 1);
        assertEquals(List.of(request), received());
        memory.getInt(1, 0, 0);
        assertEquals(List.of(request), received());
        memory.get16(1, 0, 0);
        assertEquals(List.of(request), received());
    }
}
