/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import java.time.Duration;
import java.util.List;
import java.util.Random;

import org.isotach.HostExpelledException;
import org.isotach.IsotachException;
import org.isotach.IsotachTimeoutException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.ClusterContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.isotach.niu.funi.FuniCluster.send;
import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Segments, puts and gets: rows F1, F11, and F25 to F28.
 */
class FuniTransfersTest
{
    private static final int PIECE = 64;
    private static final PacketHandler NONE = (priority, type, node, view) ->
    {
        throw new AssertionError("a packet of type " + type);
    };

    private final OffHeapBuffer source = OffHeapBuffer.allocate(4096);

    private static Gang gang(final FuniCluster on)
    {
        return on.funi.open(new GangContext().slots(4).pieceLength(PIECE));
    }

    private void fill(final int seed)
    {
        final Random random = new Random(seed);
        for (int i = 0; i < source.capacity(); i++)
        {
            source.putByte(i, (byte)random.nextInt());
        }
    }

    private static void assertSame(
        final OffHeapBuffer expected, final int from, final OffHeapBuffer actual, final int to, final int length)
    {
        for (int i = 0; i < length; i++)
        {
            assertEquals(expected.getByte(from + i), actual.getByte(to + i), "byte " + i);
        }
    }

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
    void f1ShouldHaveTheSamePlacesInAllMemories()
    {
        try (FuniCluster on = ofHosts(3))
        {
            final Gang gang = on.open(4);
            final SharedSegment[] segments = new SharedSegment[3];
            for (int node = 0; node < 3; node++)
            {
                gang.queuePair(node).segment(64, Rights.GET);
                segments[node] = gang.queuePair(node).segment(256, Rights.PUT_GET);
            }
            final long place = segments[0].pointer(2, 128);
            assertEquals(segments[2].pointer(128), place);
            assertEquals(2, SharedSegment.node(place));
            assertEquals(128, SharedSegment.offset(place));
            source.putLong(0, 42);
            gang.queuePair(0).tryPut(Priority.REQUEST, source, 0, place, 8, 0, 0);
            assertEquals(42, segments[2].memory().getLong(128), "host 2 reads it where host 0 would");
            assertEquals(0, segments[1].memory().getLong(128));
            assertThrows(IndexOutOfBoundsException.class, () -> segments[0].pointer(257));
            assertThrows(IllegalArgumentException.class, () -> segments[0].pointer(-1, 0));
        }
    }

    boolean areDeniedAsAWhole()
    {
        return true;
    }

    @Test
    void f11ShouldDenyWhatTheOwnerDoesNotAllowAndGoOn()
    {
        try (FuniCluster on = ofHosts(2))
        {
            final Gang gang = gang(on);
            final QueuePair sender = gang.queuePair(0);
            final QueuePair owner = gang.queuePair(1);
            final SharedSegment toRead = owner.segment(128, Rights.GET);
            final SharedSegment toWrite = owner.segment(128, Rights.PUT);
            source.putLong(0, 5);
            final long[] denied = {
                sender.tryPut(Priority.REQUEST, source, 0, toRead.pointer(0), 8, 0, 0),
                sender.tryPut(Priority.REQUEST, source, 0, toWrite.pointer(121), 8, 0, 0),
                sender.tryPut(Priority.REQUEST, source, 0, toWrite.pointer(128), 4, 0, 0),
                sender.tryGet(Priority.REQUEST, toWrite.pointer(0), source, 0, 8),
                // There is no third segment.
                sender.tryGet(Priority.REQUEST, toWrite.pointer(0) + (1L << 32), source, 0, 8),
                // The first piece of 64 bytes would be allowed, the last one is not.
                sender.tryPut(Priority.REQUEST, source, 0, toWrite.pointer(8), 128, 0, 0) };
            for (final long ticket : denied)
            {
                assertEquals(TransferStatus.DENIED, sender.await(ticket, NONE));
                assertTrue(sender.isReusable(ticket));
            }
            assertEquals(0, toRead.memory().getLong(0));
            assertEquals(areDeniedAsAWhole() ? 0 : 5, toWrite.memory().getLong(8), "what runs over the end");
            assertEquals(0, owner.poll(9, NONE), "no notice");
            final long allowed = sender.tryPut(Priority.REQUEST, source, 0, toWrite.pointer(0), 8, 3, 4);
            assertEquals(TransferStatus.DONE, sender.status(allowed));
            assertEquals(1, owner.poll(9, (priority, type, node, view) -> assertEquals(4, view.argument())));
            toWrite.close();
            toWrite.close();
            final long late = sender.tryPut(Priority.REQUEST, source, 0, toWrite.pointer(0), 8, 0, 0);
            assertEquals(TransferStatus.DENIED, sender.status(late));
            send(sender, Priority.REQUEST, 1, 7, 1);
            assertEquals(7, on.takeOne(owner).type(), "the queue pair goes on");
        }
    }

