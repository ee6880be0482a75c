/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

import org.isotach.Isochron;
import org.isotach.IsotachTimeoutException;
import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.mbm.Messaging;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.Membership;
import org.isotach.niu.spi.Trunk;
import org.isotach.simulation.ForwardingTrunk;
import org.isotach.simulation.MemoryTrunks;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Two members whose waits are a circle. The wait of the right one is the last, so its search ends it.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class WaitSearchTest
{
    private static final Members MEMBERS = Members.builder().add("left", "", 0).add("right", "", 1).build();
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(60);
    private static final int LEFT_VERSION = 7;
    private static final int RIGHT_VERSION = 8;

    private final MemoryTrunks trunks = new MemoryTrunks(MEMBERS.count(), 64, new Random(1));
    private final List<Throwable> errors = new CopyOnWriteArrayList<>();
    private Member left;
    private Member right;

    /**
     * A wait of a thread that holds a version and waits for another one.
     */
    private record HeldWait(RunWait state, long firstHeld, long awaited) implements Wait
    {
        @Override
        public Object what()
        {
            return "version " + awaited;
        }

        @Override
        public boolean isSettled()
        {
            return false;
        }

        @Override
        public void forEachAwaited(final LongConsumer action)
        {
            action.accept(awaited);
        }

        @Override
        public void forEachTicket(final LongConsumer action)
        {
            // Nothing comes from another member.
        }

        @Override
        public int heldCount()
        {
            return 1;
        }
    }

    /**
     * A trunk that refuses everything while it is shut.
     */
    private static final class Gate extends ForwardingTrunk
    {
        private volatile boolean isShut;

        Gate(final Trunk trunk)
        {
            super(trunk);
        }

        @Override
        public long offer(
            final OffHeapBuffer header,
            final int headerLength,
            final OffHeapBuffer body,
            final int bodyOffset,
            final int bodyLength)
        {
            return isShut ? REFUSED : super.offer(header, headerLength, body, bodyOffset, bodyLength);
        }
    }

    /**
     * What a member has for its search. The test works in place of the caretaker.
     */
    private final class Member
    {
        private final Cluster cluster;
        private final SharedMemory memory;
        private final WaitGraph graph;
        private final HeldWait wait;
        private final Caretaker caretaker = new Caretaker(() -> {}, Runnable::run, true);
        private final WaitSearch search;
        private Gate gate;

        Member(final int own, final long held, final long awaited)
        {
            cluster = Cluster.launch(
                new ClusterContext()
                    .topology(Topology.chain(MEMBERS.count(), MEMBERS.count()))
                    .threadingMode(ThreadingMode.SHARED)
                    .sendRingSize(4)
                    .awaitTimeout(Duration.ofMillis(100))
                    .closeTimeout(Duration.ofMillis(50))
                    .errorHandler(errors::add),
                new Membership(MEMBERS, MEMBERS.name(own), (members, from, to) ->
                {
                    gate = new Gate(trunks.newTrunk(members, from, to));
                    return gate;
                }));
            memory = SharedMemory.on(cluster, PageMap.builder().pageSize(1).everywhere(0).build());
            final Messaging messaging = Messaging.on(cluster);
            final Sessions sessions =
                new Sessions(cluster, memory, messaging, new HostOrder(cluster.hostCount()), 1);
            graph = new WaitGraph(() -> held);
            wait = new HeldWait(new RunWait(), held, awaited);
            graph.holds(new Run(1, null, run -> {}), Thread.currentThread());
            graph.begins(wait);
            search = new WaitSearch(
                new HostsOfMembers(cluster, memory), messaging, sessions, graph, memory::owedResults, caretaker);
        }

        /**
         * Fills the send ring, so that nothing more can be sent until the gate opens.
         */
        void shut()
        {
            gate.isShut = true;
            final Host host = cluster.localHosts().get(0);
            final MemoryPort port = memory.port(host);
            final Isochron isochron = host.isochron();
            boolean isFull = false;
            while (!isFull)
            {
                port.write(isochron.begin(), 0, 1);
                try
                {
                    isochron.issue();
                }
                catch (final IsotachTimeoutException ex)
                {
                    isochron.abandon();
                    isFull = true;
                }
            }
        }

        void open()
        {
            gate.isShut = false;
        }

        /**
         * Writes the variable, which is at both members, and waits until that is executed here.
         */
        void write(final long value)
        {
            final Host host = cluster.localHosts().get(0);
            final Isochron isochron = host.isochron();
            memory.port(host).write(isochron.begin(), 0, value);
            isochron.issue();
            isochron.awaitExecuted();
        }

        boolean hasSeen(final long value)
        {
            final long[] seen = new long[1];
            return memory.local(cluster.localHosts().get(0)).tryReadLocal(new int[1], seen) && value == seen[0];
        }

        boolean isAsked()
        {
            return !"Caretaker{chores=0}".equals(caretaker.toString());
        }

        boolean isCalledOff()
        {
            return wait.state().isCalledOff();
        }
    }

    @BeforeEach
    void launch()
    {
        left = new Member(0, LEFT_VERSION, RIGHT_VERSION);
        right = new Member(1, RIGHT_VERSION, LEFT_VERSION);
        boolean areThere = false;
        while (!areThere)
        {
            areThere = left.cluster.tryJoin() & right.cluster.tryJoin();
        }
    }

    @AfterEach
    void close()
    {
        left.open();
        right.open();
        assertEquals(List.of(), errors);
        // One that waits for the other one gives up.
        left.cluster.close();
        right.cluster.close();
    }

    private static void repeatUntil(final BooleanSupplier isOver, final Runnable work)
    {
        final long begin = System.nanoTime();
        while (!isOver.getAsBoolean() && System.nanoTime() - begin < LIMIT_NS)
        {
            work.run();
            Thread.yield();
        }
        assertTrue(isOver.getAsBoolean());
    }

    private void assertFound()
    {
        repeatUntil(right::isCalledOff, () ->
        {
            right.search.run();
            left.caretaker.work();
            right.caretaker.work();
        });
        final String message = right.wait.state().reason().getMessage();
        assertTrue(message.contains("at member right ") && message.contains("; at member left "), message);
        assertFalse(left.isCalledOff());
    }

    @Test
    void shouldFindACircle()
    {
        assertFound();
    }

    @Test
    void shouldAskAgainIfThereWasNoRoomForTheQuestion()
    {
        right.shut();
        looksUntilQuestion(1);
        right.open();
        assertFound();
    }

    @Test
    void shouldAskAgainIfThereWasNoRoomForAnAnswer()
    {
        repeatUntil(left::isAsked, right.search);
        left.shut();
        left.caretaker.work();
        assertFalse(left.isAsked());
        left.open();
        assertFound();
    }

    /**
     * Otherwise each answer of a slow member would be too late.
     */
    @Test
    void shouldWaitLongerForEachAnswer()
    {
        looksUntilQuestion(1);
        final int first = looksUntilQuestion(2);
        final int second = looksUntilQuestion(3);
        assertTrue(second > first + first / 2, first + " looks, then " + second);
        assertFound();
    }

    @Test
    void shouldIgnoreAnAnswerToAnEarlierQuestion()
    {
        looksUntilQuestion(1);
        repeatUntil(left::isAsked, () -> {});
        left.gate.isShut = true;
        left.caretaker.work();
        assertFalse(left.isAsked());
        looksUntilQuestion(2);
        left.open();
        // The right one answers itself, and the answer of the left one to the first question comes.
        repeatUntil(right::isAsked, () -> {});
        right.caretaker.work();
        right.write(1);
        left.write(2);
        repeatUntil(() -> right.hasSeen(2), () -> {});

        right.search.run();

        assertTrue(right.search.toString().contains("question=2, isOpen=true"), right.search::toString);
        assertFound();
    }

    private int looksUntilQuestion(final int number)
    {
        final int[] looks = new int[1];
        repeatUntil(() -> right.search.toString().contains("question=" + number + ','), () ->
        {
            looks[0]++;
            right.search.run();
        });
        return looks[0];
    }
}
