/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.funi.device.DeviceEvent;
import org.isotach.test.Allocations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.isotach.niu.funi.FuniCluster.send;
import static org.isotach.niu.funi.FuniCluster.trySend;
import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Gangs whose packets go through devices: the contract, and rows F11, F13, F29 and F39.
 */
class DeviceGangsTest extends GangsContract
{
    private static final int ROUNDS = 4;

    // So that each of 32 gangs has had its turn.
    private static final int MANY_ROUNDS = 100;

    @Override
    FuniCluster launch(final ClusterContext context)
    {
        return FuniCluster.withDevices(context);
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
        try (FuniCluster on = ofHosts(2))
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
        try (FuniCluster on = ofHosts(2))
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
        try (FuniCluster on = ofHosts(2))
        {
            final Gang gang = on.open(8);
            assertRefused("host: 1 (expected: one without node 1 of gang gang-1: a device works for one member of a" +
                " gang; move node 1 first, or take one of more hosts, see ClusterContext.hosts)",
                () -> gang.remap(0, 1));
            assertRefused("slots: 48 (expected: a power of two in 2..65536)", () -> gang.resize(48));
            for (int i = 1; i < 32; i++)
            {
                on.open(2);
            }
            for (int i = 0; i < 3; i++)
            {
                assertRefused(IllegalStateException.class,
                    "32 gangs are open, and no context of the packet cache is free: close a gang", () -> on.open(2));
            }
            assertEquals(32, on.funi.gangs());
            gang.close();
            final Gang last = on.funi.open(new GangContext().hosts(1).slots(2));
            assertEquals(1, last.id(), "ids that were not used are not lost");
            send(last.queuePair(0), Priority.REQUEST, 0, 0, 7);
            assertEquals(List.of(7), takeAll(on, last.queuePair(0), MANY_ROUNDS));
        }
    }

    @ParameterizedTest
    @EnumSource(value = ThreadingMode.class, names = { "INVOKER", "SHARED", "HOST" })
    @Timeout(60)
    void shouldOpenGangsAsOftenAsTheyAreClosed(final ThreadingMode mode)
    {
        try (FuniCluster on = launch(FuniCluster.context(2).threadingMode(mode)))
        {
            for (int i = 0; i < 100; i++)
            {
                on.open(4).close();
            }
            final List<Gang> gangs = new ArrayList<>();
            for (int i = 0; i < 32; i++)
            {
                gangs.add(on.open(2));
            }
            gangs.forEach(Gang::close);
            assertEquals(0, on.funi.gangs());
            on.open(2);
        }
    }

    /**
     * Devices reach the memory that members have for their queues, so that has to grow, too.
     */
    @Test
    void f13ShouldGrowBeyondWhatItWasOpenedWith()
    {
        try (FuniCluster on = ofHosts(2))
        {
            final Gang gang = on.open(2);
            final SharedSegment segment = gang.queuePair(1).segment(4096, Rights.PUT);
            final OffHeapBuffer source = OffHeapBuffer.allocate(4096);
            source.putLong(4088, 77);
            int next = 0;
            final List<Integer> taken = new ArrayList<>();
            for (final int slots : new int[] { 256, 4, 1024, 2 })
            {
                gang.resize(slots);
                for (int i = 0; i < 8; i++)
                {
                    next += trySend(gang.queuePair(0), Priority.REQUEST, 1, 0, next) ? 1 : 0;
                    taken.addAll(on.takeFirstWords(gang.queuePair(1)));
                    gang.queuePair(0).flush();
                }
                int room = 0;
                while (trySend(gang.queuePair(0), Priority.REQUEST, 1, 0, next))
                {
                    next++;
                    room++;
                }
                assertTrue(room >= 2 * (slots - 1), room + " packets in queues of " + slots + " slots");
                final long put = gang.queuePair(0).tryPut(
                    Priority.REPLY, source, 0, segment.pointer(0), 4096, 3, 4);
                assertEquals(TransferStatus.DONE, gang.queuePair(0).await(put, on::note));
                assertEquals(77, segment.memory().getLong(4088));
                segment.memory().putLong(4088, 0);
                on.take(gang.queuePair(1)).stream().filter(packet -> !packet.isTransfer())
                    .forEach(packet -> taken.add(packet.first()));
            }
            assertEquals(IntStream.range(0, next).boxed().toList(), taken.stream().sorted().toList());
        }
    }

    /**
     * A packet that is being written stays where it is.
     */
    @Test
    void f13ShouldNotResizeWhileAPacketIsOpen()
    {
        try (FuniCluster on = ofHosts(2))
        {
            final Gang gang = on.open(2);
            send(gang.queuePair(0), Priority.REQUEST, 1, 0, 1);
            assertEquals(List.of(1), takeAll(on, gang.queuePair(1)));
            final PacketBuffer packet = gang.queuePair(0).tryClaim(Priority.REQUEST, 1, 0, 1);
            gang.resize(64);
            takeAll(on, gang.queuePair(0));
            packet.putInt(0, 2);
            gang.queuePair(0).commit();
            gang.queuePair(0).flush();
            assertEquals(List.of(2), takeAll(on, gang.queuePair(1)));
        }
    }

