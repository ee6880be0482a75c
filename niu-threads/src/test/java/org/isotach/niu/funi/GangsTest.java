/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.Waiter;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;

import static org.isotach.niu.funi.FuniCluster.send;
import static org.isotach.niu.funi.FuniCluster.trySend;
import static org.isotach.test.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Gangs whose packets go through rings: the contract, and rows F9, F13, F15, F29 and F45.
 */
class GangsTest extends GangsContract
{
    @Override
    FuniCluster launch(final ClusterContext context)
    {
        return new FuniCluster(context);
    }

    /**
     * A component has no constructor, and no method of its handle, that leads to another gang, or to the gang itself.
     */
    @Test
    void f9ShouldGiveMembersNoWayToNameAGang()
    {
        for (final Class<?> type : List.of(QueuePair.class, MemberQueuePair.class, Gang.class, SharedSegment.class,
            FuniSupervisor.class, PacketBuffer.class, PacketView.class))
        {
            for (final Constructor<?> constructor : type.getDeclaredConstructors())
            {
                assertFalse(Modifier.isPublic(constructor.getModifiers()), type.getName());
                assertFalse(Modifier.isProtected(constructor.getModifiers()), type.getName());
            }
        }
        final Set<Class<?>> reached = new HashSet<>();
        for (final Class<?> type : List.of(QueuePair.class, SharedSegment.class, PacketBuffer.class, PacketView.class))
        {
            for (final var method : type.getMethods())
            {
                reached.add(method.getReturnType());
            }
        }
        assertFalse(reached.contains(Gang.class) || reached.contains(FuniSupervisor.class) ||
            reached.contains(GangState.class) || reached.contains(Endpoint.class), reached.toString());
    }

    /**
     * Another thread resumes the gang between the two steps of suspending it.
     */
    @Test
    void f41ShouldNeverBeHalfSuspended() throws Exception
    {
        try (FuniCluster on = FuniCluster.ofHosts(1))
        {
            final ResumedTransport transport = new ResumedTransport();
            final Gang gang = new Gang(on.cluster, new GangState(1, "gang", 1, 4, 64), transport, new int[] { 0 },
                () -> 1, () ->
                {
                });
            transport.gang = gang;
            gang.suspend();
            transport.threads.join();
            assertFalse(gang.isSuspended());
            assertFalse(transport.isSuspended);
            gang.close();
        }
    }

    private static final class ResumedTransport implements GangTransport
    {
        final TestThreads threads = new TestThreads();
        Gang gang;
        volatile boolean isSuspended;
        private final RingTransport rings = new RingTransport();

        @Override
        public QueuePair join(final GangState state, final Endpoint member, final Waiter outer, final Waiter inner)
        {
            return rings.join(state, member, outer, inner);
        }

        @Override
        public void grow(final int slots)
        {
            rings.grow(slots);
        }

        @Override
        public void suspend()
        {
            final Thread other = threads.start("resume", gang::resume);
            while (other.isAlive() && Thread.State.BLOCKED != other.getState())
            {
                TestThreads.checkNotInterrupted();
                Thread.yield();
            }
            isSuspended = true;
        }

        @Override
        public void resume()
        {
            isSuspended = false;
        }

        @Override
        public void onFail(final Runnable listener)
        {
            rings.onFail(listener);
        }

        @Override
        public void close()
        {
            rings.close();
        }
    }

    @Test
    void f13ShouldResizeWhilePacketsAreUnderWay()
    {
        try (FuniCluster on = FuniCluster.ofHosts(2))
        {
            final Gang gang = on.open(16);
            final QueuePair sender = gang.queuePair(0);
            final QueuePair receiver = gang.queuePair(1);
            int next = 0;
            final List<Integer> expected = new ArrayList<>();
            for (final int slots : new int[] { 16, 1024, 4, 64, 8 })
            {
                gang.resize(slots);
                assertEquals(slots, gang.slots());
                int room = 0;
                while (trySend(sender, Priority.REQUEST, 1, 0, next))
                {
                    expected.add(next++);
                    room++;
                }
                assertTrue(room >= slots - 1, room + " packets in " + slots + " slots");
                // One stays in the ring that is given up next.
                while (expected.size() > 1)
                {
                    assertEquals(expected.remove(0), on.takeOne(receiver).first());
                }
            }
            assertEquals(expected, on.takeFirstWords(receiver), "none is lost, and all are in order");
            assertEquals(0, receiver.dropped());
        }
    }

