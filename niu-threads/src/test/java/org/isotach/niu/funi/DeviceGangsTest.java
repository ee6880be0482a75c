/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import java.util.ArrayList;
import java.util.List;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.test.Allocations;
import org.junit.jupiter.api.Test;

import static org.isotach.niu.funi.FuniCluster.send;
import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Gangs whose packets go through devices: what their supervisor can do.
 */
class DeviceGangsTest
{
    private static final int ROUNDS = 200;

    // So that each of 31 gangs has had its turn.
    private static final int MANY_ROUNDS = 5000;

    private static FuniCluster launch(final int hosts)
    {
        return FuniCluster.withDevices(FuniCluster.context(hosts));
    }

    private static List<Integer> takeAll(final FuniCluster on, final QueuePair queuePair)
    {
        return takeAll(on, queuePair, ROUNDS);
    }

    private static List<Integer> takeAll(final FuniCluster on, final QueuePair queuePair, final int rounds)
    {
        final List<Integer> taken = new ArrayList<>();
        for (int i = 0; i < rounds; i++)
        {
            taken.addAll(on.takeFirstWords(queuePair));
        }
        return taken;
    }

    @Test
    void shouldNeverCrossBetweenGangsThatHaveTheDevicesInTurn()
    {
        try (FuniCluster on = launch(2))
        {
            final Gang[] gangs = { on.open(8), on.open(8), on.open(8) };
            for (int i = 0; i < 5; i++)
            {
                for (int g = 0; g < 3; g++)
                {
                    send(gangs[g].queuePair(0), Priority.REQUEST, 1, 5, 10 * g + i);
                }
            }
            for (int g = 0; g < 3; g++)
            {
                final List<Integer> taken = takeAll(on, gangs[g].queuePair(1));
                assertEquals(List.of(10 * g, 10 * g + 1, 10 * g + 2, 10 * g + 3, 10 * g + 4),
                    taken.stream().sorted().toList());
            }
        }
    }

    @Test
    void shouldKeepEverythingWhileTheGangIsSuspended()
    {
        try (FuniCluster on = launch(2))
        {
            final Gang gang = on.open(8);
            send(gang.queuePair(0), Priority.REQUEST, 1, 0, 1);
            gang.suspend();
            assertNull(gang.queuePair(0).tryClaim(Priority.REQUEST, 1, 0, 0));
            assertEquals(List.of(), takeAll(on, gang.queuePair(1)));
            gang.resume();
            assertEquals(List.of(1), takeAll(on, gang.queuePair(1)));
            send(gang.queuePair(0), Priority.REPLY, 1, 0, 2);
            assertEquals(List.of(2), takeAll(on, gang.queuePair(1)));
        }
    }

    @Test
    void shouldRefuseWhatDevicesCannotDo()
    {
        try (FuniCluster on = launch(2))
        {
            final Gang gang = on.open(8);
            gang.resize(4);
            assertRefused("slots: 16 (expected: at most 8, with which the gang was opened: devices reach no other" +
                " memory)", () -> gang.resize(16));
            assertRefused(IllegalStateException.class, "members of gang gang-1 cannot move, because it works through" +
                " devices: open another gang", () -> gang.remap(0, 0));
            Gang other = gang;
            for (int i = 1; i < 31; i++)
            {
                other = on.open(2);
            }
            for (int i = 0; i < 3; i++)
            {
                assertRefused(IllegalStateException.class,
                    "31 gangs are open, and no context of the packet cache is free: close a gang", () -> on.open(2));
            }
            assertEquals(31, on.funi.gangs());
            gang.close();
            // Its context is free when the devices have nothing of it any more.
            takeAll(on, other.queuePair(0));
            final Gang last = on.funi.open(new GangContext().hosts(1).slots(2));
            assertEquals(1, last.id(), "ids that were not used are not lost");
            send(last.queuePair(0), Priority.REQUEST, 0, 0, 7);
            assertEquals(List.of(7), takeAll(on, last.queuePair(0), MANY_ROUNDS));
        }
    }

    @Test
    void shouldAllocateNothing()
    {
        try (FuniCluster on = FuniCluster.withDevices(FuniCluster.context(2).paranoid(false)))
        {
            final Gang gang = on.open(16);
            final QueuePair near = gang.queuePair(0);
            final QueuePair far = gang.queuePair(1);
            final SharedSegment segment = far.segment(4096, Rights.PUT_GET);
            final OffHeapBuffer source = OffHeapBuffer.allocate(4096);
            final long[] sum = new long[1];
            final PacketHandler end = (priority, type, node, view) -> sum[0] += view.words();
            new Allocations().assertNone(100, () ->
            {
                near.claim(Priority.REQUEST, 1, 1, 4, end).putInt(3, 1);
                near.commit();
                near.await(near.tryPut(Priority.REQUEST, source, 0, segment.pointer(0), 1000, 0, 0), end);
                far.receive(5, end);
            });
            assertTrue(sum[0] > 0);
        }
    }
}
