/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.isotach.IsotachTimeoutException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.ClusterContext;
import org.junit.jupiter.api.Test;

import static org.isotach.niu.funi.FuniCluster.fill;
import static org.isotach.niu.funi.FuniCluster.send;
import static org.isotach.niu.funi.FuniCluster.trySend;
import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Replies and requests: rows F34 and F36.
 */
class PrioritiesTest
{
    // More than any packets need that are on their way.
    private static final int ROUNDS = 40;

    /**
     * Through rings; other classes do the same through devices.
     */
    FuniCluster launch(final ClusterContext context)
    {
        return new FuniCluster(context);
    }

    /**
     * The slot of a packet is in use as long as its handler runs. There are two, one of which stays empty.
     */
    void assertInUse(final QueuePair sender)
    {
        assertNull(sender.tryClaim(Priority.REQUEST, 1, 0, 0));
    }

    private static int takeAll(final FuniCluster on, final QueuePair queuePair)
    {
        int taken = 0;
        for (int i = 0; i < ROUNDS; i++)
        {
            taken += on.take(queuePair).size();
        }
        return taken;
    }

    private FuniCluster ofHosts(final int hosts)
    {
        return launch(FuniCluster.context(hosts));
    }

    @Test
    void f34ShouldSendRepliesHoweverManyRequestsAreStuck()
    {
        try (FuniCluster on = ofHosts(3))
        {
            final Gang gang = on.open(4);
            final QueuePair sender = gang.queuePair(0);
            for (int node = 0; node < 3; node++)
            {
                while (trySend(sender, Priority.REQUEST, node, 0, node))
                {
                    assertEquals(0, gang.queuePair(2).dropped());
                }
            }
            send(sender, Priority.REPLY, 1, 9, 5);
            assertEquals(new FuniCluster.Taken(Priority.REPLY, 9, 0, false, List.of(5)),
                on.takeOne(gang.queuePair(1)));
            assertFalse(trySend(sender, Priority.REQUEST, 1, 0, 1), "the requests are still there");
        }
    }

    @Test
    void f36ShouldTakeRepliesFirstAndBeforeEachRequest()
    {
        try (FuniCluster on = ofHosts(3))
        {
            final Gang gang = on.open(8);
            final QueuePair receiver = gang.queuePair(0);
            send(gang.queuePair(1), Priority.REQUEST, 0, 0, 1);
            send(gang.queuePair(1), Priority.REQUEST, 0, 0, 2);
            send(gang.queuePair(2), Priority.REQUEST, 0, 0, 3);
            send(gang.queuePair(1), Priority.REPLY, 0, 0, 4);
            send(gang.queuePair(2), Priority.REPLY, 0, 0, 5);
            final List<Integer> order = new ArrayList<>();
            receiver.poll(10, (priority, type, node, view) ->
            {
                order.add(view.getInt(0));
                if (1 == view.getInt(0))
                {
                    // It overtakes the requests that are there.
                    send(gang.queuePair(2), Priority.REPLY, 0, 0, 6);
                }
            });
            assertEquals(List.of(4, 5, 1, 6, 2, 3), order);
        }
    }

    @Test
    void f36ShouldNotHoldUpOnePriorityWhenTheOtherIsFull()
    {
        try (FuniCluster on = ofHosts(3))
        {
            final Gang gang = on.open(2);
            final int replies = fill(gang.queuePair(0), Priority.REPLY, 1);
            send(gang.queuePair(2), Priority.REQUEST, 1, 0, 3);
            final List<Integer> requests = new ArrayList<>();
            assertEquals(1, gang.queuePair(1).poll(Priority.REQUEST, 5, (priority, type, node, view) ->
                requests.add(view.getInt(0))));
            assertEquals(List.of(3), requests);
            assertEquals(replies, takeAll(on, gang.queuePair(1)));
        }
    }

    /**
     * A handler polls while its own packet is in a queue of two slots: its words stay.
     */
    @Test
    void f36ShouldKeepThePacketWhoseHandlerPolls()
    {
        try (FuniCluster on = ofHosts(2))
        {
            final Gang gang = on.open(2);
            final QueuePair receiver = gang.queuePair(1);
            send(gang.queuePair(0), Priority.REQUEST, 1, 0, 1, 2);
            final List<Integer> taken = new ArrayList<>();
            receiver.poll(5, (priority, type, node, view) ->
            {
                send(gang.queuePair(0), Priority.REPLY, 1, 0, 3);
                assertInUse(gang.queuePair(0));
                assertEquals(1, receiver.poll(5, (inner, innerType, innerNode, reply) ->
                {
                    taken.add(reply.getInt(0));
                    assertThrows(IllegalStateException.class, () -> receiver.poll(1, on::note));
                }));
                assertInUse(gang.queuePair(0));
                taken.add(view.getInt(0));
                taken.add(view.getInt(1));
            });
            assertEquals(List.of(3, 1, 2), taken);
            send(gang.queuePair(0), Priority.REQUEST, 1, 0, 4);
            assertEquals(List.of(4), on.takeFirstWords(receiver));
        }
    }

