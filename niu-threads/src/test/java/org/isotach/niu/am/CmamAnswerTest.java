/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.time.Duration;

import org.isotach.IsotachTimeoutException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.funi.FuniSupervisor;
import org.isotach.niu.funi.Gang;
import org.isotach.niu.funi.GangContext;
import org.isotach.niu.funi.QueuePair;
import org.isotach.niu.funi.QueuePairWithoutMemory;
import org.isotach.niu.funi.Rights;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * Answers that a member owes to others; another class has the same through devices.
 */
@Timeout(60)
class CmamAnswerTest
{
    private static final int NODES = 3;

    private final Cmam[] cmams = new Cmam[NODES];
    private final OffHeapBuffer[] memories = new OffHeapBuffer[NODES];
    private final CmamMemory[] members = new CmamMemory[NODES];
    private QueuePairWithoutMemory ofZero;
    private int nothing;

    /**
     * Makes what opens gangs.
     */
    FuniSupervisor supervisor(final Cluster on)
    {
        return FuniSupervisor.on(on);
    }

    /**
     * Returns how many polls find nothing before nothing is there.
     */
    int looks()
    {
        return 1;
    }

    private void take(final int node)
    {
        int fruitless = 0;
        while (fruitless < looks())
        {
            fruitless = cmams[node].poll() > 0 ? 0 : fruitless + 1;
        }
    }

    private void open(final Gang gang)
    {
        ofZero = new QueuePairWithoutMemory(gang.queuePair(0));
        for (int node = 0; node < NODES; node++)
        {
            memories[node] = OffHeapBuffer.allocate(4096);
            final QueuePair queuePair = 0 == node ? ofZero : gang.queuePair(node);
            cmams[node] = Cmam.on(queuePair, queuePair.segment(memories[node], Rights.PUT));
            members[node] = CmamMemory.on(cmams[node]);
        }
        for (final Cmam cmam : cmams)
        {
            nothing = cmam.onCall((i1, i2, i3, i4) ->
            {
                // It takes up room.
            });
        }
        // So that devices have set the queues up.
        for (int node = 0; node < NODES; node++)
        {
            take(node);
        }
    }

    private void fillQueuesOfZero()
    {
        for (int node = 1; node < NODES; node++)
        {
            final int target = node;
            assertThrows(IsotachTimeoutException.class, () ->
            {
                while (true)
                {
                    cmams[0].reply4(target, nothing, 0, 0, 0, 0);
                }
            });
        }
    }

    /**
     * Requests of one epoch are all alike: an answer that came twice was taken for that to the next request.
     */
    @Test
    void shouldSendEachAnswerOnceAlthoughTheNextOneFails()
    {
        try (Cluster cluster = Cluster.launch(new ClusterContext().hosts(NODES).threadingMode(ThreadingMode.INVOKER)
            .awaitTimeout(Duration.ofMillis(20))))
        {
            open(supervisor(cluster).open(new GangContext().slots(2)));
            members[1].putInt(0, 8, 42);
            members[2].putInt(0, 12, 43);
            fillQueuesOfZero();
            for (int i = 0; i < 2; i++)
            {
                assertThrows(IsotachTimeoutException.class, cmams[0]::poll);
            }
            assertEquals(42, memories[0].getInt(8));
            assertEquals(43, memories[0].getInt(12));
            take(1);
            take(2);
            ofZero.lack(2);
            assertThrows(InternalError.class, cmams[0]::poll);
            ofZero.lack(QueuePairWithoutMemory.NONE);
            members[1].sync();
            members[1].putInt(0, 16, 44);
            // It pays, and takes the reply, which comes before requests.
            cmams[2].reply4(0, nothing, 0, 0, 0, 0);
            cmams[0].service();
            assertEquals(0, memories[0].getInt(16));
            assertThrows(IsotachTimeoutException.class, members[1]::sync, "nobody has served it");
            cmams[0].poll();
            assertEquals(44, memories[0].getInt(16));
            members[1].sync();
            members[2].sync();
        }
    }
}
