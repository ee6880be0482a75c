/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.isotach.IsotachException;
import org.isotach.OtherMemberLostException;
import org.isotach.Topology;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.Membership;
import org.isotach.niu.spi.Trunk;
import org.isotach.niu.spi.TrunkFactory;
import org.isotach.niu.spi.View;
import org.isotach.niu.spi.ViewAuthority;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Members are launched again, with an authority that knows what was decided before.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ViewsOfLaunchesTest
{
    private static final Members MEMBERS =
        Members.builder().add("left", "", 0).add("middle", "", 1).add("right", "", 2).build();
    private static final int COUNT = MEMBERS.count();
    private static final long RUNS = 400;

    /**
     * Keeps views for each launch.
     */
    private static final class KeptViews implements ViewAuthority
    {
        private final Map<Long, MemoryAuthority> byLaunch = new ConcurrentHashMap<>();

        @Override
        public View propose(final View next)
        {
            throw new AssertionError("of no launch: " + next);
        }

        @Override
        public ViewAuthority ofLaunch(final long launch)
        {
            return byLaunch.computeIfAbsent(launch, number -> new MemoryAuthority(COUNT));
        }
    }

    private final KeptViews authority = new KeptViews();
    private final ExecutorService threads = Executors.newFixedThreadPool(COUNT);

    @AfterEach
    void endThreads()
    {
        threads.shutdownNow();
    }

    private List<Cluster> launch(final TrunkFactory trunks)
    {
        final List<Cluster> clusters = new ArrayList<>();
        for (int member = 0; member < COUNT; member++)
        {
            clusters.add(launch(member, trunks));
        }
        return clusters;
    }

    private Cluster launch(final int member, final TrunkFactory trunks)
    {
        final ClusterContext context = new ClusterContext().topology(Topology.chain(COUNT, COUNT))
            .threadingMode(ThreadingMode.SHARED).closeTimeout(Duration.ofMillis(100)).errorHandler(error ->
            {
            });
        return Cluster.launch(context, new Membership(
            MEMBERS, MEMBERS.name(member), trunks, Membership.JOIN_TIMEOUT_DEFAULT, authority));
    }

    private MemoryTrunks newTrunks()
    {
        return new MemoryTrunks(COUNT, 64, new Random(1));
    }

    private void join(final List<Cluster> clusters) throws Exception
    {
        final List<Future<?>> joins = new ArrayList<>();
        clusters.forEach(cluster -> joins.add(threads.submit(cluster::join)));
        for (final Future<?> join : joins)
        {
            join.get();
        }
    }

    /**
     * The view of the first launch has other members than that of the second one.
     */
    @Test
    void shouldPutNobodyOutWhoWasOutInALaunchBefore() throws Exception
    {
        final List<Cluster> before = launch(newTrunks());
        join(before);
        before.get(0).expelMember("right");
        before.forEach(Cluster::close);
        final List<Cluster> again = launch(newTrunks());
        join(again);
        again.get(0).expelMember("middle");
        assertTrue(again.get(0).host(1).isExpelled());
        assertFalse(again.get(0).host(2).isExpelled());
        // The authority is the same for all members.
        assertEquals(again.get(0).expelMember("middle"), again.get(2).expelMember("middle"));
        assertEquals(2, authority.byLaunch.size());
        final IsotachException error =
            assertThrows(IsotachException.class, () -> again.get(1).expelMember("left"));
        assertEquals(2, authority.byLaunch.size(), error::toString);
        again.forEach(Cluster::close);
    }

    /**
     * The right member is cut off from the middle one when it has said there that it is here. The left one has heard
     * all, so it may go on without it.
     */
    @Test
    void shouldGoOnWithoutAMemberThatIsLostWhenOnlySomeKnowThatAllAreOfOneLaunch() throws Exception
    {
        final MemoryTrunks trunks = newTrunks();
        final List<Cluster> clusters = launch((members, own, other) ->
        {
            final Trunk trunk = trunks.newTrunk(members, own, other);
            return 2 == own && 1 == other ? new MuteTrunk(trunk) : trunk;
        });
        final Future<?> middle = threads.submit(clusters.get(1)::join);
        join(List.of(clusters.get(0), clusters.get(2)));
        assertFalse(middle.isDone());
        final String refused = messageOf(() -> clusters.get(1).expelMember("right"));
        assertTrue(refused.contains("members [right (it has not heard all others)] have not joined"), refused);
        clusters.get(0).expelMember("right");
        middle.get();
        assertTrue(clusters.get(1).host(2).isExpelled());
        // Both know the launch.
        clusters.get(1).expelMember("left");
        assertTrue(clusters.get(1).host(0).isExpelled());
        assertEquals(1, authority.byLaunch.size());
        clusters.forEach(Cluster::close);
    }

    private static String messageOf(final Executable call)
    {
        return assertThrows(RuntimeException.class, call).getMessage();
    }

    /**
     * The right member ends while others join, and is launched again alone. The left one has heard the first of the
     * two, the middle one the second. If they started, each could put the other one out, in different launches.
     */
    @Test
    void shouldNotStartWhenMembersHaveHeardDifferentIncarnationsOfOne() throws Exception
    {
        final MemoryTrunks before = newTrunks();
        final MemoryTrunks after = newTrunks();
        final List<Cluster> clusters = launch((members, own, other) ->
            (1 == own && 2 == other ? after : before).newTrunk(members, own, other));
        final Cluster again = launch(2, after);
        clusters.forEach(Cluster::tryJoin);
        again.tryJoin();
        final Future<?> left = threads.submit(clusters.get(0)::join);
        final Future<?> middle = threads.submit(clusters.get(1)::join);
        final Pattern difference = Pattern.compile("member (left|middle) is lost: it has heard a launch of member " +
            "right with number ([0-9a-f]+), and this member one with number ([0-9a-f]+): right was launched again " +
            "alone while others joined; end all members; close this cluster, and launch all members again");
        final Matcher atLeft = difference.matcher(lossOf(left).getMessage());
        final Matcher atMiddle = difference.matcher(lossOf(middle).getMessage());
        assertTrue(atLeft.matches(), atLeft::toString);
        assertTrue(atMiddle.matches(), atMiddle::toString);
        assertEquals(List.of("middle", "left"), List.of(atLeft.group(1), atMiddle.group(1)));
        assertEquals(atLeft.group(2), atMiddle.group(3));
        assertEquals(atLeft.group(3), atMiddle.group(2));
        assertNotEquals(atLeft.group(2), atLeft.group(3));
        for (final Cluster cluster : clusters.subList(0, 2))
        {
            final String refused = messageOf(() -> cluster.expelMember("right"));
            assertTrue(refused.contains(" have not joined; close this cluster"), refused);
        }
        assertFalse(clusters.get(2).tryJoin());
        assertFalse(again.tryJoin());
        assertEquals(0, authority.byLaunch.size());
        clusters.forEach(Cluster::close);
        again.close();
    }

    private static OtherMemberLostException lossOf(final Future<?> join)
    {
        final ExecutionException ex = assertThrows(ExecutionException.class, join::get);
        return assertInstanceOf(OtherMemberLostException.class, ex.getCause());
    }

    @Test
    void shouldJoinOrNotAsAllMembersHearOneIncarnation()
    {
        System.out.println("launches: " + Simulations.of(new LaunchesScenario()).runs(RUNS).check());
    }
}