    @Test
    void f11ShouldFailWhenTheSegmentIsClosedOnTheWay()
    {
        try (FuniCluster on = ofHosts(2))
        {
            final Gang gang = gang(on);
            final SharedSegment segment = gang.queuePair(1).segment(256, Rights.PUT);
            fill(1);
            final long ticket = gang.queuePair(0).tryPut(Priority.REPLY, source, 0, segment.pointer(0), 200, 0, 0);
            segment.close();
            assertEquals(TransferStatus.DENIED, gang.queuePair(0).status(ticket));
            assertSame(source, 0, segment.memory(), 0, PIECE);
            assertEquals(0, gang.queuePair(1).poll(1, NONE));
        }
    }

    /**
     * Any length, at any place: nothing is cut off, and nobody has to cut.
     */
    @ParameterizedTest
    @ValueSource(ints = { 0, 1, 4, 12, 16, 63, 64, 65, 1000, 4096 })
    void f25ShouldCopyAnyLengthAsOnePacket(final int length)
    {
        try (FuniCluster on = ofHosts(2))
        {
            final Gang gang = gang(on);
            final QueuePair sender = gang.queuePair(0);
            final QueuePair receiver = gang.queuePair(1);
            final SharedSegment segment = receiver.segment(8192, Rights.PUT_GET);
            fill(length);
            final long put =
                sender.tryPut(Priority.REQUEST, source, 0, segment.pointer(13), length, 500, -7);
            assertEquals(TransferStatus.DONE, sender.await(put, NONE));
            assertSame(source, 0, segment.memory(), 13, length);
            assertEquals(0, segment.memory().getByte(13 + length));
            assertEquals(1, receiver.poll(9, (priority, type, node, view) ->
            {
                assertEquals(500, type);
                assertEquals(segment.pointer(13), view.pointer());
                assertEquals(length, view.length());
                assertEquals(-7, view.argument());
            }));
            final OffHeapBuffer target = OffHeapBuffer.allocate(8192);
            final long get = sender.tryGet(Priority.REPLY, segment.pointer(13), target, 5, length);
            assertEquals(TransferStatus.DONE, sender.await(get, NONE));
            assertSame(source, 0, target, 5, length);
            assertEquals(0, target.getByte(5 + length));
            assertEquals(0, receiver.poll(9, NONE), "a get has no notice");
        }
    }

    @Test
    void f26ShouldSendTheNoticeAfterAllBytesAndKeepTheOrder()
    {
        try (FuniCluster on = ofHosts(2))
        {
            final Gang gang = gang(on);
            final QueuePair sender = gang.queuePair(0);
            final QueuePair receiver = gang.queuePair(1);
            final SharedSegment segment = receiver.segment(4096, Rights.PUT);
            fill(3);
            sender.tryClaim(Priority.REQUEST, 1, 1, 0);
            sender.commit();
            final long ticket =
                sender.tryPut(Priority.REQUEST, source, 0, segment.pointer(0), 3 * PIECE + 1, 2, 9);
            assertEquals(1, on.takeOne(receiver).type(), "what was sent before need not wait");
            // Nothing overtakes it; the other priority is free.
            assertNull(sender.tryClaim(Priority.REQUEST, 1, 3, 0));
            assertEquals(-1, sender.tryPut(Priority.REQUEST, source, 0, segment.pointer(0), 1, 3, 0));
            assertEquals(0, receiver.poll(1, NONE));
            send(sender, Priority.REPLY, 1, 4);
            assertEquals(4, on.takeOne(receiver).type());
            assertEquals(TransferStatus.DONE, sender.status(ticket));
            send(sender, Priority.REQUEST, 1, 3, 0);
            final boolean[] isNoticed = { false };
            receiver.poll(1, (priority, type, node, view) ->
            {
                isNoticed[0] = true;
                assertTrue(view.isTransfer());
                assertEquals(Priority.REQUEST, priority);
                assertEquals(2, type);
                assertEquals(0, node);
                assertEquals(0, view.words());
                assertSame(source, 0, segment.memory(), 0, 3 * PIECE + 1);
            });
            assertTrue(isNoticed[0]);
            receiver.poll(1, (priority, type, node, view) ->
            {
                assertEquals(3, type);
                assertFalse(view.isTransfer());
                assertRefused(IllegalStateException.class,
                    "this is a message, not the notice of a put: see isTransfer()", view::argument);
            });
        }
    }

