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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.isotach.IsotachException;
import org.isotach.Topology;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.Membership;
import org.isotach.niu.spi.View;
import org.isotach.niu.spi.ViewAuthority;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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

    private List<Cluster> launch(final MemoryTrunks trunks)
    {
        final List<Cluster> clusters = new ArrayList<>();
        for (int member = 0; member < COUNT; member++)
        {
            final ClusterContext context = new ClusterContext().topology(Topology.chain(COUNT, COUNT))
                .threadingMode(ThreadingMode.SHARED).closeTimeout(Duration.ofMillis(100)).errorHandler(error ->
                {
                });
            clusters.add(Cluster.launch(context, new Membership(
                MEMBERS, MEMBERS.name(member), trunks, Membership.JOIN_TIMEOUT_DEFAULT, authority)));
        }
        return clusters;
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
     * The member in the middle never hears the right one, so it does not know what that has drawn.
     */
    @Test
    void shouldSayThatTheViewsAreNotKnownWhenAMemberWasOutBeforeItCame() throws Exception
    {
        final MemoryTrunks trunks = newTrunks();
        trunks.stop(2, 1, false);
        final List<Cluster> clusters = launch(trunks);
        final Future<?> middle = threads.submit(clusters.get(1)::join);
        join(List.of(clusters.get(0), clusters.get(2)));
        assertFalse(middle.isDone());
        clusters.get(0).expelMember("right");
        middle.get();
        final String message =
            assertThrows(IsotachException.class, () -> clusters.get(1).expelMember("left")).getMessage();
        assertTrue(message.contains("one that is out now was never heard here"), message);
        assertFalse(clusters.get(1).host(0).isExpelled());
        clusters.get(0).expelMember("middle");
        assertTrue(clusters.get(0).host(1).isExpelled());
        clusters.forEach(Cluster::close);
    }
}