    /**
     * A sender that could go on to ever new rings would have no bound.
     */
    @Test
    void f13ShouldHaveTwoRingsAtMost()
    {
        try (FuniCluster on = FuniCluster.ofHosts(2))
        {
            final Gang gang = on.open(4);
            int sent = 0;
            for (int i = 0; i < 10; i++)
            {
                gang.resize(0 == i % 2 ? 8 : 4);
                while (trySend(gang.queuePair(0), Priority.REPLY, 1, 0, sent))
                {
                    sent++;
                }
            }
            assertEquals(7 + 3, sent, "in the first ring, and in the one that follows it");
            assertEquals(7 + 3, on.take(gang.queuePair(1)).size());
            gang.resize(16);
            send(gang.queuePair(0), Priority.REPLY, 1, 0, 0);
            gang.resize(2);
            while (trySend(gang.queuePair(0), Priority.REPLY, 1, 0, sent))
            {
                sent++;
            }
            assertEquals(7 + 3 + 14, sent, "the receiver has not come to the third ring yet");
        }
    }

    @Test
    void f15ShouldOpenAsManyGangsAsThereAreIds()
    {
        try (FuniCluster on = FuniCluster.ofHosts(2))
        {
            final List<Gang> gangs = new ArrayList<>();
            final Set<Integer> ids = new HashSet<>();
            for (int i = 0; i < FuniSupervisor.MAX_GANGS; i++)
            {
                gangs.add(on.funi.open(new GangContext().hosts(i % 2).slots(2)));
                ids.add(gangs.get(i).id());
            }
            assertEquals(FuniSupervisor.MAX_GANGS, ids.size());
            assertTrue(ids.stream().allMatch(id -> id > 0 && id < 1 << 11));
            final GangContext one = new GangContext().name("late").hosts(1);
            assertRefused(IllegalStateException.class,
                "2047 gangs are open, and no group id is free: close a gang", () -> on.funi.open(one));
            gangs.get(100).close();
            gangs.get(100).close();
            assertEquals(FuniSupervisor.MAX_GANGS - 1, on.funi.gangs());
            final Gang late = on.funi.open(one);
            assertEquals(gangs.get(100).id(), late.id());
            assertEquals("late", late.name());
            assertEquals(1, late.host(0));
            assertEquals(1, late.size());
            send(late.queuePair(0), Priority.REQUEST, 0, 0, 3);
            assertEquals(List.of(3), on.takeFirstWords(late.queuePair(0)));
        }
    }

    /**
     * Even on the right ring: the tag decides.
     */
    @Test
    void f29ShouldDropWhatHasAnotherTag()
    {
        try (FuniCluster on = FuniCluster.ofHosts(1))
        {
            final Gang gang = on.open(8);
            final QueuePair self = gang.queuePair(0);
            final PacketBuffer packet = self.tryClaim(Priority.REQUEST, 0, 0, 1);
            final int tagIndex = packet.offset() + PacketLayout.TAG_OFFSET;
            final long tag = packet.buffer().getLong(tagIndex);
            assertEquals(gang.id(), tag >>> 48);
            packet.buffer().putLong(tagIndex, tag + (1L << 48));
            self.commit();
            send(self, Priority.REQUEST, 0, 0, 2);
            assertEquals(List.of(2), on.takeFirstWords(self));
            assertEquals(1, self.dropped());
        }
    }