    /**
     * A message; memory to memory; a message that brings bytes to memory; bytes of memory that arrive as a message.
     */
    @Test
    void f27ShouldHaveTheFourCases()
    {
        try (FuniCluster on = ofHosts(2))
        {
            final Gang gang = gang(on);
            final QueuePair sender = gang.queuePair(0);
            final QueuePair receiver = gang.queuePair(1);
            final SharedSegment memory = receiver.segment(128, Rights.PUT);
            final SharedSegment own = sender.segment(128, Rights.GET);
            send(sender, Priority.REQUEST, 1, 1, 17);
            assertEquals(17, on.takeOne(receiver).first());
            own.memory().putInt(64, 18);
            sender.tryPut(Priority.REQUEST, own.memory(), 64, memory.pointer(4), 4, 2, 0);
            assertTrue(on.takeOne(receiver).isTransfer());
            assertEquals(18, memory.memory().getInt(4));
            // The words come in the packet, and the receiver puts them where they belong.
            send(sender, Priority.REQUEST, 1, 3, 8, 19);
            receiver.poll(1, (priority, type, node, view) ->
                memory.memory().putInt(view.getInt(0), view.getInt(1)));
            assertEquals(19, memory.memory().getInt(8));
            // Words from memory go into the packet: an argument, and the payload.
            sender.tryClaim(Priority.REQUEST, 1, 4, 2).putInt(0, 20).putInt(1, own.memory().getInt(64));
            sender.commit();
            sender.flush();
            assertEquals(List.of(20, 18), on.takeOne(receiver).words());
        }
    }

    @Test
    void f28ShouldTransmitWhatIsThereBeforeItIsReusableAndNothingLater()
    {
        try (FuniCluster on = ofHosts(2))
        {
            final Gang gang = gang(on);
            final QueuePair sender = gang.queuePair(0);
            final SharedSegment segment = gang.queuePair(1).segment(4096, Rights.PUT);
            final long ticket =
                sender.tryPut(Priority.REQUEST, source, 0, segment.pointer(0), 3 * PIECE, 0, 0);
            // The last piece has not been copied yet.
            source.putLong(2 * PIECE, 77);
            assertFalse(sender.isReusable(ticket));
            assertTrue(sender.isReusable(ticket));
            source.putLong(0, 1);
            source.putLong(2 * PIECE, 78);
            sender.flush();
            assertEquals(0, segment.memory().getLong(0));
            assertEquals(77, segment.memory().getLong(2 * PIECE));
        }
    }

    @Test
    void f28ShouldKnowTheLastTickets()
    {
        try (FuniCluster on = ofHosts(2))
        {
            final Gang gang = gang(on);
            final QueuePair sender = gang.queuePair(0);
            final SharedSegment segment = gang.queuePair(1).segment(64, Rights.GET);
            final long first = sender.tryGet(Priority.REPLY, segment.pointer(0), source, 0, 8);
            final long denied = sender.tryGet(Priority.REPLY, segment.pointer(60), source, 0, 8);
            for (int i = 2; i < QueuePair.TICKETS; i++)
            {
                sender.tryGet(Priority.REPLY, segment.pointer(0), source, 0, 8);
            }
            assertEquals(TransferStatus.DONE, sender.status(first));
            final long last = sender.tryGet(Priority.REPLY, segment.pointer(0), source, 0, 8);
            assertRefused("ticket: " + first + " (expected: one of the last 64 with a member and priority)",
                () -> sender.status(first));
            assertEquals(TransferStatus.DENIED, sender.status(denied));
            assertEquals(TransferStatus.DONE, sender.status(last));
            for (final long none : new long[] { 0, -1, last + (1 << 17), last ^ 1, Long.MAX_VALUE })
            {
                assertThrows(IllegalArgumentException.class, () -> sender.isReusable(none));
            }
        }
    }

    /**
     * The packet that the sender takes while its put is under way.
     */
    private static PacketHandler meanwhile(final QueuePair sender, final Runnable what)
    {
        send(sender, Priority.REPLY, 0, 9, 0);
        return (priority, type, node, view) -> what.run();
    }

