/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import java.util.concurrent.atomic.AtomicLong;

import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;

/**
 * A gang that is suspended and resumed while one member sends to another one. What is refused is not sent again.
 */
class SuspendProgram
{
    private static final Cluster CLUSTER =
        Cluster.launch(new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER));
    private static final int PACKETS = 12;
    private static final int TURNS = 16;
    private static final int SLOTS = 16;

    private final GangState state = new GangState(1, "gang", 2, SLOTS, SLOTS);
    private final Gang gang = new Gang(CLUSTER, state, new RingTransport(), new int[] { 0, 1 },
        new AtomicLong()::incrementAndGet, SuspendProgram::nothing);
    private final QueuePair sender = gang.queuePair(0);
    private final QueuePair receiver = gang.queuePair(1);

    // Of the sender, by packet.
    private final boolean[] isRefused = new boolean[PACKETS];

    // Of the receiver, by packet.
    private final int[] taken = new int[PACKETS];
    private int early;

    private static void nothing()
    {
        // There is no group id to be given back.
    }

    /**
     * @param looksLate true for the mistake to look whether the gang is suspended when the packet is sent.
     */
    final void send(final boolean looksLate)
    {
        for (int packet = 0; packet < PACKETS; packet++)
        {
            final PacketBuffer claimed = sender.tryClaim(Priority.REQUEST, 1, 0, 1);
            isRefused[packet] = null == claimed;
            if (null != claimed)
            {
                claimed.putInt(0, packet);
                sender.commit();
                sender.flush();
                isRefused[packet] = looksLate && gang.isSuspended();
            }
        }
    }

    /**
     * The receiver is the one that suspends, so none of its calls has begun before.
     */
    final void suspendAndTake()
    {
        for (int turn = 0; turn < TURNS; turn++)
        {
            gang.suspend();
            early += take();
            gang.resume();
            take();
        }
    }

    private int take()
    {
        return receiver.poll(PACKETS, (priority, type, node, view) -> taken[view.getInt(0)]++);
    }

    /**
     * @return number of packets that were taken while the gang was suspended, or accepted and not taken once, or
     * refused and taken.
     */
    final int wrong()
    {
        sender.flush();
        take();
        int wrong = early;
        for (int packet = 0; packet < PACKETS; packet++)
        {
            wrong += (isRefused[packet] ? 0 : 1) == taken[packet] ? 0 : 1;
        }
        return wrong;
    }
}
