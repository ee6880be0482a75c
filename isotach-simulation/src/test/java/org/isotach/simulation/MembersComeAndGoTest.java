/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import org.isotach.ClusterClosedException;
import org.isotach.Isochron;
import org.isotach.IsotachException;
import org.isotach.IsotachTimeoutException;
import org.isotach.MemberLostException;
import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.actions.IsoLong;
import org.isotach.actions.Isotach;
import org.isotach.actions.IsotachContext;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.Membership;
import org.isotach.niu.spi.Trunk;
import org.isotach.niu.spi.TrunkHandler;
import org.isotach.niu.spi.Unit;
import org.isotach.smm.SharedMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Three members of one host each, whose threads are those of the test: one goes before another one has met it, and one
 * closes while a thread of the application works for its trunks.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class MembersComeAndGoTest
{
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int EVERYWHERE = 0;
    private static final int TRUNK_CAPACITY = 64;

    // Long enough for a member that does not wait.
    private static final int CLOSE_MS = 50;
    private static final int SHORT_WAIT_MS = 20;
    private static final int VARIABLES = 8;
    private static final Members MEMBERS =
        Members.builder().add("left", "", 0).add("middle", "", 1).add("right", "", 2).build();

    private final MemoryTrunks trunks = new MemoryTrunks(MEMBERS.count(), TRUNK_CAPACITY, new Random(1));
    private final List<Cluster> clusters = new ArrayList<>();
    private final List<Throwable> errors = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void closeAll()
    {
        clusters.forEach(Cluster::close);
        threads.shutdownNow();
    }

    /**
     * @param closeTimeout for members that are silent.
     */
    private Cluster launch(final String name, final Duration closeTimeout, final Wrapping wrapping)
    {
        final Topology.Builder topology = Topology.builder();
        for (int member = 0; member < MEMBERS.count(); member++)
        {
            topology.addSwitch();
            topology.addHost(member);
        }
        topology.connect(0, 1);
        topology.connect(1, 2);
        final Cluster cluster = Cluster.launch(
            new ClusterContext()
                .topology(topology.build())
                .threadingMode(ThreadingMode.INVOKER)
                .closeTimeout(closeTimeout)
                .errorHandler(errors::add),
            new Membership(MEMBERS, name, (members, own, other) ->
                wrapping.wrap(own, other, trunks.newTrunk(members, own, other))));
        clusters.add(cluster);
        return cluster;
    }

    private interface Wrapping
    {
        Trunk wrap(int own, int other, Trunk trunk);
    }

    /**
     * The right member hears of the middle one only that it is there.
     */
    @Test
    void shouldNotWaitInJoinForAMemberThatIsOut() throws Exception
    {
        final Wrapping deafness = (own, other, trunk) -> 1 == own && 2 == other ? new MuteTrunk(trunk) : trunk;
        final List<SharedMemory> memories = new ArrayList<>();
        for (final String name : List.of("left", "middle", "right"))
        {
            memories.add(SharedMemory.on(launch(name, Duration.ofMillis(1), deafness),
                PageMap.builder().pageSize(1).everywhere(EVERYWHERE).build()));
        }
        final Cluster left = clusters.get(0);
        final Cluster right = clusters.get(2);
        until(() ->
        {
            clusters.get(1).tryJoin();
            assertFalse(right.tryJoin());
            return left.tryJoin();
        });
        final CompletableFuture<Long> expelled =
            CompletableFuture.supplyAsync(() -> left.expelMember("middle"), threads);
        until(() -> right.tryJoin() && expelled.isDone());
        assertTrue(expelled.get() >= 0);
        final Host writer = right.host(2);
        final Isochron isochron = writer.isochron().begin();
        memories.get(2).port(writer).write(isochron, EVERYWHERE, 1);
        isochron.issue();
        until(() ->
        {
            writer.poll();
            left.host(0).poll();
            return isochron.isExecuted();
        });
        assertTrue(right.host(1).isExpelled());
        assertEquals(List.of(), errors);
    }

    /**
     * The right member joins when the middle one, which was expelled, has told it so, and the left one has not yet.
     */
    @Test
    void shouldHearFromAMemberItselfThatItIsOut() throws Exception
    {
        final AtomicBoolean isHeld = new AtomicBoolean();
        for (final String name : List.of("left", "middle", "right"))
        {
            launch(name, Duration.ofMillis(1), (own, other, trunk) ->
                2 == own && 0 == other ? new HeldTrunk(trunk, isHeld) : trunk);
        }
        joinAll();
        isHeld.set(true);
        final Cluster middle = clusters.get(1);
        final Cluster right = clusters.get(2);
        final CompletableFuture<Long> expelled =
            CompletableFuture.supplyAsync(() -> clusters.get(0).expelMember("middle"), threads);
        until(() ->
        {
            middle.host(1).poll();
            return middle.host(1).isShutDown();
        });
        for (int i = 0; i < TRUNK_CAPACITY; i++)
        {
            // So it gets room for its last word.
            middle.host(1).poll();
            assertTrue(right.tryJoin());
        }
        isHeld.set(false);
        until(() -> right.tryJoin() && expelled.isDone() && right.host(1).isExpelled());
        assertTrue(expelled.get() >= 0);
        assertTrue(right.host(1).isExpelled());
        assertEquals(1, errors.size(), errors::toString);
        assertTrue(errors.get(0).getMessage().contains("member middle is not in View{1: 0, 2}"), errors::toString);
    }

    /**
     * The trunk to the middle member has failed. When the right one hears that it is out, it joins, although the others
     * have not agreed yet on what came from it.
     */
    @Test
    void shouldNotRefuseToJoinBecauseOfAMemberThatIsBeingExpelled() throws Exception
    {
        final AtomicBoolean isBroken = new AtomicBoolean();
        for (final String name : List.of("left", "middle", "right"))
        {
            launch(name, Duration.ofMillis(1), (own, other, trunk) ->
                2 == own && 1 == other ? new BreakingTrunk(trunk, isBroken) : trunk);
        }
        joinAll();
        isBroken.set(true);
        final Cluster right = clusters.get(2);
        assertTrue(assertThrows(IsotachException.class, right::tryJoin).getMessage().contains("member middle is lost"));
        final CompletableFuture<Long> expelled =
            CompletableFuture.supplyAsync(() -> clusters.get(0).expelMember("middle"), threads);
        until(() -> joins(right));
        assertFalse(right.host(1).isExpelled());
        until(() -> right.tryJoin() && expelled.isDone());
        assertTrue(expelled.get() >= 0);
        assertTrue(right.host(1).isExpelled());
    }

    private static boolean joins(final Cluster cluster)
    {
        try
        {
            return cluster.tryJoin();
        }
        catch (final IsotachException ex)
        {
            return false;
        }
    }

    private void joinAll()
    {
        until(() -> clusters.stream().map(Cluster::tryJoin).reduce(true, Boolean::logicalAnd));
    }

    /**
     * The middle member has not declared its variables to the others, and never will: when it tries to, it is told that
     * it is out.
     */
    @Test
    void shouldNotWaitForTheVariablesOfAMemberThatIsOut() throws Exception
    {
        final List<Isotach> isotachs = new ArrayList<>();
        final List<Supplier<Long>> joins = new ArrayList<>();
        for (final String name : List.of("left", "middle", "right"))
        {
            final Isotach isotach = Isotach.launch(new IsotachContext()
                .hosts(MEMBERS.count())
                .threadingMode(ThreadingMode.HOST)
                .errorHandler(errors::add)
                .cluster(context -> context.closeTimeout(Duration.ofMillis(1)))
                .membership(new Membership(MEMBERS, name, (members, own, other) ->
                {
                    final Trunk trunk = trunks.newTrunk(members, own, other);
                    return 1 == own && 2 == other ? new MuteTrunk(trunk) : trunk;
                })));
            isotachs.add(isotach);
            clusters.add(isotach.cluster());
            final IsoLong x = isotach.longVariable("x", 7);
            joins.add(() ->
            {
                isotach.join();
                return x.get();
            });
        }
        final CompletableFuture<Long> ofLeft = CompletableFuture.supplyAsync(joins.get(0), threads);
        final CompletableFuture<Long> ofRight = CompletableFuture.supplyAsync(joins.get(2), threads);
        until(() ->
        {
            isotachs.get(1).cluster().tryJoin();
            return isotachs.get(0).cluster().tryJoin();
        });
        isotachs.get(0).cluster().expelMember("middle");
        assertEquals(7, ofLeft.get());
        assertEquals(7, ofRight.get());
        assertThrows(MemberLostException.class, joins.get(1)::get);
    }

    /**
     * The others execute nothing yet, so it cannot tell them all that it has declared.
     */
    @Test
    void shouldTellTheOthersTheRestOfItsVariablesWhenItJoinsAgain() throws Exception
    {
        final List<Isotach> isotachs = new ArrayList<>();
        for (final String name : List.of("left", "middle", "right"))
        {
            final Isotach isotach = Isotach.launch(new IsotachContext()
                .hosts(MEMBERS.count())
                .threadingMode(ThreadingMode.INVOKER)
                .errorHandler(errors::add)
                .cluster(context -> context.awaitTimeout(
                    "left".equals(name) ? Duration.ofMillis(SHORT_WAIT_MS) : LIMIT).closeTimeout(Duration.ofMillis(1)))
                .membership(new Membership(MEMBERS, name, trunks)));
            isotachs.add(isotach);
            clusters.add(isotach.cluster());
            for (int i = 0; i < VARIABLES; i++)
            {
                isotach.longVariable("x" + i, i);
            }
        }
        joinAll();
        final Isotach left = isotachs.get(0);
        assertThrows(IsotachTimeoutException.class, left::join);
        assertEquals(
            "variable late after Isotach.join(): all members have compared their variables; declare it before, at all" +
            " members", assertThrows(IllegalStateException.class, () -> left.longVariable("late", 1)).getMessage());
        final List<CompletableFuture<Void>> others = isotachs.subList(1, MEMBERS.count()).stream()
            .map(isotach -> CompletableFuture.runAsync(isotach::join, threads)).toList();
        until(() -> joins(left));
        for (final CompletableFuture<Void> other : others)
        {
            until(() ->
            {
                left.cluster().localHosts().get(0).poll();
                return other.isDone();
            });
            other.get();
        }
        assertEquals(List.of(), errors);
    }

    private static boolean joins(final Isotach isotach)
    {
        try
        {
            isotach.join();
            return true;
        }
        catch (final IsotachTimeoutException ex)
        {
            return false;
        }
    }

    private static void until(final BooleanSupplier isOver)
    {
        final long startNs = System.nanoTime();
        while (!isOver.getAsBoolean())
        {
            assertTrue(System.nanoTime() - startNs < LIMIT.toNanos(), "it does not end");
        }
    }

    /**
     * A trunk that nobody may close while it is read, as it goes with its memory.
     */
    @Test
    void shouldCloseNoTrunkThatAThreadIsInside() throws Exception
    {
        final CountDownLatch isInside = new CountDownLatch(1);
        final CountDownLatch mayGo = new CountDownLatch(1);
        final AtomicBoolean isOpen = new AtomicBoolean(true);
        final List<String> mistakes = new CopyOnWriteArrayList<>();
        final Cluster left = launch("left", Duration.ofMillis(1), (own, other, trunk) -> new ForwardingTrunk(trunk)
        {
            @Override
            public int poll(final TrunkHandler handler, final int limit)
            {
                isInside.countDown();
                try
                {
                    mayGo.await();
                }
                catch (final InterruptedException ex)
                {
                    throw new AssertionError(ex);
                }
                if (!isOpen.get())
                {
                    mistakes.add("it is closed");
                }
                return super.poll(handler, limit);
            }

            @Override
            public void close()
            {
                isOpen.set(false);
                super.close();
            }
        });
        final CompletableFuture<Boolean> joining =
            CompletableFuture.supplyAsync(() -> isAloneOrClosed(left), threads);
        isInside.await();
        final CompletableFuture<Void> closing = CompletableFuture.runAsync(left::close, threads);
        // It has given up waiting for the others then.
        until(() -> !errors.isEmpty());
        for (int i = 0; i < CLOSE_MS && isOpen.get(); i++)
        {
            Thread.sleep(1);
        }
        mayGo.countDown();
        assertTrue(joining.get(), "all have joined");
        closing.get();
        assertFalse(isOpen.get());
        for (final Unit unit : left.units())
        {
            unit.doWork();
        }
        assertEquals(List.of(), mistakes);
    }

    /**
     * Which of both it finds depends on whether the call that closes the cluster overtakes it.
     */
    private static boolean isAloneOrClosed(final Cluster cluster)
    {
        try
        {
            return !cluster.tryJoin();
        }
        catch (final ClusterClosedException ex)
        {
            return true;
        }
    }

    /**
     * What the other member sends comes later.
     */
    private static final class HeldTrunk extends ForwardingTrunk
    {
        private final AtomicBoolean isHeld;

        HeldTrunk(final Trunk trunk, final AtomicBoolean isHeld)
        {
            super(trunk);
            this.isHeld = isHeld;
        }

        @Override
        public int poll(final TrunkHandler handler, final int limit)
        {
            return isHeld.get() ? 0 : super.poll(handler, limit);
        }
    }

    /**
     * Nothing can be heard any more.
     */
    private static final class BreakingTrunk extends ForwardingTrunk
    {
        private final AtomicBoolean isBroken;

        BreakingTrunk(final Trunk trunk, final AtomicBoolean isBroken)
        {
            super(trunk);
            this.isBroken = isBroken;
        }

        @Override
        public int poll(final TrunkHandler handler, final int limit)
        {
            if (isBroken.get())
            {
                throw new IllegalStateException("the cable is cut");
            }
            return super.poll(handler, limit);
        }
    }
}