    private static void fail()
    {
        throw new ArithmeticException();
    }

    private void assertGivenUp(final FuniCluster on, final Gang gang, final long place)
    {
        final QueuePair sender = gang.queuePair(0);
        fill(2);
        assertEquals(List.of(), on.take(sender));
        assertEquals(List.of(), on.take(gang.queuePair(1)), "no notice of bytes of both");
        assertEquals(TransferStatus.DONE, sender.put(Priority.REQUEST, source, 0, place, 1024, 3, 0, NONE));
        assertEquals(3, on.takeOne(gang.queuePair(1)).type());
        assertEquals(List.of(), on.take(gang.queuePair(1)));
    }

    @Test
    void shouldNotGoOnWithAPutWhoseTimeWasOver()
    {
        try (FuniCluster on = launch(FuniCluster.context(2).awaitTimeout(Duration.ofMillis(20))))
        {
            final Gang gang = gang(on);
            final SharedSegment segment = gang.queuePair(1).segment(1024, Rights.PUT);
            fill(1);
            final PacketHandler suspend = meanwhile(gang.queuePair(0), gang::suspend);
            assertThrows(IsotachTimeoutException.class, () ->
                gang.queuePair(0).put(Priority.REQUEST, source, 0, segment.pointer(0), 1024, 2, 0, suspend));
            assertSame(source, 0, segment.memory(), 0, PIECE);
            gang.resume();
            assertGivenUp(on, gang, segment.pointer(0));
        }
    }

    /**
     * Another one is not given up for which it waits, though: its owner has a ticket.
     */
    @Test
    void shouldNotGoOnWithAPutThatAHandlerHasEnded()
    {
        try (FuniCluster on = ofHosts(2))
        {
            final Gang gang = gang(on);
            final QueuePair sender = gang.queuePair(0);
            final SharedSegment segment = gang.queuePair(1).segment(1024, Rights.PUT);
            final PacketHandler early = meanwhile(sender, FuniTransfersTest::fail);
            assertThrows(ArithmeticException.class, () ->
                sender.put(Priority.REQUEST, source, 0, segment.pointer(0), 1024, 2, 0, early));
            assertGivenUp(on, gang, segment.pointer(0));
            final long before = sender.tryPut(Priority.REQUEST, source, 0, segment.pointer(0), 1024, 4, 0);
            final PacketHandler late = meanwhile(sender, FuniTransfersTest::fail);
            assertThrows(ArithmeticException.class, () ->
                sender.put(Priority.REQUEST, source, 0, segment.pointer(0), 1024, 2, 0, late));
            assertEquals(TransferStatus.DONE, sender.await(before, NONE));
            assertEquals(4, on.takeOne(gang.queuePair(1)).type());
            assertEquals(List.of(), on.take(sender));
            assertEquals(List.of(), on.take(gang.queuePair(1)));
        }
    }

    @Test
    void shouldKnowTheStatusOfAPutWhoseHandlerBeginsManyTransfers()
    {
        try (FuniCluster on = ofHosts(2))
        {
            final Gang gang = gang(on);
            final QueuePair sender = gang.queuePair(0);
            final SharedSegment segment = gang.queuePair(1).segment(1024, Rights.PUT_GET);
            final Runnable gets = () ->
            {
                final OffHeapBuffer target = OffHeapBuffer.allocate(8);
                for (int begun = 0; begun < QueuePair.TICKETS;)
                {
                    begun += sender.tryGet(Priority.REQUEST, segment.pointer(0), target, 0, 8) < 0 ? 0 : 1;
                }
            };
            assertEquals(TransferStatus.DONE, sender.put(Priority.REQUEST, source, 0, segment.pointer(0), 1024, 2, 0,
                meanwhile(sender, gets)));
            assertEquals(2, on.takeOne(gang.queuePair(1)).type());
            // The last piece is not there.
            assertEquals(TransferStatus.DENIED, sender.put(
                Priority.REQUEST, source, 0, segment.pointer(8), 1024, 3, 0, meanwhile(sender, gets)));
            sender.tryPut(Priority.REQUEST, source, 0, segment.pointer(0), 1024, 4, 0);
            assertEquals(TransferStatus.DONE, sender.put(Priority.REQUEST, source, 0, segment.pointer(0), 1024, 5, 0,
                meanwhile(sender, gets)), "one that has to wait before it begins");
            final PacketHandler handler = meanwhile(sender, gets);
            final long ticket = sender.tryPut(Priority.REQUEST, source, 0, segment.pointer(0), 1024, 6, 0);
            assertEquals(TransferStatus.DONE, sender.await(ticket, handler));
            assertThrows(IllegalArgumentException.class, () -> sender.status(ticket), "too old");
            assertEquals(List.of(4, 5, 6),
                on.take(gang.queuePair(1)).stream().map(FuniCluster.Taken::type).toList());
        }
    }

