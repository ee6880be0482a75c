/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.Isochron;
import org.isotach.IsotachTimeoutException;
import org.isotach.MemberLostException;
import org.isotach.OtherMemberLostException;
import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.LostMember;
import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.Membership;
import org.isotach.niu.spi.MembershipListener;
import org.isotach.niu.spi.Trunk;
import org.isotach.niu.spi.TrunkHandler;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Three members, whose threads are those of the test: what the left one is told of the others.
 */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class MembershipListenerTest
{
    private static final int AT_MIDDLE = 1;
    private static final Members MEMBERS =
        Members.builder().add("left", "", 0).add("middle", "", 1).add("right", "", 2).build();

    private final MemoryTrunks trunks = new MemoryTrunks(MEMBERS.count(), 64, new Random(1));
    private final List<CutTrunk> ofLeft = new ArrayList<>();
    private final List<Throwable> errors = new CopyOnWriteArrayList<>();
    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
    private final List<Cluster> clusters = new ArrayList<>();
    private final List<SharedMemory> memories = new ArrayList<>();
    private ThreadFactory threadFactory = Thread::new;
    private Duration awaitTimeout = Duration.ofMillis(50);
    private Duration closeTimeout = Duration.ofMillis(50);

    /**
     * A trunk that is lost when the test says so.
     */
    private static final class CutTrunk extends ForwardingTrunk
    {
        private volatile boolean isCut;

        CutTrunk(final Trunk trunk)
        {
            super(trunk);
        }

        @Override
        public int poll(final TrunkHandler handler, final int limit)
        {
            if (isCut)
            {
                throw new IllegalStateException("nothing is heard");
            }
            return super.poll(handler, limit);
        }
    }

    /**
     * Notes what it is told, and with which status of its thread.
     */
    private class Noting implements MembershipListener
    {
        @Override
        public void onMemberLost(final LostMember member)
        {
            assertTrue(errors.contains(member.reason()), "the error handler is told first");
            told.add("lost " + member.name() + member.hosts() + ' ' + member.reason().member());
        }

        @Override
        public void onMemberExpelled(final String name, final List<Integer> hosts, final long pulse)
        {
            told.add("expelled " + name + hosts + ' ' + pulse);
        }

        @Override
        public void onOut(final MemberLostException reason)
        {
            told.add("out " + reason.getMessage());
        }
    }

    @AfterEach
    void closeAll()
    {
        clusters.forEach(Cluster::close);
    }

    private void join(final MembershipListener listener)
    {
        final Topology topology = Topology.chain(MEMBERS.count(), MEMBERS.count());
        for (int member = 0; member < MEMBERS.count(); member++)
        {
            final Membership membership = new Membership(MEMBERS, MEMBERS.name(member), (all, own, other) ->
            {
                final CutTrunk trunk = new CutTrunk(trunks.newTrunk(all, own, other));
                if (0 == own)
                {
                    ofLeft.add(trunk);
                }
                return trunk;
            });
            clusters.add(Cluster.launch(
                new ClusterContext()
                    .topology(topology)
                    .threadingMode(ThreadingMode.INVOKER)
                    .threadFactory(threadFactory)
                    .awaitTimeout(awaitTimeout)
                    .closeTimeout(closeTimeout)
                    .errorHandler(0 == member ? errors::add : Throwable::getMessage),
                0 == member ? membership.listener(listener) : membership));
            memories.add(SharedMemory.on(clusters.get(member), PageMap.builder()
                .pageSize(1).everywhere(0).page(AT_MIDDLE, 1).build()));
        }
        boolean areThere = false;
        while (!areThere)
        {
            areThere = true;
            for (final Cluster cluster : clusters)
            {
                areThere &= cluster.tryJoin();
            }
        }
    }

    private Cluster left()
    {
        return clusters.get(0);
    }

    /**
     * The left member does not hear the middle one any more.
     */
    private void lose()
    {
        ofLeft.get(0).isCut = true;
        left().host(0).poll();
    }

    private void pollUntil(final BooleanSupplier condition)
    {
        while (!condition.getAsBoolean())
        {
            assertFalse(Thread.currentThread().isInterrupted(), "too late");
            left().host(0).poll();
            clusters.get(2).host(2).poll();
        }
    }

    private Isochron write()
    {
        final Isochron isochron = left().host(0).isochron().begin();
        memories.get(0).port(left().host(0)).write(isochron, 0, 1);
        isochron.issue();
        return isochron;
    }

    @Test
    void shouldTellWhoIsLostAndLetItBeExpelled() throws InterruptedException
    {
        final AtomicReference<Thread> teller = new AtomicReference<>();
        final BlockingQueue<Long> pulses = new LinkedBlockingQueue<>();
        join(new Noting()
        {
            @Override
            public void onMemberLost(final LostMember member)
            {
                super.onMemberLost(member);
                teller.set(Thread.currentThread());
                assertEquals("LostMember{middle, hosts=[1]}", member.toString());
                while (pulses.isEmpty())
                {
                    try
                    {
                        pulses.add(member.expel());
                    }
                    catch (final IsotachTimeoutException ex)
                    {
                        // The right one has not said yet what it has heard.
                        Thread.onSpinWait();
                    }
                }
            }
        });
        lose();
        assertEquals("lost middle[1] middle", told.take());
        final Isochron isochron = write();
        pollUntil(() -> !told.isEmpty());
        assertEquals("expelled middle[1] " + pulses.take(), told.take());
        pollUntil(isochron::isExecuted);
        assertNotSame(Thread.currentThread(), teller.get());
        assertEquals("isotach-membership-listener", teller.get().getName());
        assertEquals(1, errors.size(), errors::toString);
        assertEquals("middle", assertInstanceOf(OtherMemberLostException.class, errors.get(0)).member());
        assertTrue(told.isEmpty(), told::toString);
    }

    /**
     * The first expulsion waits for the word of the right member, and its listener hears of that one only behind it.
     */
    @Test
    void shouldExpelTwoThatAreLostTogether() throws InterruptedException
    {
        awaitTimeout = Duration.ZERO;
        join(new Noting()
        {
            @Override
            public void onMemberLost(final LostMember member)
            {
                super.onMemberLost(member);
                told.add(member.name() + " leaves in " + member.expel());
            }
        });
        lose();
        assertEquals("lost middle[1] middle", told.take());
        pollLeftUntil(() -> left().stalls().toString().contains("member right has not said how far it has heard"));
        ofLeft.get(1).isCut = true;
        pollLeftUntil(() -> 4 == told.size());
        assertEquals("lost right[2] right", told.take());
        final long pulse = left().expelMember("right");
        assertEquals("right leaves in " + pulse, told.take());
        assertEquals("expelled middle[1] " + left().expelMember("middle"), told.take());
        assertEquals("expelled right[2] " + pulse, told.take());
        pollLeftUntil(write()::isExecuted);
        left().close();
        assertEquals(2, errors.size(), errors::toString);
    }

    private void pollLeftUntil(final BooleanSupplier condition)
    {
        while (!condition.getAsBoolean())
        {
            assertFalse(Thread.currentThread().isInterrupted(), "too late");
            left().host(0).poll();
        }
    }

    /**
     * The listener does not expel the first one. When the second one waits for that, it is told of no other one any
     * more that it could expel.
     */
    @Test
    void shouldReportThatAnotherOneIsLostOfWhichTheListenerKnows() throws InterruptedException
    {
        final AtomicReference<String> thrown = new AtomicReference<>();
        join(new Noting()
        {
            @Override
            public void onMemberLost(final LostMember member)
            {
                super.onMemberLost(member);
                if ("right".equals(member.name()))
                {
                    final OtherMemberLostException ex =
                        assertThrows(OtherMemberLostException.class, member::expel);
                    thrown.set(ex.member() + ": " + ex.getMessage());
                    throw ex;
                }
            }
        });
        lose();
        assertEquals("lost middle[1] middle", told.take());
        ofLeft.get(1).isCut = true;
        pollLeftUntil(() -> 3 == errors.size());
        final String message = thrown.get();
        assertTrue(message.startsWith("middle: member right is not out yet: member middle is lost, too, and has not " +
            "said how far it has heard right; expel that one as well, which lets both go"), message);
        final String report = errors.get(2).getMessage();
        assertTrue(report.startsWith("the MembershipListener has thrown: "), report);
    }

    @Test
    void shouldTellOfMembersThatOthersExpelAndOfItsOwnEnd() throws InterruptedException
    {
        join(new Noting());
        final Thread other = new Thread(() -> expel(clusters.get(2), "middle"));
        other.start();
        pollUntil(() -> !other.isAlive());
        pollUntil(() -> !told.isEmpty());
        assertEquals("expelled middle[1] " + clusters.get(2).expelMember("middle"), told.take());
        expel(clusters.get(2), "left");
        pollUntil(() -> !told.isEmpty());
        final String out = told.take();
        assertTrue(out.startsWith("out member left is not in "), out);
        final String thrown = assertThrows(MemberLostException.class, this::write).getMessage();
        assertTrue(thrown.endsWith(out.substring("out ".length())), thrown);
        assertTrue(told.isEmpty(), told::toString);
    }

    private static void expel(final Cluster cluster, final String name)
    {
        boolean isOut = false;
        while (!isOut)
        {
            try
            {
                cluster.expelMember(name);
                isOut = true;
            }
            catch (final IsotachTimeoutException ex)
            {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void shouldReportWhatTheListenerThrowsAndGoOn() throws InterruptedException
    {
        join(new Noting()
        {
            @Override
            public void onMemberLost(final LostMember member)
            {
                super.onMemberLost(member);
                throw new IllegalArgumentException("no pager");
            }
        });
        lose();
        told.take();
        ofLeft.get(1).isCut = true;
        pollUntil(() -> !told.isEmpty());
        assertEquals("lost right[2] right", told.take());
        left().close();
        assertTrue(errors.stream().anyMatch(
            error -> error.getMessage().startsWith("the MembershipListener has thrown: ") &&
                error.getMessage().endsWith(": no pager")), errors::toString);
    }

    /**
     * The listener would block for ever.
     */
    @Test
    void shouldInterruptTheListenerWhenTheClusterIsClosed() throws InterruptedException
    {
        join(member ->
        {
            told.add("blocked");
            try
            {
                new CountDownLatch(1).await();
            }
            catch (final InterruptedException ex)
            {
                told.add("interrupted");
            }
        });
        lose();
        assertEquals("blocked", told.take());
        left().close();
        assertEquals("interrupted", told.poll());
    }

    /**
     * It waits for the right member, which says nothing: that is the end of the cluster, and no failure.
     */
    @Test
    void shouldEndAnExpulsionByTheListenerWhenTheClusterIsClosed() throws InterruptedException
    {
        join(member ->
        {
            told.add("lost");
            while (true)
            {
                try
                {
                    member.expel();
                }
                catch (final IsotachTimeoutException ex)
                {
                    told.offer("again");
                }
            }
        });
        lose();
        assertEquals("lost", told.take());
        assertEquals("again", told.take());
        left().close();
        assertTrue(left().isClosed());
        assertFalse(errors.stream().anyMatch(error -> error.getMessage().contains("MembershipListener")),
            errors::toString);
    }

    /**
     * The end waits for an isochron, and does not interrupt the listener yet.
     */
    @Test
    void shouldReportNoExpulsionThatTheEndOfTheClusterRefuses() throws InterruptedException
    {
        closeTimeout = Duration.ofSeconds(2);
        join(member ->
        {
            told.add("lost");
            final ClusterClosedException ex = assertThrows(ClusterClosedException.class, member::expel);
            told.add("refused");
            throw ex;
        });
        write();
        ofLeft.get(0).isCut = true;
        left().close();
        assertEquals("lost", told.poll());
        assertEquals("refused", told.poll());
        assertFalse(errors.stream().anyMatch(error -> error.getMessage().contains("MembershipListener")),
            errors::toString);
    }

    @Test
    void shouldLetTheListenerCloseTheCluster() throws InterruptedException
    {
        final CountDownLatch end = new CountDownLatch(1);
        join(member ->
        {
            left().close();
            end.countDown();
        });
        lose();
        end.await();
        assertTrue(left().isClosed());
    }

    @Test
    void shouldTellWithTheNextCallWhenThereWasNoThread() throws InterruptedException
    {
        final boolean[] hasThreads = new boolean[1];
        threadFactory = task -> hasThreads[0] ? new Thread(task) : null;
        join(new MembershipListener()
        {
            @Override
            public void onMemberLost(final LostMember member)
            {
                told.add(member.name());
            }
        });
        lose();
        assertEquals(2, errors.size(), errors::toString);
        final String message = errors.get(1).getMessage();
        assertTrue(message.startsWith("the MembershipListener is told with the next call: "), message);
        assertTrue(message.contains("the thread factory returned null"), message);
        hasThreads[0] = true;
        ofLeft.get(1).isCut = true;
        left().host(0).poll();
        assertEquals("middle", told.take());
        assertEquals("right", told.take());
    }

    /**
     * There are no threads: whoever works for the trunks tells, and cannot wait there.
     */
    @Test
    void shouldTellInSimulationsOnTheThreadThatWorksForTheTrunks()
    {
        Simulations.of(simulation ->
        {
            final MemoryTrunks ends = new MemoryTrunks(TwoMembers.MEMBERS.count(), 1, new Random(1));
            final List<String> seen = new ArrayList<>();
            final CutTrunk[] cut = new CutTrunk[1];
            final List<Cluster> members = new ArrayList<>();
            for (final String name : List.of("left", "right"))
            {
                members.add(simulation.launch(
                    new ClusterContext().topology(TwoMembers.topology(0, 1))
                        .closeTimeout(Duration.ofMillis(1))
                        .errorHandler(Throwable::getMessage),
                    new Membership(TwoMembers.MEMBERS, name, (all, own, other) ->
                    {
                        final CutTrunk trunk = new CutTrunk(ends.newTrunk(all, own, other));
                        if (0 == own)
                        {
                            cut[0] = trunk;
                        }
                        return trunk;
                    }).listener(member -> seen.add(
                        assertThrows(IllegalStateException.class, member::expel).getMessage()))));
            }
            simulation.thread("left", members.get(0).host(0), () ->
            {
                members.get(0).join();
                simulation.crash(members.get(1));
                cut[0].isCut = true;
                members.get(0).host(0).waiter().await(() -> !seen.isEmpty(), "the listener", Long.MAX_VALUE);
                assertTrue(seen.get(0).startsWith("Cluster.expelMember() from inside a handler"), seen::toString);
                simulation.crash(members.get(0));
            });
            simulation.thread("right", members.get(1).host(1), members.get(1)::join);
        }).repeat(1);
    }

    /**
     * Each exception of a call that needs the member names it.
     */
    @Test
    void shouldNameTheMemberInExceptions()
    {
        join(null);
        lose();
        final MemoryPort port = memories.get(0).port(left().host(0));
        final IsoValue value = new IsoValue();
        final Isochron read = left().host(0).isochron().begin();
        port.read(read, AT_MIDDLE, value);
        read.issue();
        final String late = assertThrows(IsotachTimeoutException.class, value::await).getMessage();
        assertTrue(late.contains("\n  member middle is lost: "), late);
        assertEquals("middle",
            assertThrows(OtherMemberLostException.class, () -> left().expel(1)).member());
        final Thread other = new Thread(() -> expel(clusters.get(2), "middle"));
        other.start();
        pollUntil(() -> !other.isAlive());
        pollUntil(() -> left().host(1).isExpelled());
        final String expelled = assertThrows(HostExpelledException.class, value::await).getMessage();
        assertTrue(expelled.startsWith("host 1 of member middle was expelled in pulse "), expelled);
    }

    /**
     * The right member is only waited for, so it comes behind the one that is lost; in the list it comes before.
     */
    @Test
    void shouldNameThoseThatAreLostFirst()
    {
        join(null);
        ofLeft.get(1).isCut = true;
        left().host(0).poll();
        final String message = assertThrows(IsotachTimeoutException.class, write()::awaitExecuted).getMessage();
        final int lost = message.indexOf("member right is lost: ");
        assertTrue(lost >= 0 && lost < message.indexOf("member middle has promised pulse "), message);
        left().close();
        final String last = errors.get(errors.size() - 1).getMessage();
        assertTrue(last.contains("members that have not closed: [right, middle]"), last);
    }
}
