/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import org.isotach.HostExpelledException;
import org.isotach.IsotachException;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.link.SlotReader;
import org.isotach.niu.link.SlotWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.isotach.niu.funi.FuniCluster.send;
import static org.isotach.niu.funi.FuniCluster.trySend;
import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Queues and packets: rows F3 to F6, F16 to F21, F23, F24.
 */
class QueuesTest
{
    // Of a ring of eight slots, see SlotRing.
    private static final int CONSUMED_INDEX = 8 * PacketLayout.SLOT_LENGTH + 2 * 64;

    private static final PacketHandler IGNORE = (priority, type, node, view) ->
    {
    };

    /**
     * Through rings; other classes do the same through devices.
     */
    FuniCluster launch(final ClusterContext context)
    {
        return new FuniCluster(context);
    }

    private FuniCluster ofHosts(final int hosts)
    {
        return launch(FuniCluster.context(hosts));
    }

    @Test
    void f3ShouldHaveFourQueuesThatWrapAround()
    {
        try (FuniCluster on = ofHosts(2))
        {
            final Gang gang = on.open(4);
            final QueuePair[] ends = { gang.queuePair(0), gang.queuePair(1) };
            for (int i = 0; i < 40; i++)
            {
                for (final QueuePair end : ends)
                {
                    send(end, Priority.REQUEST, 1 - end.node(), 1, i, end.node());
                    send(end, Priority.REPLY, 1 - end.node(), 2, ~i, end.node());
                }
                for (final QueuePair end : ends)
                {
                    final List<FuniCluster.Taken> taken = on.take(end);
                    assertEquals(List.of(~i, 1 - end.node()), taken.get(0).words());
                    assertEquals(Priority.REPLY, taken.get(0).priority());
                    assertEquals(List.of(i, 1 - end.node()), taken.get(1).words());
                    assertEquals(Priority.REQUEST, taken.get(1).priority());
                    assertEquals(2, taken.size());
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { 2, 1 << 16 })
    void f4ShouldHaveAsManySlotsAsWereAskedFor(final int slots)
    {
        try (FuniCluster on = ofHosts(1))
        {
            final QueuePair self = on.open(slots).queuePair(0);
            int sent = 0;
            while (trySend(self, Priority.REQUEST, 0, 0, sent))
            {
                sent++;
            }
            assertEquals(slots - 1, sent);
            final int[] next = { 0 };
            assertEquals(sent, self.poll(Integer.MAX_VALUE, (priority, type, node, view) ->
                assertEquals(next[0]++, view.getInt(0))));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { -2, 0, 1, 3, 1 << 17 })
    void f4ShouldRefuseOtherNumbersOfSlots(final int slots)
    {
        final String message = "slots: " + slots + " (expected: a power of two in 2..65536)";
        assertRefused(message, () -> new GangContext().slots(slots));
        try (FuniCluster on = ofHosts(1))
        {
            final Gang gang = on.open(8);
            assertRefused(message, () -> gang.resize(slots));
            assertEquals(8, gang.slots());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void shouldCallNoHandlerAfterItHasClosedItsQueuePair(final boolean isOfOnePriority)
    {
        try (FuniCluster on = ofHosts(2))
        {
            final Gang gang = on.open(8);
            final QueuePair receiver = gang.queuePair(1);
            for (int i = 0; i < 3; i++)
            {
                send(gang.queuePair(0), Priority.REQUEST, 1, 0, i);
            }
            // Devices bring all of them.
            for (int i = 0; i < 100; i++)
            {
                receiver.flush();
            }
            final List<Integer> handled = new ArrayList<>();
            final PacketHandler handler = (priority, type, node, view) ->
            {
                handled.add(view.getInt(0));
                receiver.close();
            };
            assertEquals(1, isOfOnePriority ? receiver.poll(Priority.REQUEST, 10, handler) :
                receiver.poll(10, handler));
            assertThrows(IllegalStateException.class, () -> receiver.poll(10, handler));
            assertEquals(List.of(0), handled);
        }
    }

    @ParameterizedTest
    @EnumSource(Priority.class)
    void f5ShouldLeaveOneSlotEmpty(final Priority priority)
    {
        try (FuniCluster on = ofHosts(2))
        {
            final Gang gang = on.open(2);
            for (int i = 0; i < 5; i++)
            {
                send(gang.queuePair(0), priority, 1, 0, i);
                assertFalse(trySend(gang.queuePair(0), priority, 1, 0, -1));
                assertEquals(i, on.takeOne(gang.queuePair(1)).first());
            }
        }
    }

    @Test
    void f6ShouldRefuseWhatAFullQueueCannotTake()
    {
        try (FuniCluster on = ofHosts(2))
        {
            final Gang gang = on.open(4);
            final QueuePair sender = gang.queuePair(0);
            for (int i = 0; i < 3; i++)
            {
                send(sender, Priority.REQUEST, 1, 0, i);
            }
            for (int i = 0; i < 20; i++)
            {
                assertNull(sender.tryClaim(Priority.REQUEST, 1, 0, 1));
            }
            assertRefused(IllegalStateException.class, "no packet is open: call tryClaim() first", sender::commit);
            // The other queue, and the queues to others, have room.
            send(sender, Priority.REPLY, 1, 0, 7);
            send(sender, Priority.REQUEST, 0, 0, 8);
            assertEquals(List.of(7, 0, 1, 2), on.takeFirstWords(gang.queuePair(1)));
            send(sender, Priority.REQUEST, 1, 0, 3);
            assertEquals(List.of(3), on.takeFirstWords(gang.queuePair(1)));
        }
    }

    @Test
    void f16ShouldHaveEachFieldOfTheHeader()
    {
        for (final int type : new int[] { 0, 1, 256, 511 })
        {
            for (final int words : new int[] { 0, 1, 21, 31 })
            {
                for (final int node : new int[] { 0, 1, 0xffff })
                {
                    for (final boolean isTransfer : new boolean[] { false, true })
                    {
                        final int header = PacketLayout.header(isTransfer, type, words, node);
                        assertEquals(isTransfer, PacketLayout.isTransfer(header));
                        assertEquals(isTransfer, header >>> 31 == 1);
                        assertEquals(0, header >>> 30 & 1, "unused");
                        assertEquals(type, header >>> 21 & 511);
                        assertEquals(type, PacketLayout.type(header));
                        assertEquals(words, PacketLayout.words(header));
                        assertEquals(node, PacketLayout.node(header));
                    }
                }
            }
        }
        assertTrue(PacketLayout.BODY_OFFSET + PacketLayout.MAX_WORDS * Integer.BYTES <=
            PacketLayout.SLOT_LENGTH - Long.BYTES, "a slot has room for the longest message");
    }

    @Test
    void f17ShouldTakeUpTo21Words()
    {
        try (FuniCluster on = ofHosts(2))
        {
            final Gang gang = on.open(64);
            final QueuePair sender = gang.queuePair(0);
            for (int words = 0; words <= QueuePair.MAX_WORDS; words++)
            {
                final int[] all = new int[words];
                final List<Integer> expected = new ArrayList<>();
                for (int word = 0; word < words; word++)
                {
                    all[word] = words * 31 + word;
                    expected.add(all[word]);
                }
                send(sender, Priority.REQUEST, 1, words, all);
                final FuniCluster.Taken taken = on.takeOne(gang.queuePair(1));
                assertEquals(expected, taken.words());
                assertEquals(words, taken.type());
                assertFalse(taken.isTransfer());
            }
            assertRefused("words: 22 (expected: 0..21; see tryPut() for more)",
                () -> sender.tryClaim(Priority.REQUEST, 1, 0, 22));
            assertRefused("words: -1 (expected: 0..21; see tryPut() for more)",
                () -> sender.tryClaim(Priority.REQUEST, 1, 0, -1));
            final PacketBuffer packet = sender.tryClaim(Priority.REQUEST, 1, 0, 2);
            assertRefused(IndexOutOfBoundsException.class, "word: 2 (expected: 0..1, the packet has 2 words)",
                () -> packet.putInt(2, 0));
            assertRefused(IndexOutOfBoundsException.class, "word: 1 (expected: 0..0, the packet has 2 words)",
                () -> packet.putLong(1, 0));
            packet.putLong(0, 1L << 40);
            sender.commit();
            assertEquals(1, sender.poll(0, IGNORE) + gang.queuePair(1).poll(1, (priority, type, node, view) ->
            {
                assertEquals(1L << 40, view.getLong(0));
                assertThrows(IndexOutOfBoundsException.class, () -> view.getLong(1));
                assertThrows(IndexOutOfBoundsException.class, () -> view.getInt(-1));
            }));
        }
    }

    @ParameterizedTest
    @EnumSource(Priority.class)
    void f18ShouldHave512TypesForEachPriority(final Priority priority)
    {
        try (FuniCluster on = ofHosts(2))
        {
            final Gang gang = on.open(1024);
            for (int type = 0; type < QueuePair.TYPES; type++)
            {
                send(gang.queuePair(0), priority, 1, type, type);
            }
            final List<FuniCluster.Taken> taken = on.take(gang.queuePair(1));
            taken.sort(Comparator.comparingInt(FuniCluster.Taken::type));
            for (int type = 0; type < QueuePair.TYPES; type++)
            {
                assertEquals(new FuniCluster.Taken(priority, type, 0, false, List.of(type)), taken.get(type));
            }
            assertRefused("type: 512 (expected: 0..511)",
                () -> gang.queuePair(0).tryClaim(priority, 1, 512, 0));
            assertRefused("type: -1 (expected: 0..511)", () -> gang.queuePair(0).tryClaim(priority, 1, -1, 0));
        }
    }

    @Test
    void f19ShouldShowNothingBeforeItIsPublished()
    {
        try (FuniCluster on = ofHosts(2))
        {
            final Gang gang = on.open(8);
            final QueuePair sender = gang.queuePair(0);
            final QueuePair receiver = gang.queuePair(1);
            final PacketBuffer packet = sender.tryClaim(Priority.REQUEST, 1, 3, 2);
            packet.putInt(1, 11);
            assertEquals(0, receiver.poll(1, IGNORE));
            assertRefused(IllegalStateException.class,
                "a packet is open: commit() or abort() it before the next",
                () -> sender.tryClaim(Priority.REPLY, 1, 3, 2));
            packet.putInt(0, 10);
            sender.commit();
            assertEquals(0, receiver.poll(1, IGNORE));
            sender.flush();
            assertEquals(List.of(10, 11), on.takeOne(receiver).words());
            // One that is given up is never there.
            sender.tryClaim(Priority.REQUEST, 1, 3, 1).putInt(0, 12);
            sender.abort();
            sender.flush();
            assertEquals(0, receiver.poll(1, IGNORE));
            send(sender, Priority.REQUEST, 1, 3, 13);
            assertEquals(List.of(13), on.takeFirstWords(receiver));
        }
    }

    /**
     * The sender learns of the slots that were given back only when those that it knows of are used up: then of all of
     * them at once.
     */
    @Test
    void f20ShouldReadThePositionOfTheReceiverOncePerLap()
    {
        final int perLap = 7;
        final LinkRing link = new LinkRing(perLap + 1);
        final SlotWriter writer = link.ring().writer();
        final SlotReader reader = link.ring().reader();
        for (int i = 0; i < 10 * perLap; i++)
        {
            // With this in its place, a sender that reads it has no room.
            final long consumed = writer.buffer().getLong(CONSUMED_INDEX);
            writer.buffer().putLong(CONSUMED_INDEX, i - perLap);
            final boolean isRead = writer.tryClaim() < 0;
            writer.buffer().putLong(CONSUMED_INDEX, consumed);
            assertEquals(i >= perLap && 0 == i % perLap, isRead, "packet " + i);
            assertTrue(!isRead || writer.tryClaim() >= 0);
            writer.commit();
            writer.flush();
            assertTrue(reader.next());
            reader.release();
        }
    }

    @Test
    void f21ShouldPublishABatchAtOnce()
    {
        try (FuniCluster on = ofHosts(2))
        {
            final Gang gang = on.open(64);
            final QueuePair sender = gang.queuePair(0);
            final QueuePair receiver = gang.queuePair(1);
            for (int i = 0; i < 32; i++)
            {
                sender.tryClaim(Priority.REQUEST, 1, 0, 1).putInt(0, i);
                sender.commit();
                assertEquals(0, receiver.poll(1, IGNORE));
            }
            sender.flush();
            assertEquals(32, on.take(receiver).size());
            // A poll of the sender publishes as well, because whoever polls waits for others.
            sender.tryClaim(Priority.REQUEST, 1, 0, 1).putInt(0, 32);
            sender.commit();
            sender.poll(1, IGNORE);
            assertEquals(List.of(32), on.takeFirstWords(receiver));
            // So does a queue that is full.
            while (null != sender.tryClaim(Priority.REQUEST, 1, 0, 0))
            {
                sender.commit();
            }
            assertEquals(63, on.take(receiver).size());
        }
    }

    /**
     * Also inside of the handler of a request, where it takes replies only.
     */
    @Test
    void shouldTakePacketsUntilAConditionHolds()
    {
        try (FuniCluster on = ofHosts(2))
        {
            final Gang gang = on.open(8);
            final QueuePair near = gang.queuePair(0);
            final QueuePair far = gang.queuePair(1);
            for (int i = 0; i < 3; i++)
            {
                send(far, Priority.REQUEST, 0, i, i);
            }
            near.await(() -> on.taken.size() > 3, (priority, type, node, view) ->
            {
                on.note(priority, type, node, view);
                if (1 == on.taken.size())
                {
                    send(far, Priority.REPLY, 0, 9, 9);
                    near.await(() -> on.taken.size() > 1, on::note);
                    assertEquals(Priority.REPLY, on.taken.get(1).priority());
                }
            });
            assertEquals(4, on.taken.size());
            final IllegalArgumentException thrown = new IllegalArgumentException();
            assertSame(thrown, assertThrows(IllegalArgumentException.class, () -> near.await(() ->
            {
                throw thrown;
            }, IGNORE)));
            send(far, Priority.REPLY, 0, 9, 9);
            near.await(() -> on.taken.size() > 4, (priority, type, node, view) ->
            {
                on.note(priority, type, node, view);
                assertThrows(IllegalStateException.class, () -> near.await(() -> true, IGNORE));
            });
        }
    }

    @Test
    void shouldKnowWhichIncarnationAMemberIs()
    {
        try (FuniCluster on = ofHosts(3))
        {
            final Gang gang = on.open(8);
            final QueuePair near = gang.queuePair(0);
            final long former = near.incarnation(1);
            assertTrue(former > 0);
            assertEquals(former, gang.queuePair(2).incarnation(1));
            gang.remap(1, 1);
            assertTrue(near.incarnation(1) > former);
            assertTrue(near.incarnation(0) > 0);
            gang.queuePair(1).close();
            assertThrows(IsotachException.class, () -> near.incarnation(1));
            on.cluster.expel(2);
            assertThrows(HostExpelledException.class, () -> near.incarnation(2));
            assertThrows(IllegalArgumentException.class, () -> near.incarnation(3));
        }
    }

    @Test
    void f23ShouldDoNothingWhenAnEmptyQueueIsPolled()
    {
        try (FuniCluster on = ofHosts(2))
        {
            final Gang gang = on.open(4);
            final QueuePair receiver = gang.queuePair(1);
            for (int i = 0; i < 2000; i++)
            {
                assertEquals(0, receiver.poll(1, IGNORE));
            }
            send(gang.queuePair(0), Priority.REQUEST, 1, 5, 1);
            send(gang.queuePair(0), Priority.REQUEST, 1, 5, 2);
            assertEquals(0, receiver.poll(0, IGNORE), "none are wanted");
            assertEquals(0, receiver.poll(Priority.REPLY, 5, IGNORE), "requests are not wanted");
            assertEquals(1, on.takeOne(receiver).first());
            assertEquals(2, on.takeOne(receiver).first());
            assertEquals(0, receiver.poll(1, IGNORE));
        }
    }

    /**
     * A packet ends with its handler, or when it is sent; in paranoid mode for good.
     */
    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void f24ShouldReadTheSlotItselfAndOnlyAsLongAsItIsThere(final boolean isParanoid)
    {
        try (FuniCluster on = isParanoid ? launch(FuniCluster.context(2).paranoid(true)) : ofHosts(2))
        {
            final Gang gang = on.open(4);
            final QueuePair sender = gang.queuePair(0);
            final List<PacketView> views = new ArrayList<>();
            final PacketBuffer packet = sender.tryClaim(Priority.REQUEST, 1, 0, 1);
            packet.putInt(0, 1);
            sender.commit();
            final String ended = "the packet has ended: it may be used until it is sent, or its handler returns";
            assertRefused(IllegalStateException.class, ended, () -> packet.putInt(0, 2));
            final PacketBuffer second = sender.tryClaim(Priority.REQUEST, 1, 0, 1);
            assertNotNull(second);
            if (isParanoid)
            {
                assertRefused(IllegalStateException.class, ended, () -> packet.putInt(0, 2));
            }
            second.putInt(0, 3);
            sender.commit();
            sender.flush();
            gang.queuePair(1).poll(2, (priority, type, node, view) ->
            {
                assertEquals(views.isEmpty() ? 1 : 3, view.getInt(0));
                if (isParanoid && !views.isEmpty())
                {
                    assertRefused(IllegalStateException.class, ended, () -> views.get(0).getInt(0));
                }
                views.add(view);
            });
            assertEquals(2, views.size());
            assertRefused(IllegalStateException.class, ended, () -> views.get(1).getInt(0));
            assertRefused(IllegalStateException.class, ended, () -> views.get(1).words());
            assertRefused(IllegalStateException.class, ended, () -> views.get(1).isTransfer());
        }
    }
}