    @Test
    void shouldRefuseWhatNoTransferCanBe()
    {
        try (FuniCluster on = ofHosts(2))
        {
            final Gang gang = gang(on);
            final QueuePair sender = gang.queuePair(0);
            final SharedSegment segment = gang.queuePair(1).segment(64, Rights.PUT_GET);
            final long place = segment.pointer(0);
            assertRefused("length: -1 (expected: at least 0)",
                () -> sender.tryPut(Priority.REPLY, source, 0, place, -1, 0, 0));
            assertThrows(IndexOutOfBoundsException.class,
                () -> sender.tryPut(Priority.REPLY, source, 4090, place, 8, 0, 0));
            assertThrows(IndexOutOfBoundsException.class, () -> sender.tryGet(Priority.REPLY, place, source, -1, 8));
            assertThrows(IllegalArgumentException.class,
                () -> sender.tryPut(Priority.REPLY, source, 0, place, 8, 512, 0));
            assertRefused("node: 2 (expected: 0..1 in gang gang-1)",
                () -> sender.tryGet(Priority.REPLY, segment.pointer(2, 0), source, 0, 8));
            sender.tryClaim(Priority.REQUEST, 0, 0, 0);
            assertThrows(IllegalStateException.class,
                () -> sender.tryPut(Priority.REPLY, source, 0, place, 8, 0, 0));
            sender.abort();
            for (int i = 1; i < GangMemory.MAX_SEGMENTS; i++)
            {
                gang.queuePair(1).segment(source, Rights.PUT);
            }
            assertRefused(IllegalStateException.class,
                "node 1 has made 256 segments, which is the limit: use larger ones for longer",
                () -> gang.queuePair(1).segment(source, Rights.PUT));
        }
    }

    /**
     * A thread has found its queue pair open, and goes on when that is closed.
     */
    @Test
    void shouldMakeNoSegmentOfAMemberThatIsClosed()
    {
        final GangMemory memory = new GangMemory(1);
        memory.open(source, Rights.PUT);
        memory.closeAll();
        assertRefused(IllegalStateException.class, "node 1 is closed: it can make no segments any more",
            () -> memory.open(source, Rights.PUT));
    }

    @Test
    void shouldSayThatTheOtherMemberIsGone()
    {
        try (FuniCluster on = ofHosts(3))
        {
            final Gang gang = gang(on);
            final QueuePair sender = gang.queuePair(0);
            final long[] tickets = new long[3];
            for (int node = 1; node < 3; node++)
            {
                final SharedSegment segment = gang.queuePair(node).segment(1024, Rights.PUT_GET);
                tickets[node] = 1 == node ?
                    sender.tryPut(Priority.REQUEST, source, 0, segment.pointer(0), 1000, 0, 0) :
                    sender.tryGet(Priority.REQUEST, segment.pointer(0), source, 0, 1000);
                assertEquals(TransferStatus.PENDING, sender.status(tickets[node]));
            }
            on.cluster.expel(1);
            gang.queuePair(2).close();
            gang.queuePair(2).close();
            assertEquals(TransferStatus.PEER_DOWN, sender.status(tickets[1]));
            assertEquals(TransferStatus.PEER_DOWN, sender.status(tickets[2]));
            assertTrue(sender.isReusable(tickets[1]));
            assertRefused(HostExpelledException.class,
                "host 1 was expelled: node 1 of gang gang-1 receives nothing any more; see Gang.remap",
                () -> sender.tryClaim(Priority.REQUEST, 1, 0, 0));
            assertRefused(IsotachException.class,
                "node 2 of gang gang-1 is closed: it receives nothing any more; see Gang.remap",
                () -> sender.tryClaim(Priority.REQUEST, 2, 0, 0));
            send(sender, Priority.REQUEST, 0, 0, 1);
            assertEquals(1, on.takeOne(sender).first(), "the others go on");
        }
    }
}
