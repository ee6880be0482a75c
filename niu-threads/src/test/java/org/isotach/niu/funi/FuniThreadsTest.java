/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * One thread per member, in all modes: rows F2, F13, F26 and F36 once more.
 */
@Timeout(60)
class FuniThreadsTest
{
    private static final int HOSTS = 3;
    private static final int DONE = 511;

    /**
     * A member that asks others, and answers those who ask it.
     */
    private static final class Member implements PacketHandler
    {
        final QueuePair queuePair;
        private final AtomicIntegerArray asked;
        private final int[] answered;
        private int answers;
        private int done;

        Member(final QueuePair queuePair, final AtomicIntegerArray asked, final int count)
        {
            this.queuePair = queuePair;
            this.asked = asked;
            answered = new int[count];
        }

        @Override
        public void onPacket(final Priority priority, final int type, final int node, final PacketView view)
        {
            if (DONE == type)
            {
                done++;
            }
            else if (Priority.REPLY == priority)
            {
                answered[view.getInt(0)]++;
                answers++;
            }
            else
            {
                final int number = view.getInt(0);
                asked.incrementAndGet(node * answered.length + number);
                // Waits if the queue is full, and takes replies meanwhile.
                queuePair.claim(Priority.REPLY, node, type, 1, this).putInt(0, number);
                queuePair.commit();
                assertEquals(number, view.getInt(0), "the packet is still there");
            }
        }

        void run(final int size)
        {
            final Random random = new Random(queuePair.node());
            for (int i = 0; i < answered.length; i++)
            {
                queuePair.claim(Priority.REQUEST, random.nextInt(size), 1, 1, this).putInt(0, i);
                queuePair.commit();
            }
            while (answers < answered.length)
            {
                queuePair.receive(10, this);
            }
            for (int node = 0; node < size; node++)
            {
                queuePair.claim(Priority.REQUEST, node, DONE, 0, this);
                queuePair.commit();
            }
            while (done < size)
            {
                queuePair.receive(10, this);
            }
            // Answers that were committed in the last handlers.
            queuePair.flush();
        }
    }

    /**
     * Through rings; other classes do the same through devices.
     */
    FuniCluster launch(final ClusterContext context)
    {
        return new FuniCluster(context);
    }

    /**
     * How many questions or puts there are.
     */
    int count(final int withRings)
    {
        return withRings;
    }

    /**
     * With how many slots a gang begins that is resized up to 256.
     */
    int slots(final int withRings)
    {
        return withRings;
    }