    @Test
    void f36ShouldRefuseToTakeWhatAHandlerMustNotTake()
    {
        try (FuniCluster on = ofHosts(1))
        {
            final QueuePair self = on.open(2).queuePair(0);
            send(self, Priority.REQUEST, 0, 0, 1);
            self.poll(1, (priority, type, node, view) -> assertRefused(IllegalStateException.class,
                "inside the handler of a request only replies can be taken: keep what is to be done, and do it when" +
                " the handler has returned", () -> self.poll(Priority.REQUEST, 1, on::note)));
            fill(self, Priority.REPLY, 0);
            self.poll(1, (priority, type, node, view) ->
            {
                final String message = "inside the handler of a reply no packets can be taken: keep what is to be" +
                    " done, and do it when the handler has returned";
                assertRefused(IllegalStateException.class, message, () -> self.poll(1, on::note));
                assertRefused(IllegalStateException.class, message, () -> self.poll(Priority.REPLY, 1, on::note));
                assertRefused(IllegalStateException.class, message, () -> self.receive(1, on::note));
                // All slots are taken, this one too.
                assertRefused(IllegalStateException.class,
                    "inside the handler of a reply nothing can be waited for, or two members could wait for each" +
                    " other: keep what is to be sent, and send it when the handler has returned",
                    () -> self.claim(Priority.REPLY, 0, 0, 0, on::note));
            });
            takeAll(on, self);
            fill(self, Priority.REQUEST, 0);
            self.poll(1, (priority, type, node, view) -> assertRefused(IllegalStateException.class,
                "inside the handler of a request no room for a request can be waited for, or two members could wait" +
                " for each other: keep what is to be sent, and send it when the handler has returned",
                () -> self.claim(Priority.REQUEST, 0, 0, 0, on::note)));
        }
    }

    /**
     * Both members wait for room for a request, and answer each request: without replies first, or in queues that both
     * share, they would wait for each other.
     */
    @Test
    void f36ShouldTakePacketsWhileItWaitsForRoom()
    {
        try (FuniCluster on = ofHosts(2))
        {
            final Gang gang = on.open(2);
            final QueuePair near = gang.queuePair(0);
            final QueuePair far = gang.queuePair(1);
            fill(near, Priority.REQUEST, 1);
            send(far, Priority.REQUEST, 0, 0, 2);
            final List<Integer> order = new ArrayList<>();
            near.claim(Priority.REQUEST, 1, 0, 1, (priority, type, node, view) ->
            {
                order.add(view.getInt(0));
                // Now there is room.
                assertEquals(1, far.poll(1, on::note));
            }).putInt(0, 3);
            near.commit();
            near.flush();
            assertEquals(List.of(2), order);
            final List<Integer> rest = new ArrayList<>();
            for (int i = 0; i < ROUNDS; i++)
            {
                rest.addAll(on.takeFirstWords(far));
                near.flush();
            }
            assertTrue(rest.contains(3), rest.toString());
        }
    }

    @Test
    void f36ShouldTakePacketsWhileAPutWaitsForRoom()
    {
        try (FuniCluster on = ofHosts(2))
        {
            final Gang gang = on.funi.open(new GangContext().slots(2).pieceLength(64));
            final QueuePair near = gang.queuePair(0);
            final QueuePair far = gang.queuePair(1);
            final SharedSegment segment = far.segment(256, Rights.PUT);
            final OffHeapBuffer source = OffHeapBuffer.allocate(256);
            source.putLong(192, 9);
            fill(near, Priority.REQUEST, 1);
            send(far, Priority.REQUEST, 0, 0, 2);
            send(far, Priority.REPLY, 0, 0, 3);
            final List<Integer> order = new ArrayList<>();
            final TransferStatus status =
                near.put(Priority.REQUEST, source, 0, segment.pointer(0), 200, 4, 5, (priority, type, node, view) ->
                {
                    order.add(view.getInt(0));
                    if (2 == view.getInt(0))
                    {
                        // Now there is room.
                        assertEquals(1, far.poll(1, on::note));
                    }
                });
            assertEquals(TransferStatus.DONE, status);
            assertEquals(List.of(3, 2), order);
            assertEquals(9, segment.memory().getLong(192));
            final List<Integer> types = new ArrayList<>();
            for (int i = 0; i < ROUNDS; i++)
            {
                on.take(far).forEach(taken -> types.add(taken.type()));
                near.flush();
            }
            assertTrue(types.contains(4), types.toString());
        }
    }

