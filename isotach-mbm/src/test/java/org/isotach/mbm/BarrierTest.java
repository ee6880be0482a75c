/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.isotach.HostSet;
import org.isotach.IsotachTimeoutException;
import org.isotach.Topology;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Stall;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.Scheduler;
import org.isotach.niu.spi.Unit;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Barriers (Ironman sections 3.5.1 and 6.5): nobody is told that an execution is complete before every host that has
 * registered the channel has participated, and all are told in one pulse.
 */
final class BarrierTest
{
    /**
     * The send ring of a host that registers again stands still until another host, which has nothing to do with the
     * barrier, receives.
     */
    @Test
    void shouldCountAHostAsSoonAsItHasRegisteredAgain()
    {
        final int idle = 3;
        final List<Unit> units = new ArrayList<>();
        final Runnable settle = () -> IntStream.range(0, 100).forEach(round -> units.forEach(Unit::doWork));
        final AtomicReference<Mailbox> receiving = new AtomicReference<>();
        final Scheduler scheduler = what ->
        {
            if (null != receiving.get())
            {
                receiving.get().receive();
            }
            settle.run();
        };
        try (TestCluster cluster = new TestCluster(new ClusterContext().hosts(4).threadingMode(ThreadingMode.SHARED)
            .linkRingSize(1).scheduler(scheduler)))
        {
            units.addAll(cluster.cluster().units());
            for (int host = 0; host < idle; host++)
            {
                cluster.mailbox(host).registerBarrier(1, BarrierMode.STRONG);
            }
            completeBarrier(cluster, 0, 1, 2);
            cluster.mailbox(0).clearBarrier(1);
            completeBarrier(cluster, 1, 2);
            for (int i = 0; i < 2; i++)
            {
                cluster.send(0, idle, i);
                settle.run();
            }
            receiving.set(cluster.mailbox(idle));
            cluster.mailbox(0).registerBarrier(1, BarrierMode.STRONG);
            receiving.set(null);
            // It takes part from the next one on.
            completeBarrier(cluster, 1, 2);
            for (int host = 1; host < idle; host++)
            {
                cluster.port(host).barrier(1, BarrierMode.STRONG);
            }
            settle.run();
            assertNull(cluster.mailbox(1).receive(), "complete without host 0");
            cluster.port(0).barrier(1, BarrierMode.STRONG);
            for (int host = 0; host < idle; host++)
            {
                cluster.receive(host, Delivery.Kind.BARRIER, 1);
            }
        }
    }

    private static void completeBarrier(final TestCluster cluster, final int... hosts)
    {
        for (final int host : hosts)
        {
            cluster.port(host).barrier(1, BarrierMode.STRONG);
        }
        for (final int host : hosts)
        {
            cluster.receive(host, Delivery.Kind.BARRIER, 1);
        }
    }