    private void askAll(final ThreadingMode mode, final int slots, final int count, final boolean isResized)
        throws Exception
    {
        try (FuniCluster on = launch(FuniCluster.context(HOSTS).threadingMode(mode)))
        {
            final Gang gang = on.open(slots);
            final AtomicIntegerArray asked = new AtomicIntegerArray(HOSTS * count);
            final AtomicInteger running = new AtomicInteger(HOSTS);
            final Member[] members = new Member[HOSTS];
            final TestThreads threads = new TestThreads();
            for (int node = 0; node < HOSTS; node++)
            {
                final Member member = new Member(gang.queuePair(node), asked, count);
                members[node] = member;
                threads.start("node-" + node, () ->
                {
                    member.run(HOSTS);
                    running.decrementAndGet();
                });
            }
            if (isResized)
            {
                threads.start("supervisor", () ->
                {
                    final Random random = new Random(7);
                    while (running.get() > 0)
                    {
                        TestThreads.checkNotInterrupted();
                        gang.resize(2 << random.nextInt(8));
                        gang.suspend();
                        Thread.yield();
                        gang.resume();
                        Thread.sleep(1);
                    }
                });
            }
            threads.join();
            for (int node = 0; node < HOSTS; node++)
            {
                for (int i = 0; i < count; i++)
                {
                    assertEquals(1, asked.get(node * count + i));
                    assertEquals(1, members[node].answered[i]);
                }
                assertEquals(0, members[node].queuePair.dropped());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void f2ShouldDeliverEachPacketOnce(final ThreadingMode mode) throws Exception
    {
        askAll(mode, 64, count(20_000), false);
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void f13ShouldLoseNothingWhenItIsResizedAndSuspendedUnderLoad(final ThreadingMode mode) throws Exception
    {
        askAll(mode, slots(16), count(5_000), true);
    }

    /**
     * Everybody asks everybody, and each queue has one packet.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void f36ShouldComeToAnEndWithTwoSlots(final ThreadingMode mode) throws Exception
    {
        askAll(mode, 2, count(1_000), false);
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void f26ShouldHaveAllBytesInPlaceWhenTheNoticeArrives(final ThreadingMode mode) throws Exception
    {
        final int puts = count(200);
        final int length = 3000;
        try (FuniCluster on = launch(FuniCluster.context(2).threadingMode(mode)))
        {
            final Gang gang = on.funi.open(new GangContext().slots(4).pieceLength(1024));
            final SharedSegment segment = gang.queuePair(1).segment(2 * length, Rights.PUT_GET);
            final TestThreads threads = new TestThreads();
            final PacketHandler none = (priority, type, node, view) -> assertEquals(Priority.REPLY, priority);
            threads.start("putter", () ->
            {
                final int[] answers = { 0 };
                final PacketHandler counting = (priority, type, node, view) ->
                {
                    assertEquals(Priority.REPLY, priority);
                    answers[0]++;
                };
                final QueuePair sender = gang.queuePair(0);
                final OffHeapBuffer source = OffHeapBuffer.allocate(length);
                for (int i = 0; i < puts; i++)
                {
                    for (int word = 0; word < length / 8; word++)
                    {
                        source.putLong(8 * word, i * 1000L + word);
                    }
                    long ticket = -1;
                    while (ticket < 0)
                    {
                        ticket = sender.tryPut(
                            Priority.REQUEST, source, 0, segment.pointer(i % 2 * length), length, 1, i);
                    }
                    // Answers may come in here, too.
                    assertSame(TransferStatus.DONE, sender.await(ticket, counting));
                    // The half is free again when the answer to the put before has come.
                    while (answers[0] < i)
                    {
                        sender.receive(1, counting);
                    }
                }
            });
            threads.start("owner", () ->
            {
                final QueuePair owner = gang.queuePair(1);
                final int[] next = { 0 };
                while (next[0] < puts)
                {
                    owner.receive(1, (priority, type, node, view) ->
                    {
                        final int base = SharedSegment.offset(view.pointer());
                        assertEquals(next[0]++, view.argument());
                        for (int word = 0; word < length / 8; word++)
                        {
                            assertEquals(view.argument() * 1000 + word, segment.memory().getLong(base + 8 * word));
                        }
                    });
                    owner.claim(Priority.REPLY, 0, 1, 0, none);
                    owner.commit();
                    owner.flush();
                }
            });
            threads.join();
        }
    }

    /**
     * There may be room once more, but not for long.
     */
    private static void fillForEver(final QueuePair sender, final PacketHandler handler)
    {
        while (true)
        {
            sender.claim(Priority.REQUEST, 1, 0, 0, handler);
            sender.commit();
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldTellThreadsThatWait(final ThreadingMode mode) throws Exception
    {
        for (final Class<? extends RuntimeException> told : List.<Class<? extends RuntimeException>>of(
            HostExpelledException.class, IllegalStateException.class, ClusterClosedException.class))
        {
            try (FuniCluster on = launch(FuniCluster.context(2).threadingMode(mode)))
            {
                final Gang gang = on.open(2);
                // Nobody takes packets there.
                final Gang full = on.open(2);
                final PacketHandler none = (priority, type, node, view) ->
                {
                };
                final TestThreads threads = new TestThreads();
                final CountDownLatch areWaiting = new CountDownLatch(2);
                threads.start("receiver", () ->
                {
                    areWaiting.countDown();
                    assertSame(told, assertThrows(RuntimeException.class,
                        () -> gang.queuePair(1).receive(1, none)).getClass());
                });
                threads.start("sender", () ->
                {
                    final QueuePair sender = full.queuePair(0);
                    while (null != sender.tryClaim(Priority.REQUEST, 1, 0, 0))
                    {
                        sender.commit();
                    }
                    areWaiting.countDown();
                    assertSame(told, assertThrows(RuntimeException.class, () -> fillForEver(sender, none)).getClass());
                });
                areWaiting.await();
                if (HostExpelledException.class == told)
                {
                    on.cluster.expel(1);
                }
                else if (IllegalStateException.class == told)
                {
                    gang.close();
                    full.close();
                }
                else
                {
                    on.cluster.close();
                }
                threads.join();
            }
        }
    }
}