    /**
     * The caller would have no ticket: it could neither wait for the end, nor try again.
     */
    @Test
    void f36ShouldNotBeginAPutInAHandlerThatMayNotWait()
    {
        try (FuniCluster on = ofHosts(2))
        {
            final Gang gang = on.funi.open(new GangContext().slots(8).pieceLength(64));
            final QueuePair near = gang.queuePair(0);
            final QueuePair far = gang.queuePair(1);
            final SharedSegment segment = far.segment(256, Rights.PUT);
            final OffHeapBuffer source = OffHeapBuffer.allocate(256);
            source.putLong(0, 9);
            send(far, Priority.REPLY, 0, 0, 1);
            final List<Integer> order = new ArrayList<>();
            for (int i = 0; i < ROUNDS; i++)
            {
                near.poll(1, (priority, type, node, view) ->
                {
                    order.add(view.getInt(0));
                    assertRefused(IllegalStateException.class, "inside the handler of a reply nothing can be waited" +
                        " for, or two members could wait for each other: keep what is to be sent, and send it when" +
                        " the handler has returned",
                        () -> near.put(Priority.REQUEST, source, 0, segment.pointer(0), 200, 4, 5, on::note));
                });
                assertEquals(List.of(), on.take(far));
            }
            assertEquals(List.of(1), order);
            assertEquals(0, segment.memory().getLong(0));
        }
    }

    @Test
    void shouldSayForWhatItHasWaitedTooLong()
    {
        try (FuniCluster on = launch(FuniCluster.context(2).awaitTimeout(Duration.ofMillis(5))))
        {
            final Gang gang = on.open(2);
            fill(gang.queuePair(0), Priority.REQUEST, 1);
            final String message = assertThrows(IsotachTimeoutException.class,
                () -> gang.queuePair(0).claim(Priority.REQUEST, 1, 0, 0, on::note)).getMessage();
            assertTrue(message.contains("room for a REQUEST to node 1 of gang "), message);
            assertTrue(message.contains(" at host 1"), message);
            assertTrue(assertThrows(IsotachTimeoutException.class, () -> gang.queuePair(0).receive(1, on::note))
                .getMessage().contains("packets"));
        }
    }

    @Test
    void shouldNotTakeAPacketWithoutAHandler()
    {
        try (FuniCluster on = ofHosts(1))
        {
            final QueuePair self = on.open(4).queuePair(0);
            send(self, Priority.REQUEST, 0, 0, 1);
            for (int i = 0; i < ROUNDS; i++)
            {
                assertRefused(NullPointerException.class, "handler", () -> self.poll(1, null));
                assertRefused(NullPointerException.class, "handler", () -> self.poll(Priority.REQUEST, 1, null));
                assertRefused(NullPointerException.class, "handler", () -> self.receive(1, null));
                self.flush();
            }
            assertEquals(List.of(1), on.takeFirstWords(self));
        }
    }

    @Test
    void shouldCountAPacketWhoseHandlerThrowsAsTaken()
    {
        try (FuniCluster on = ofHosts(1))
        {
            final QueuePair self = on.open(4).queuePair(0);
            send(self, Priority.REQUEST, 0, 0, 1);
            send(self, Priority.REQUEST, 0, 0, 2);
            assertThrows(ArithmeticException.class, () -> self.poll(5, (priority, type, node, view) ->
            {
                throw new ArithmeticException();
            }));
            assertEquals(List.of(2), on.takeFirstWords(self));
            // The handler is over: requests may be taken, and waited for.
            send(self, Priority.REQUEST, 0, 0, 3);
            assertEquals(1, self.receive(5, on::note));
        }
    }

    /**
     * At once: what has thrown may keep the receiver from its next poll.
     */
    @Test
    void shouldGiveTheSlotBackOfAPacketWhoseHandlerThrows()
    {
        try (FuniCluster on = ofHosts(2))
        {
            final Gang gang = on.open(2);
            final QueuePair receiver = gang.queuePair(1);
            for (final Priority priority : Priority.values())
            {
                send(gang.queuePair(0), priority, 1, 0, 1);
                assertThrows(ArithmeticException.class, () -> pollAndThrow(receiver));
                send(gang.queuePair(0), priority, 1, 0, 2);
                assertThrows(ArithmeticException.class, () -> pollAndThrow(priority, receiver));
                send(gang.queuePair(0), priority, 1, 0, 3);
                assertEquals(List.of(3), on.takeFirstWords(receiver));
            }
        }
    }

    private static void pollAndThrow(final QueuePair receiver)
    {
        for (int i = 0; i < ROUNDS; i++)
        {
            receiver.poll(1, PrioritiesTest::fail);
        }
    }

    private static void pollAndThrow(final Priority priority, final QueuePair receiver)
    {
        for (int i = 0; i < ROUNDS; i++)
        {
            receiver.poll(priority, 1, PrioritiesTest::fail);
        }
    }

    private static void fail(final Priority priority, final int type, final int node, final PacketView view)
    {
        throw new ArithmeticException();
    }
}
