/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import java.util.ArrayList;
import java.util.List;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.Isochron;
import org.isotach.OperationHeader;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.ClusterContext;
import org.junit.jupiter.api.Test;

import static org.isotach.niu.funi.FuniCluster.send;
import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Gangs, through rings and through devices: rows F15, F29, F39, F41 and F44.
 */
abstract class GangsContract
{
    private static final int FAMILY = 5;

    private final OffHeapBuffer memory = OffHeapBuffer.allocate(1024);

    abstract FuniCluster launch(ClusterContext context);

    final FuniCluster ofHosts(final int hosts)
    {
        return launch(FuniCluster.context(hosts));
    }

    @Test
    void f15ShouldRefuseOtherSettings()
    {
        assertRefused("name: empty (expected: at least one character)", () -> new GangContext().name(""));
        assertRefused("hosts: [1, 0, 1] (expected: at least one, and each once: a gang has one member on" +
            " each; a cluster may have more hosts, see ClusterContext.hosts)",
            () -> new GangContext().hosts(1, 0, 1));
        assertRefused("hosts: [] (expected: at least one, and each once: a gang has one member on each; a cluster may" +
            " have more hosts, see ClusterContext.hosts)", () -> new GangContext().hosts(new int[0]));
        assertRefused("pieceLength: 63 (expected: at least 64 bytes)", () -> new GangContext().pieceLength(63));
        try (FuniCluster on = ofHosts(2))
        {
            assertRefused("host: 2 (expected: 0..1)", () -> on.funi.open(new GangContext().hosts(2)));
            final Gang gang = on.funi.open(new GangContext());
            assertEquals(2, gang.size());
            assertEquals(GangContext.SLOTS_DEFAULT, gang.slots());
            assertEquals("gang-1", gang.name());
            assertRefused("node: 2 (expected: 0..1 in gang gang-1)", () -> gang.queuePair(2));
            assertRefused("node: -1 (expected: 0..1 in gang gang-1)", () -> gang.host(-1));
            assertRefused("node: 2 (expected: 0..1 in gang gang-1)",
                () -> gang.queuePair(0).tryClaim(Priority.REQUEST, 2, 0, 0));
            assertRefused("host: 5 (expected: 0..1)", () -> gang.remap(0, 5));
            assertSame(gang.queuePair(1), gang.queuePair(1));
            on.cluster.expel(1);
            assertRefused(HostExpelledException.class,
                "host 1 was expelled: it cannot have members of a gang", () -> on.funi.open(new GangContext()));
            assertThrows(HostExpelledException.class, () -> gang.remap(0, 1));
        }
    }

    @Test
    void f29ShouldNeverCrossBetweenGangs()
    {
        try (FuniCluster on = ofHosts(2))
        {
            final Gang[] gangs = { on.open(8), on.open(8) };
            assertNotEquals(gangs[0].id(), gangs[1].id());
            final SharedSegment segment = gangs[0].queuePair(1).segment(64, Rights.PUT_GET);
            segment.memory().putLong(0, 1);
            for (int i = 0; i < 50; i++)
            {
                // The same node and type, but other words.
                send(gangs[0].queuePair(0), Priority.REQUEST, 1, 5, i);
                send(gangs[1].queuePair(0), Priority.REQUEST, 1, 5, -i);
                assertEquals(List.of(-i), on.takeFirstWords(gangs[1].queuePair(1)));
                assertEquals(List.of(i), on.takeFirstWords(gangs[0].queuePair(1)));
            }
            memory.putLong(0, 2);
            final long put =
                gangs[1].queuePair(0).tryPut(Priority.REQUEST, memory, 0, segment.pointer(0), 8, 0, 0);
            assertEquals(TransferStatus.DENIED, gangs[1].queuePair(0).await(put, on::note));
            assertEquals(1, segment.memory().getLong(0));
        }
    }

