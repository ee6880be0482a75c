/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.Isochron;
import org.isotach.IsotachException;
import org.isotach.IsotachTimeoutException;
import org.isotach.MemberLostException;
import org.isotach.OtherMemberLostException;
import org.isotach.Topology;
import org.isotach.mbm.BarrierMode;
import org.isotach.mbm.Mailbox;
import org.isotach.mbm.Messaging;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.member.HostExpeller;
import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.Membership;
import org.isotach.niu.spi.TrunkFactory;
import org.isotach.niu.spi.TrunkHandler;
import org.isotach.niu.status.Counter;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.PageLostException;
import org.isotach.smm.ReadHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * One of the two hosts of the left member is expelled there; the right member learns of it.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ExpelHostTest extends TwoMembers
{
    private static final int MAX_CALLS = 400;

    @Test
    void shouldLetOneHostGoEverywhere()
    {
        join();
        pollUntil(write(0, EVERYWHERE, 7)::isExecuted);
        final Host victim = left.host(1);
        final Isochron reserving = victim.isochron().begin();
        memory.port(victim).sched(reserving, EVERYWHERE);
        reserving.issue();
        pollUntil(reserving::isExecuted);
        final Host reader = right.host(2);
        final Isochron isochron = reader.isochron().begin();
        final IsoValue value = new IsoValue();
        rightMemory.port(reader).read(isochron, EVERYWHERE, value);
        isochron.issue();
        pollUntil(isochron::isExecuted);
        assertFalse(value.isReady());
        final long pulse = left.expel(1);
        assertTrue(victim.isExpelled());
        assertThrows(HostExpelledException.class, () -> victim.isochron().begin().issue());
        pollUntil(value::isReady);
        assertEquals(7, value.get());
        assertTrue(right.host(1).isExpelled());
        assertFalse(right.host(0).isExpelled());
        assertEquals(pulse, left.expel(1));
        assertThrows(PageLostException.class, () -> rightMemory.port(reader).read(isochron.begin(), AT_ONE, value));
        isochron.abandon();
        // More than there is room for at a host that takes nothing any more.
        for (int i = 0; i < TRUNK_CAPACITY; i++)
        {
            rightMemory.port(reader).write(isochron.begin(), EVERYWHERE, i);
            pollUntil(isochron::tryIssue);
        }
        pollUntil(isochron::isExecuted);
        closeBoth();
        assertEquals(List.of(), errors);
    }

    /**
     * The host has executed the read, and its result is not on the trunk.
     */
    @Test
    void shouldSendTheResultsOfAHostThatIsExpelled()
    {
        join();
        write(1, AT_ONE, 7).awaitExecuted();
        final Host reader = right.host(2);
        final Isochron isochron = reader.isochron().begin();
        final IsoValue value = new IsoValue();
        rightMemory.port(reader).read(isochron, AT_ONE, value);
        isochron.issue();
        final long executed = left.counters().value(1, Counter.FRAMES_EXECUTED);
        while (executed == left.counters().value(1, Counter.FRAMES_EXECUTED))
        {
            reader.poll();
            left.host(1).poll();
        }
        left.expel(1);
        pollUntil(() -> value.isReady() || value.isFailed());
        assertEquals(7, value.get());
    }

    @Test
    void shouldGoOnWithTheExpulsionWhenATrunkHasRoomAgain()
    {
        join();
        fillTrunks();
        final String message = assertThrows(IsotachTimeoutException.class, () -> left.expel(1)).getMessage();
        assertTrue(message.contains("host 1"), message);
        pollUntil(() ->
        {
            try
            {
                return left.expel(1) > 0;
            }
            catch (final IsotachTimeoutException ex)
            {
                return false;
            }
        });
        pollUntil(right.host(1)::isExpelled);
    }

    /**
     * With tokens, which nobody takes.
     */
    private void fillTrunks()
    {
        final Isochron isochron = left.host(0).isochron();
        while (!right.stalls().toString().contains("its trunk is full") &&
            !left.stalls().toString().contains("its trunk is full"))
        {
            memory.port(left.host(0)).write(isochron.begin(), EVERYWHERE, 1);
            isochron.tryIssue();
            left.host(0).poll();
        }
    }

    /**
     * The trunk has no room for its last isochron, and never has.
     */
    @Test
    void shouldTellTheModelsOfAHostThatIsHalfExpelledWhenTheClusterCloses()
    {
        join();
        final Host victim = left.host(1);
        final List<String> told = new ArrayList<>();
        final IsoValue value = new IsoValue().onValue(new ReadHandler()
        {
            @Override
            public void onValue(final int address, final long read)
            {
                told.add("value " + read);
            }

            @Override
            public void onFailure(final int address, final IsotachException cause)
            {
                told.add("failure of " + address);
            }
        });
        final Isochron isochron = victim.isochron().begin();
        final MemoryPort port = memory.port(victim);
        port.sched(isochron, AT_ONE);
        port.read(isochron, AT_ONE, value);
        isochron.issue();
        fillTrunks();
        assertThrows(IsotachTimeoutException.class, () -> left.expel(1));
        left.close();
        assertEquals(List.of("failure of " + AT_ONE), told);
    }

    @Test
    void shouldCompleteABarrierWithoutTheHost()
    {
        launch();
        final Messaging messaging = Messaging.on(left);
        final Messaging rightMessaging = Messaging.on(right);
        final Mailbox first = messaging.mailbox(left.host(0));
        final Mailbox third = rightMessaging.mailbox(right.host(2));
        first.registerBarrier(1, BarrierMode.STRONG);
        messaging.mailbox(left.host(1)).registerBarrier(1, BarrierMode.STRONG);
        third.registerBarrier(1, BarrierMode.STRONG);
        joinBoth();
        pollUntil(() -> messaging.port(left.host(0).isochron()).tryBarrier(1, BarrierMode.STRONG));
        pollUntil(() -> rightMessaging.port(right.host(2).isochron()).tryBarrier(1, BarrierMode.STRONG));
        assertNull(first.receive());
        left.expel(1);
        pollUntil(() -> null != first.receive());
        pollUntil(() -> null != third.receive());
    }

    @Test
    void shouldRefuseToExpelTheLastHostOrOneThatIsNotThere()
    {
        launch();
        final String early = assertThrows(IllegalStateException.class, () -> left.expel(1)).getMessage();
        assertTrue(early.contains("members [right] have not joined"), early);
        joinBoth();
        final String last = assertThrows(IllegalArgumentException.class, () -> right.expel(2)).getMessage();
        assertTrue(last.contains("not the last host that is left of this member"), last);
        assertThrows(IllegalArgumentException.class, () -> left.expel(3));
    }

    @Test
    void shouldExpelAHostOfAnotherMember()
    {
        join();
        final long pulse = expelAtRight(1);
        assertTrue(right.host(1).isExpelled());
        assertEquals(pulse, right.expel(1));
        assertEquals(pulse, left.expel(1));
        assertThrows(HostExpelledException.class, () -> left.host(1).isochron().begin().issue());
        final Isochron isochron = right.host(2).isochron().begin();
        rightMemory.port(right.host(2)).write(isochron, EVERYWHERE, 1);
        isochron.issue();
        pollUntil(isochron::isExecuted);
        closeBoth();
        assertEquals(List.of(), errors);
    }

    @Test
    void shouldNameTheMemberThatDoesNotExpelItsHost()
    {
        join();
        final String message = assertThrows(IsotachTimeoutException.class, () -> right.expel(1)).getMessage();
        assertTrue(
            message.contains("member left to expel its host 1 (if it does not, repeat the call, or expel the member"),
            message);
        assertFalse(left.host(1).isExpelled());
        expelAtRight(1);
    }

    @Test
    void shouldLeaveOneHostToAMemberThatOthersAsk()
    {
        join();
        expelAtRight(0);
        final String last =
            assertThrows(IllegalArgumentException.class, () -> expelAtRight(1)).getMessage();
        assertTrue(last.startsWith("host: 1 (expected: not the last host that is left of member left"), last);
        assertFalse(left.host(1).isExpelled());
        assertEquals(List.of(), errors);
    }

    @Test
    void shouldExpelAHostThatIsStuckInAHandlerWhenAnotherMemberAsks() throws InterruptedException
    {
        join();
        final CountDownLatch isStuck = new CountDownLatch(1);
        final CountDownLatch mayEnd = new CountDownLatch(1);
        final Host host = left.host(1);
        final Thread victim = new Thread(() ->
        {
            final Isochron isochron = host.isochron().begin();
            memory.port(host).read(isochron, AT_ONE, new IsoValue().onValue((address, value) ->
            {
                isStuck.countDown();
                awaitQuietly(mayEnd);
            }));
            assertThrows(HostExpelledException.class, () ->
            {
                isochron.issue();
                while (true)
                {
                    host.poll();
                }
            });
        });
        victim.start();
        // Not at the left, or this thread might be stuck itself.
        while (isStuck.getCount() > 0)
        {
            right.host(2).poll();
        }
        expelAtRight(1);
        mayEnd.countDown();
        victim.join();
        assertTrue(host.isExpelled());
    }

    private static void awaitQuietly(final CountDownLatch latch)
    {
        try
        {
            latch.await();
        }
        catch (final InterruptedException ex)
        {
            throw new AssertionError(ex);
        }
    }

    @Test
    void shouldNotAskAMemberThatHasClosed()
    {
        join();
        new Thread(left::close).start();
        while (!left.host(0).isClosed())
        {
            right.host(2).poll();
        }
        String refusal = "";
        while (!refusal.contains("member left has closed its cluster"))
        {
            refusal = assertThrows(ClusterClosedException.class, () -> right.expel(1)).getMessage();
            assertTrue(refusal.matches("member left (has closed|closes) its cluster.*"), refusal);
        }
        right.close();
    }

    /**
     * It finds that it is out in the turn in which the request comes.
     */
    @Test
    void shouldSayThatAMemberIsLostAndNotThatItRefuses()
    {
        join();
        final Object trunks = PrivateField.read(PrivateField.read(left, "parts"), "trunks");
        PrivateField.write(PrivateField.read(trunks, "expulsions"), "expeller", new HostExpeller()
        {
            @Override
            public void request(final int host, final Refusal refusal)
            {
                final Object views = PrivateField.read(trunks, "views");
                PrivateField.write(views, "lost", new MemberLostException("it lacks frames"));
                refusal.refuse(true);
            }

            @Override
            public int work()
            {
                return 0;
            }
        });
        final OtherMemberLostException lost =
            assertThrows(OtherMemberLostException.class, () -> expelAtRight(1));
        assertEquals("left", lost.member());
        assertTrue(lost.getMessage().contains("member left is lost"), lost.getMessage());
        assertTrue(lost.getMessage().contains("it takes part no more"), lost.getMessage());
    }

    @Test
    void shouldWaitForMembersAtAHostThatIsLeft()
    {
        expelRightWhileMiddleIsSilent((clusters, isCut) ->
        {
            final Cluster first = clusters.get(0);
            first.expel(first.localHosts().get(0).id());
            final String message =
                assertThrows(IsotachTimeoutException.class, () -> first.expelMember("right")).getMessage();
            assertTrue(message.contains("member right to leave") && message.contains("middle"), message);
        });
    }

    /**
     * It is known that the member is lost, and it leaves in a pulse that is not decided yet.
     */
    @Test
    void shouldWaitForAHostWhoseMemberIsBeingExpelled()
    {
        final int host = 4;
        expelRightWhileMiddleIsSilent((clusters, isCut) ->
        {
            final Cluster first = clusters.get(0);
            isCut.set(true);
            pollUntilRightIsLost(first);
            assertTrue(assertThrows(IsotachException.class, () -> first.expel(host)).getMessage()
                .startsWith("member right is lost"));
            assertThrows(IsotachTimeoutException.class, () -> first.expelMember("right"));
            final String message =
                assertThrows(IsotachTimeoutException.class, () -> first.expel(host)).getMessage();
            assertTrue(message.contains("member right to expel its host 4"), message);
        });
    }

    private static void pollUntilRightIsLost(final Cluster first)
    {
        while (!first.stalls().toString().contains("member right is lost"))
        {
            poll(first);
        }
    }

    private static void poll(final Cluster cluster)
    {
        cluster.localHosts().get(0).poll();
    }

    /**
     * Its member has said so, and promised the pulse; only the promise of the middle member is missing.
     */
    @Test
    void shouldWaitForPromisesOfOthersWhenTheMemberOfAHostThatHasLeftIsLost()
    {
        final int host = 5;
        expelRightWhileMiddleIsSilent((clusters, isCut) ->
        {
            final Cluster first = clusters.get(0);
            for (int i = 0; i < MAX_CALLS && !first.host(host).isExpelled(); i++)
            {
                assertThrows(IsotachTimeoutException.class, () -> first.expel(host));
                poll(clusters.get(2));
            }
            for (int i = 0; i < MAX_CALLS; i++)
            {
                poll(clusters.get(2));
                poll(first);
            }
            isCut.set(true);
            pollUntilRightIsLost(first);
            final String message =
                assertThrows(IsotachTimeoutException.class, () -> first.expel(host)).getMessage();
            assertTrue(message.contains("all members to promise pulse "), message);
            assertTrue(message.contains("host 5 of member right leaves"), message);
            long pulse = -1;
            for (int i = 0; i < MAX_CALLS && pulse < 0; i++)
            {
                poll(clusters.get(1));
                pulse = tryExpel(first, host);
            }
            assertTrue(pulse > 0, () -> first.status().toString());
            assertTrue(message.contains("pulse " + pulse), message);
        });
    }

    /**
     * Returns -1 if it has waited in vain.
     */
    private static long tryExpel(final Cluster cluster, final int host)
    {
        try
        {
            return cluster.expel(host);
        }
        catch (final IsotachTimeoutException ex)
        {
            return -1;
        }
    }

    /**
     * The middle member does not say what it has heard.
     *
     * @param test gets all members, and cuts the trunk from the left to the right one.
     */
    private static void expelRightWhileMiddleIsSilent(final BiConsumer<List<Cluster>, AtomicBoolean> test)
    {
        final Members members =
            Members.builder().add("left", "", 0).add("middle", "", 1).add("right", "", 2).build();
        final MemoryTrunks trunks = new MemoryTrunks(members.count(), TRUNK_CAPACITY, new Random(1));
        final AtomicBoolean isCut = new AtomicBoolean();
        final Supplier<ClusterContext> contexts = () -> new ClusterContext()
            .topology(Topology.chain(members.count(), 2 * members.count()))
            .threadingMode(ThreadingMode.INVOKER)
            .awaitTimeout(Duration.ofMillis(50))
            .closeTimeout(Duration.ofMillis(50));
        final TrunkFactory cut = (all, own, other) -> new ForwardingTrunk(trunks.newTrunk(all, own, other))
        {
            @Override
            public int poll(final TrunkHandler handler, final int limit)
            {
                if (2 == other && isCut.get())
                {
                    throw new IllegalStateException("the cable is cut");
                }
                return super.poll(handler, limit);
            }
        };
        try (Cluster first = Cluster.launch(contexts.get(), new Membership(members, "left", cut));
            Cluster second = Cluster.launch(contexts.get(), new Membership(members, "middle", trunks));
            Cluster third = Cluster.launch(contexts.get(), new Membership(members, "right", trunks)))
        {
            while (!(first.tryJoin() & second.tryJoin() & third.tryJoin()))
            {
                Thread.onSpinWait();
            }
            test.accept(List.of(first, second, third), isCut);
        }
    }

    /**
     * Meanwhile the left member works, too.
     */
    private long expelAtRight(final int host)
    {
        final AtomicBoolean isOver = new AtomicBoolean();
        final Thread worker = new Thread(() ->
        {
            while (!isOver.get())
            {
                // The host itself only if it is to stay.
                (left.host(1 - host).isExpelled() ? left.host(host) : left.host(1 - host)).poll();
            }
        });
        worker.start();
        try
        {
            for (int i = 0; i < MAX_CALLS; i++)
            {
                try
                {
                    return right.expel(host);
                }
                catch (final IsotachTimeoutException ex)
                {
                    assertTrue(ex.getMessage().contains("host " + host), ex.getMessage());
                }
            }
            throw new AssertionError(left.status() + "\n" + right.status());
        }
        finally
        {
            isOver.set(true);
            // Otherwise it could own the host at the left, and be without a processor, while the test polls in vain.
            awaitEnd(worker);
        }
    }
}