    @Test
    void shouldSayWhoIsMissing()
    {
        try (TestCluster cluster = new TestCluster(
            new ClusterContext().hosts(4).threadingMode(ThreadingMode.SHARED).awaitTimeout(Duration.ofMillis(300))))
        {
            for (int host = 0; host < 3; host++)
            {
                cluster.mailbox(host).registerBarrier(1, BarrierMode.STRONG);
            }
            cluster.port(0).barrier(1, BarrierMode.STRONG);
            final String message =
                assertThrows(IsotachTimeoutException.class, () -> cluster.mailbox(0).await()).getMessage();
            assertTrue(message.contains("a message, signal or barrier; the barrier on channel 1 waits for" +
                " host 1, host 2"), message);
            cluster.port(1).barrier(1, BarrierMode.STRONG);
            assertTrue(assertThrows(IsotachTimeoutException.class, () -> cluster.mailbox(1).await()).getMessage()
                .contains("waits for host 2"));
            cluster.port(2).barrier(1, BarrierMode.STRONG);
            cluster.receive(0, Delivery.Kind.BARRIER, 1);
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldListMissingParticipantsAmongTheStalls(final ThreadingMode mode)
    {
        try (TestCluster cluster = new TestCluster(new ClusterContext().hosts(4).threadingMode(mode)))
        {
            for (int host = 0; host < 3; host++)
            {
                cluster.mailbox(host).registerBarrier(1, BarrierMode.STRONG);
            }
            assertEquals(List.of(), barrierStalls(cluster));
            cluster.port(0).barrier(1, BarrierMode.STRONG);
            cluster.port(2).barrier(1, BarrierMode.STRONG);
            final List<Stall> stalls = barrierStalls(cluster);
            assertEquals(1, stalls.size(), stalls::toString);
            assertEquals(1, stalls.get(0).host());
            assertEquals("host-1/barrier-1", stalls.get(0).unit());
            assertEquals("host 1 has not participated in the barrier on channel 1: host 0, host 2" +
                " wait for it", stalls.get(0).description());
            cluster.port(1).barrier(1, BarrierMode.STRONG);
            for (int host = 0; host < 3; host++)
            {
                cluster.receive(host, Delivery.Kind.BARRIER, 1);
            }
            assertEquals(List.of(), barrierStalls(cluster));

            // Host 3 has asked for its mailbox, and so is waited for.
            cluster.mailbox(3);
            for (int host = 0; host < 3; host++)
            {
                assertFalse(cluster.messaging().tryClose(cluster.host(host)));
            }
            assertEquals(
                List.of("host 3 has not called Messaging.tryClose(): host 0, host 1," +
                " host 2 wait for it"),
                barrierStalls(cluster).stream().map(Stall::description).collect(Collectors.toList()));
        }
    }

    /**
     * Without units that are at work at that moment.
     */
    private static List<Stall> barrierStalls(final TestCluster cluster)
    {
        return cluster.cluster().stalls().stream().filter(stall -> stall.unit().contains("/barrier-"))
            .collect(Collectors.toList());
    }

    @ParameterizedTest
    @CsvSource({
        // mode       barrier switches hosts registered
        "INVOKER,     WEAK,   1,       2,    2",
        "INVOKER,     STRONG, 3,       5,    4",
        "INVOKER,     STRONG, 2,       8,    8",
        "SHARED,      WEAK,   2,       4,    4",
        "SHARED,      STRONG, 1,       3,    2",
        "HOST,        WEAK,   3,       3,    2",
        "HOST,        STRONG, 2,       4,    4",
        "DEDICATED,   WEAK,   1,       3,    3",
        "DEDICATED,   STRONG, 2,       4,    2",
    })
    void shouldKeepHostsInStep(
        final ThreadingMode mode,
        final BarrierMode barrierMode,
        final int switches,
        final int hosts,
        final int registered) throws InterruptedException
    {
        final int rounds = 200;
        final long seed = System.nanoTime();
        final AtomicIntegerArray participations = new AtomicIntegerArray(registered);
        final AtomicLongArray pulses = new AtomicLongArray(rounds + 1);
        try (TestCluster cluster =
            new TestCluster(new ClusterContext().topology(Topology.chain(switches, hosts)).threadingMode(mode)))
        {
            for (int host = 0; host < registered; host++)
            {
                cluster.mailbox(host).registerBarrier(1, barrierMode);
            }
            final TestThreads threads = new TestThreads();
            for (int host = 0; host < registered; host++)
            {
                final int self = host;
                threads.start("host-" + host, () ->
                {
                    final Random random = new Random(seed + self);
                    for (int round = 1; round <= rounds; round++)
                    {
                        for (int i = random.nextInt(3); i > 0; i--)
                        {
                            cluster.send(self, random.nextInt(registered), round);
                        }
                        beSlow(random);
                        participations.set(self, round);
                        cluster.port(self).barrier(1, barrierMode);
                        final long pulse = awaitCompletion(cluster, self);
                        for (int other = 0; other < registered; other++)
                        {
                            assertTrue(participations.get(other) >= round, "seed " + seed + ": host " + self +
                                " has completed barrier " + round + ", and host " + other + " has not participated");
                        }
                        final long others = pulses.compareAndExchange(round, 0, pulse);
                        assertTrue(0 == others || pulse == others,
                            "seed " + seed + ": barrier " + round + " in pulses " + others + " and " + pulse);
                        assertTrue(pulse > pulses.get(round - 1), "seed " + seed + ": pulse of barrier " + round);
                    }
                });
            }
            threads.join();
        }
    }

    /**
     * INV-18, STRONG: what a participant has issued before its participation is received before the completion, and
     * what it issues after its completion is received behind it.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldSeparateTheMessagesBeforeFromThoseBehind(final ThreadingMode mode) throws InterruptedException
    {
        final int hosts = 4;
        final int rounds = 150;
        final long seed = System.nanoTime();
        try (TestCluster cluster =
            new TestCluster(new ClusterContext().topology(Topology.chain(4, hosts)).threadingMode(mode)))
        {
            for (int host = 0; host < hosts; host++)
            {
                cluster.mailbox(host).registerBarrier(1, BarrierMode.STRONG);
            }
            final TestThreads threads = new TestThreads();
            for (int host = 0; host < hosts; host++)
            {
                final int self = host;
                threads.start("host-" + host, () ->
                {
                    final Random random = new Random(seed + self);
                    for (int round = 1; round <= rounds; round++)
                    {
                        for (int receiver = 0; receiver < hosts; receiver++)
                        {
                            cluster.send(self, receiver, round);
                        }
                        beSlow(random);
                        cluster.port(self).barrier(1, BarrierMode.STRONG);
                        for (int i = 0; i < hosts; i++)
                        {
                            assertEquals(round, cluster.receive(self), "seed " + seed);
                        }
                        cluster.receive(self, Delivery.Kind.BARRIER, 1);
                    }
                });
            }
            threads.join();
        }
    }

    /**
     * Two hosts that stay are in step, however often others come and go in the middle of an execution.
     */
    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldKeepThoseThatStayInStepWhileOthersComeAndGo(final ThreadingMode mode) throws InterruptedException
    {
        final int hosts = 4;
        final int staying = 2;
        final int rounds = 300;
        final long seed = System.nanoTime();
        final AtomicInteger atWork = new AtomicInteger(staying);
        final AtomicIntegerArray participations = new AtomicIntegerArray(staying);
        try (TestCluster cluster =
            new TestCluster(new ClusterContext().topology(Topology.chain(2, hosts)).threadingMode(mode)))
        {
            for (int host = 0; host < staying; host++)
            {
                cluster.mailbox(host).registerBarrier(1, BarrierMode.WEAK);
            }
            final TestThreads threads = new TestThreads();
            for (int host = 0; host < staying; host++)
            {
                final int self = host;
                threads.start("staying-" + host, () ->
                {
                    for (int round = 1; round <= rounds; round++)
                    {
                        participations.set(self, round);
                        cluster.port(self).barrier(1, BarrierMode.WEAK);
                        cluster.receive(self, Delivery.Kind.BARRIER, 1);
                        for (int other = 0; other < staying; other++)
                        {
                            assertTrue(participations.get(other) >= round, "seed " + seed + ": host " + self +
                                " has completed barrier " + round + " before host " + other);
                        }
                    }
                    cluster.mailbox(self).clearBarrier(1);
                    atWork.decrementAndGet();
                });
            }
            for (int host = staying; host < hosts; host++)
            {
                final int self = host;
                threads.start("passing-" + host, () -> comeAndGo(cluster, self, atWork, new Random(seed + self)));
            }
            threads.join();
            assertEquals(0, atWork.get(), "seed " + seed);
        }
    }

    /**
     * The message goes to the farthest host too, so it is due late everywhere; the last participant sits in the middle,
     * from where all hosts can be told early.
     */
    @Test
    void shouldNotOvertakeAMessageThatIsFarAhead()
    {
        final int middle = 2;
        try (TestCluster cluster = new TestCluster(
            new ClusterContext().topology(Topology.chain(5, 5)).threadingMode(ThreadingMode.INVOKER)))
        {
            cluster.mailbox(0).registerBarrier(1, BarrierMode.STRONG);
            cluster.mailbox(middle).registerBarrier(1, BarrierMode.STRONG);
            cluster.isochron(0).begin();
            cluster.port(0).claim(HostSet.of(5, middle, 4), Long.BYTES).putLong(0, 8);
            cluster.isochron(0).issue();
            cluster.port(0).barrier(1, BarrierMode.STRONG);
            cluster.port(middle).barrier(1, BarrierMode.STRONG);
            assertEquals(8, cluster.receive(middle));
            assertEquals(
                cluster.receive(0, Delivery.Kind.BARRIER, 1), cluster.receive(middle, Delivery.Kind.BARRIER, 1));
        }
    }

    @Test
    void shouldNotTellOfExecutionsThatWereUnderWayBefore()
    {
        try (TestCluster cluster = TestCluster.invoker(3))
        {
            final Mailbox late = cluster.mailbox(2);
            cluster.mailbox(0).registerBarrier(1, BarrierMode.STRONG);
            cluster.mailbox(1).registerBarrier(1, BarrierMode.STRONG);
            // It has taken part before, so that now it registers in the middle of an execution.
            late.registerBarrier(1, BarrierMode.STRONG);
            late.clearBarrier(1);
            cluster.port(0).barrier(1, BarrierMode.STRONG);
            cluster.settle();
            late.registerBarrier(1, BarrierMode.STRONG);
            cluster.port(2).barrier(1, BarrierMode.STRONG);
            cluster.port(1).barrier(1, BarrierMode.STRONG);
            assertEquals(
                cluster.receive(0, Delivery.Kind.BARRIER, 1), cluster.receive(1, Delivery.Kind.BARRIER, 1));
            cluster.assertNothingToReceive();
            cluster.port(1).barrier(1, BarrierMode.STRONG);
            cluster.assertNothingToReceive();
            cluster.port(0).barrier(1, BarrierMode.STRONG);
            final long pulse = cluster.receive(2, Delivery.Kind.BARRIER, 1);
            assertEquals(pulse, cluster.receive(0, Delivery.Kind.BARRIER, 1));
            assertEquals(pulse, cluster.receive(1, Delivery.Kind.BARRIER, 1));
            cluster.assertNothingToReceive();
        }
    }

    @Test
    void shouldNotWaitForAHostThatHasClearedTheChannel()
    {
        try (TestCluster cluster = TestCluster.invoker(2))
        {
            for (int round = 0; round < 10; round++)
            {
                cluster.mailbox(0).registerBarrier(1, BarrierMode.WEAK);
                cluster.mailbox(1).registerBarrier(1, BarrierMode.WEAK);
                cluster.settle();
                cluster.port(0).barrier(1, BarrierMode.WEAK);
                cluster.mailbox(1).clearBarrier(1);
                cluster.receive(0, Delivery.Kind.BARRIER, 1);
                cluster.port(0).barrier(1, BarrierMode.WEAK);
                cluster.receive(0, Delivery.Kind.BARRIER, 1);
                cluster.mailbox(0).clearBarrier(1);
                cluster.assertNothingToReceive();
            }
        }
    }

    @Test
    void shouldNotTakeACompletionForTheNextOneWhenTheChannelIsRegisteredAgainBeforeItIsReceived()
    {
        try (TestCluster cluster = TestCluster.invoker(2))
        {
            cluster.mailbox(0).registerBarrier(1, BarrierMode.STRONG);
            cluster.mailbox(1).registerBarrier(1, BarrierMode.STRONG);
            cluster.port(0).barrier(1, BarrierMode.STRONG);
            cluster.port(1).barrier(1, BarrierMode.STRONG);
            cluster.settle();
            cluster.mailbox(0).clearBarrier(1);
            cluster.settle();
            cluster.mailbox(0).registerBarrier(1, BarrierMode.STRONG);
            cluster.settle();
            assertThrows(IllegalStateException.class, () -> cluster.port(0).barrier(1, BarrierMode.STRONG));
            cluster.receive(0, Delivery.Kind.BARRIER, 1);
            cluster.port(0).barrier(1, BarrierMode.STRONG);
            cluster.settle();
            assertNull(cluster.mailbox(0).receive(), "host 1 has not participated");
            cluster.receive(1, Delivery.Kind.BARRIER, 1);
            cluster.port(1).barrier(1, BarrierMode.STRONG);
            cluster.receive(1, Delivery.Kind.BARRIER, 1);
            cluster.port(1).barrier(1, BarrierMode.STRONG);
            assertEquals(
                cluster.receive(0, Delivery.Kind.BARRIER, 1), cluster.receive(1, Delivery.Kind.BARRIER, 1));
        }
    }

    @Test
    void shouldKeepChannelsApart()
    {
        try (TestCluster cluster = new TestCluster(
            new ClusterContext().hosts(2).threadingMode(ThreadingMode.INVOKER),
            new MessagingContext().barrierChannels(32).signalChannels(31)))
        {
            for (int channel = 1; channel < 32; channel++)
            {
                cluster.mailbox(0).registerBarrier(channel, BarrierMode.WEAK);
                cluster.mailbox(0).registerSignal(channel);
                cluster.mailbox(1).registerBarrier(channel, BarrierMode.WEAK);
                cluster.port(0).barrier(channel, BarrierMode.WEAK);
            }
            cluster.assertNothingToReceive();
            for (int channel = 31; channel > 0; channel--)
            {
                cluster.port(1).barrier(channel, BarrierMode.WEAK);
                cluster.receive(0, Delivery.Kind.BARRIER, channel);
                cluster.receive(1, Delivery.Kind.BARRIER, channel);
                cluster.port(0).signal(channel);
                cluster.receive(0, Delivery.Kind.SIGNAL, channel);
                cluster.assertNothingToReceive();
            }
        }
    }

    private static long awaitCompletion(final TestCluster cluster, final int host)
    {
        Delivery delivery = cluster.mailbox(host).await();
        while (Delivery.Kind.MESSAGE == delivery.kind())
        {
            delivery = cluster.mailbox(host).await();
        }
        assertEquals(Delivery.Kind.BARRIER, delivery.kind());
        return delivery.pulse();
    }

    private static void comeAndGo(
        final TestCluster cluster, final int host, final AtomicInteger atWork, final Random random)
    {
        final Mailbox mailbox = cluster.mailbox(host);
        while (0 < atWork.get())
        {
            TestThreads.checkNotInterrupted();
            mailbox.registerBarrier(1, BarrierMode.WEAK);
            boolean hasParticipated = false;
            for (int step = random.nextInt(200); step > 0; step--)
            {
                hasParticipated = hasParticipated || tryParticipate(cluster.port(host));
                if (null != mailbox.receive())
                {
                    hasParticipated = false;
                }
                cluster.host(host).poll();
            }
            mailbox.clearBarrier(1);
            beSlow(random);
            while (null != mailbox.receive())
            {
                TestThreads.checkNotInterrupted();
            }
        }
    }

    /**
     * A host that has come again may be told of a completion of the time before, and find out so.
     */
    private static boolean tryParticipate(final MessagePort port)
    {
        try
        {
            return port.tryBarrier(1, BarrierMode.WEAK);
        }
        catch (final IllegalStateException ex)
        {
            assertEquals("the last barrier on channel 1 is not complete at this host: receive its completion first",
                ex.getMessage());
            return true;
        }
    }

    private static void beSlow(final Random random)
    {
        for (int i = random.nextInt(8) / 7 * random.nextInt(50); i > 0; i--)
        {
            Thread.yield();
        }
    }
}