    @Test
    void f39ShouldMoveAMemberToAnotherHost()
    {
        try (FuniCluster on = ofHosts(6))
        {
            final Gang gang = on.funi.open(new GangContext().hosts(0, 1, 2, 3).slots(8).pieceLength(64));
            final QueuePair sender = gang.queuePair(0);
            final QueuePair former = gang.queuePair(3);
            final SharedSegment segment = former.segment(256, Rights.PUT);
            final long put = sender.tryPut(Priority.REPLY, memory, 0, segment.pointer(0), 200, 0, 0);
            send(sender, Priority.REQUEST, 3, 0, 1);
            send(former, Priority.REQUEST, 0, 0, 2);
            on.cluster.expel(3);
            assertThrows(HostExpelledException.class, () -> sender.tryClaim(Priority.REQUEST, 3, 0, 0));
            final QueuePair moved = gang.remap(3, 5);
            assertSame(moved, gang.queuePair(3));
            assertEquals(5, gang.host(3));
            assertEquals(TransferStatus.PEER_DOWN, sender.status(put));
            send(sender, Priority.REQUEST, 3, 0, 3);
            assertEquals(List.of(3), on.takeFirstWords(moved), "what was on its way is lost");
            send(moved, Priority.REQUEST, 0, 0, 4);
            assertEquals(List.of(4), on.takeFirstWords(sender), "what the former one has left is dropped");
            final SharedSegment again = moved.segment(256, Rights.PUT);
            assertEquals(TransferStatus.DONE, sender.await(
                sender.tryPut(Priority.REPLY, memory, 0, again.pointer(0), 200, 0, 0), on::note));
        }
    }

    @Test
    void f39ShouldDropWhatTheFormerMemberHasSent()
    {
        try (FuniCluster on = ofHosts(2))
        {
            final Gang gang = on.open(8);
            final QueuePair former = gang.queuePair(1);
            send(former, Priority.REQUEST, 0, 0, 1);
            send(former, Priority.REPLY, 0, 0, 2);
            assertNotEquals(former, gang.remap(1, 1));
            assertEquals(List.of(), on.take(gang.queuePair(0)));
            assertEquals(2, gang.queuePair(0).dropped());
            assertRefused(IllegalStateException.class,
                "this queue pair of node 1 of gang gang-1 is closed: it, or its gang, was closed, or the node has" +
                " moved (Gang.remap)", former::flush);
            gang.close();
            assertRefused(IllegalStateException.class, "gang gang-1 is closed: open another one",
                () -> gang.remap(1, 0));
        }
    }

    @Test
    void f39ShouldPartitionTheHosts()
    {
        try (FuniCluster on = ofHosts(4))
        {
            final Gang even = on.funi.open(new GangContext().hosts(0, 2));
            final Gang odd = on.funi.open(new GangContext().hosts(1, 3));
            for (int node = 0; node < 2; node++)
            {
                send(even.queuePair(node), Priority.REQUEST, 1 - node, 0, node);
                send(odd.queuePair(node), Priority.REQUEST, 1 - node, 0, 10 + node);
            }
            assertEquals(List.of(1), on.takeFirstWords(even.queuePair(0)));
            assertEquals(List.of(0), on.takeFirstWords(even.queuePair(1)));
            assertEquals(List.of(11), on.takeFirstWords(odd.queuePair(0)));
            assertEquals(List.of(10), on.takeFirstWords(odd.queuePair(1)));
            assertEquals(3, odd.host(1));
        }
    }