    /**
     * A thread was in the middle of a call of the queue pair that {@link Gang#remap} has closed, and goes on with it.
     */
    @Test
    void f39ShouldTakeWhatTheNewMemberSendsWhenTheFormerOneConnectsAfterIt()
    {
        try (FuniCluster on = FuniCluster.ofHosts(2))
        {
            final GangState state = new GangState(1, "moves", 2, 4, 64);
            final Endpoint former = member(on, state, 0, 7);
            final Endpoint receiver = member(on, state, 1, 8);
            final Outbound late = new Outbound(state, former, 1, Priority.REQUEST);
            final Outbound next = new Outbound(state, member(on, state, 0, 9), 1, Priority.REQUEST);
            sendType(next, 2);
            sendType(late, 1);
            sendType(next, 3);
            final Reception reception = new Reception(state, receiver, false);
            assertEquals(2, reception.poll(9, on::note));
            assertEquals(List.of(2, 3), on.taken.stream().map(FuniCluster.Taken::type).toList());
        }
    }

    /**
     * A member is closed while a piece is copied, which finds the memory closed.
     */
    @Test
    void f25ShouldSayThatAMemberIsGoneWhichIsClosedWhileAPieceIsCopied()
    {
        try (FuniCluster on = FuniCluster.ofHosts(2))
        {
            final GangState state = new GangState(1, "closes", 2, 4, 64);
            final Endpoint receiver = member(on, state, 1, 8);
            final OffHeapBuffer memory = OffHeapBuffer.allocate(256);
            final SharedSegment segment = receiver.memory().open(memory, Rights.PUT);
            for (final boolean isGone : new boolean[] { false, true })
            {
                final SendingEnd between = new SendingEnd(state, 1, Priority.REQUEST)
                {
                    @Override
                    TransferStatus advance(final int pieceLength)
                    {
                        if (isGone)
                        {
                            receiver.close();
                        }
                        return TransferStatus.DENIED;
                    }

                    @Override
                    void connect(final Endpoint current)
                    {
                        peer = current;
                    }

                    @Override
                    boolean tryOpen()
                    {
                        return true;
                    }

                    @Override
                    OffHeapBuffer buffer()
                    {
                        return memory;
                    }

                    @Override
                    int content()
                    {
                        return 0;
                    }

                    @Override
                    void writeHeader(final int type, final int words)
                    {
                        // Not needed.
                    }

                    @Override
                    void commit()
                    {
                        // Not needed.
                    }

                    @Override
                    void abort()
                    {
                        // Not needed.
                    }

                    @Override
                    void flush()
                    {
                        // Not needed.
                    }
                };
                between.tryPut(segment.pointer(0), memory, 0, 100, 0, 0);
                assertEquals(isGone ? TransferStatus.PEER_DOWN : TransferStatus.DENIED,
                    between.status(between.ticket(1)));
            }
        }
    }

    private static Endpoint member(
        final FuniCluster on, final GangState state, final int node, final long incarnation)
    {
        final Host host = on.cluster.host(node);
        final Endpoint member = new Endpoint(node, host, PacketLayout.tag(state.group(), incarnation),
            new Wakers(host.waiter(), host.waiter()));
        state.endpoint(member);
        return member;
    }

    private static void sendType(final Outbound outbound, final int type)
    {
        assertTrue(outbound.tryClaim());
        outbound.writeHeader(type, 0);
        outbound.commit();
        outbound.flush();
    }

    @Test
    void f45ShouldBeSuspendedAndResumedManyTimes()
    {
        try (FuniCluster on = FuniCluster.ofHosts(2))
        {
            final Gang[] gangs = { on.open(4), on.open(4), on.open(4) };
            final int[] sent = new int[3];
            final int[] taken = new int[3];
            for (final Gang gang : gangs)
            {
                gang.suspend();
            }
            for (int turn = 0; turn < 1000; turn++)
            {
                final int now = turn % 3;
                gangs[now].resume();
                // The queue is never empty at the end of a turn.
                while (trySend(gangs[now].queuePair(0), Priority.REQUEST, 1, 0, sent[now]))
                {
                    sent[now]++;
                }
                assertEquals(taken[now]++, on.takeOne(gangs[now].queuePair(1)).first());
                gangs[now].suspend();
            }
            for (int gang = 0; gang < 3; gang++)
            {
                gangs[gang].resume();
                for (final int word : on.takeFirstWords(gangs[gang].queuePair(1)))
                {
                    assertEquals(taken[gang]++, word);
                }
                assertEquals(sent[gang], taken[gang]);
            }
        }
    }
}