    /**
     * Segments are behind the device of their owner: it checks the rights, and nobody else reaches them.
     */
    @Test
    void f11ShouldCheckRightsAtTheDeviceOfTheOwner()
    {
        try (FuniCluster on = ofHosts(2))
        {
            final Gang gang = on.open(8);
            final QueuePair near = gang.queuePair(0);
            final SharedSegment segment = gang.queuePair(1).segment(256, Rights.PUT);
            final OffHeapBuffer source = OffHeapBuffer.allocate(256);
            assertEquals(TransferStatus.DONE, near.await(
                near.tryPut(Priority.REQUEST, source, 0, segment.pointer(0), 200, 0, 0), on::note));
            assertEquals(4, on.network.count(1, DeviceEvent.ACCESS));
            assertEquals(4, on.network.count(0, DeviceEvent.ANSWERED));
            assertEquals(TransferStatus.DENIED, near.await(
                near.tryGet(Priority.REQUEST, segment.pointer(0), source, 0, 8), on::note));
            assertEquals(1, on.network.count(1, DeviceEvent.DENIED));
            assertEquals(0, on.network.count(0, DeviceEvent.ACCESS));
        }
    }

    /**
     * Puts and gets of gangs that have the devices in turn, in the middle of a switch, too.
     */
    @Test
    void f29ShouldCopyWhileGangsHaveTheDevicesInTurn()
    {
        try (FuniCluster on = ofHosts(3))
        {
            final Gang[] gangs = { on.open(2), on.open(4), on.open(8) };
            final OffHeapBuffer[] sources = new OffHeapBuffer[3];
            final SharedSegment[] segments = new SharedSegment[3];
            final long[] puts = new long[3];
            for (int g = 0; g < 3; g++)
            {
                sources[g] = OffHeapBuffer.allocate(8192);
                segments[g] = gangs[g].queuePair(1).segment(8192, Rights.PUT_GET);
                for (int i = 0; i < 8192; i += 8)
                {
                    sources[g].putLong(i, g * 10_000 + i);
                }
                puts[g] = gangs[g].queuePair(0).tryPut(
                    Priority.REQUEST, sources[g], 0, segments[g].pointer(0), 8192, 0, 0);
            }
            final OffHeapBuffer back = OffHeapBuffer.allocate(8192);
            for (int g = 0; g < 3; g++)
            {
                final QueuePair near = gangs[g].queuePair(0);
                final QueuePair third = gangs[g].queuePair(2);
                assertEquals(TransferStatus.DONE, near.await(puts[g], on::note));
                assertTrue(on.takeOne(gangs[g].queuePair(1)).isTransfer());
                assertEquals(TransferStatus.DONE, third.await(
                    third.tryGet(Priority.REPLY, segments[g].pointer(0), back, 0, 8192), on::note));
                for (int i = 0; i < 8192; i += 8)
                {
                    assertEquals(g * 10_000 + i, back.getLong(i));
                }
            }
            assertTrue(on.network.switches() > 10);
        }
    }

    /**
     * Wherever its packets are: in queues, lines, the network, receive buffers, drained.
     */
    @Test
    void f39ShouldStartAMemberAnewInAnyStep()
    {
        for (int steps = 0; steps < 40; steps++)
        {
            try (FuniCluster on = ofHosts(3))
            {
                final Gang gang = on.funi.open(new GangContext().hosts(0, 1).slots(16).pieceLength(64));
                final QueuePair near = gang.queuePair(0);
                final QueuePair former = gang.queuePair(1);
                final SharedSegment segment = former.segment(1024, Rights.PUT_GET);
                final OffHeapBuffer memory = OffHeapBuffer.allocate(1024);
                final long put = near.tryPut(Priority.REPLY, memory, 0, segment.pointer(0), 1000, 0, 0);
                for (int i = 0; i < 3; i++)
                {
                    publish(near, Priority.REQUEST, 1, i);
                    publish(former, Priority.REQUEST, 0, i);
                }
                for (int i = 0; i < steps; i++)
                {
                    on.network.work();
                }
                final QueuePair moved = gang.remap(1, 1 + steps % 2);
                assertEquals(TransferStatus.PEER_DOWN, near.status(put));
                final SharedSegment again = moved.segment(1024, Rights.PUT);
                send(near, Priority.REQUEST, 1, 0, 7);
                send(moved, Priority.REQUEST, 0, 0, 8);
                memory.putLong(992, 9);
                final List<Integer> back = new ArrayList<>();
                assertEquals(TransferStatus.DONE, near.await(
                    near.tryPut(Priority.REPLY, memory, 0, again.pointer(0), 1000, 1, 0),
                    (priority, type, node, view) -> back.add(view.getInt(0))));
                assertEquals(9, again.memory().getLong(992));
                final List<Integer> taken = new ArrayList<>();
                on.take(moved).stream().filter(packet -> !packet.isTransfer())
                    .forEach(packet -> taken.add(packet.first()));
                assertEquals(List.of(7), taken, "after " + steps + " steps");
                back.addAll(on.takeFirstWords(near));
                assertEquals(List.of(8), back, "after " + steps + " steps");
            }
        }
    }

    /**
     * Sends without serving the devices.
     */
    private static void publish(final QueuePair from, final Priority priority, final int node, final int word)
    {
        from.tryClaim(priority, node, 0, 1).putInt(0, word);
        from.commit();
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