    /**
     * Nothing has to be drained: everything stays where it is.
     */
    @Test
    void f41ShouldKeepEverythingWhileTheGangIsSuspended()
    {
        try (FuniCluster on = ofHosts(2))
        {
            final Gang gang = on.funi.open(new GangContext().slots(8).pieceLength(64));
            final Gang other = on.open(8);
            final QueuePair sender = gang.queuePair(0);
            final QueuePair receiver = gang.queuePair(1);
            final SharedSegment segment = receiver.segment(256, Rights.PUT_GET);
            send(sender, Priority.REQUEST, 1, 0, 1);
            sender.tryClaim(Priority.REQUEST, 1, 0, 1).putInt(0, 2);
            sender.commit();
            final long put = sender.tryPut(Priority.REPLY, memory, 0, segment.pointer(0), 200, 3, 0);
            gang.suspend();
            assertTrue(gang.isSuspended());
            sender.flush();
            for (final Priority priority : Priority.values())
            {
                assertNull(sender.tryClaim(priority, 1, 0, 0));
                assertEquals(-1, sender.tryPut(priority, memory, 0, segment.pointer(0), 8, 0, 0));
                assertEquals(-1, sender.tryGet(priority, segment.pointer(0), memory, 0, 8));
                assertEquals(0, receiver.poll(priority, 5, on::note));
            }
            assertEquals(0, receiver.poll(5, on::note));
            for (int i = 0; i < 9; i++)
            {
                assertEquals(TransferStatus.PENDING, sender.status(put));
            }
            send(other.queuePair(0), Priority.REQUEST, 1, 0, 9);
            assertEquals(List.of(9), on.takeFirstWords(other.queuePair(1)), "the other gang goes on");
            gang.resume();
            assertFalse(gang.isSuspended());
            assertEquals(TransferStatus.DONE, sender.await(put, on::note));
            sender.flush();
            final List<FuniCluster.Taken> taken = on.take(receiver);
            assertTrue(taken.get(0).isTransfer());
            assertEquals(
                List.of(1, 2), taken.stream().skip(1).map(FuniCluster.Taken::first).sorted().toList());
        }
    }

    /**
     * A suspended receiver stops its senders when its queue is full, not before.
     */
    @Test
    void f44ShouldStopTakingWithinTheCallThatTakes()
    {
        try (FuniCluster on = ofHosts(2))
        {
            final Gang gang = on.open(8);
            for (int i = 0; i < 3; i++)
            {
                send(gang.queuePair(0), Priority.REQUEST, 1, 0, i);
            }
            assertEquals(1, gang.queuePair(1).poll(9, (priority, type, node, view) -> gang.suspend()));
            gang.resume();
            assertEquals(2, on.takeFirstWords(gang.queuePair(1)).size());
        }
    }

    @Test
    void shouldEndWithItsGangItsHostAndItsCluster()
    {
        final FuniCluster on = ofHosts(3);
        try (on)
        {
            final Gang gang = on.open(8);
            final Gang other = on.open(8);
            send(gang.queuePair(0), Priority.REQUEST, 1, 0, 1);
            gang.queuePair(0).close();
            assertEquals(List.of(1), on.takeFirstWords(gang.queuePair(1)), "what it has sent arrives");
            gang.close();
            assertThrows(IllegalStateException.class, () -> gang.queuePair(1).poll(1, on::note));
            on.cluster.expel(2);
            assertRefused(HostExpelledException.class,
                "host 2 was expelled: node 2 of gang gang-2 sends and receives nothing any more",
                () -> other.queuePair(2).poll(1, on::note));
            on.cluster.close();
            assertRefused(ClusterClosedException.class,
                "the cluster of host 0 is closed: node 0 of gang gang-2 sends and receives nothing any more",
                () -> other.queuePair(0).tryClaim(Priority.REQUEST, 1, 0, 0));
        }
    }

    @Test
    void shouldRefuseCallsInTheMiddleOfLogicalTime()
    {
        try (FuniCluster on = ofHosts(2))
        {
            final QueuePair queuePair = on.open(4).queuePair(1);
            final List<String> refused = new ArrayList<>();
            on.cluster.host(1).models().register(FAMILY, (sender, timestamp, frame, offset, limit) ->
            {
                on.cluster.host(1).models().runHandler(() -> refused.add(assertThrows(
                    IllegalStateException.class, () -> queuePair.poll(1, on::note)).getMessage()));
                return offset + OperationHeader.LENGTH;
            }, (slot, value) ->
            {
            });
            final Isochron isochron = on.cluster.host(1).isochron().begin();
            final int offset = isochron.append(OperationHeader.LENGTH);
            isochron.buffer().putLong(
                offset, OperationHeader.encode(FAMILY << 4, OperationHeader.LENGTH, 0, 0));
            isochron.touch(1, 0);
            isochron.issue();
            isochron.awaitExecuted();
            assertEquals(1, refused.size());
            assertTrue(refused.get(0).startsWith("using a queue pair from inside a handler"), refused.get(0));
        }
    }
}
