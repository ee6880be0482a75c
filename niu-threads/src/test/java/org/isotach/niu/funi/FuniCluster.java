/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.funi.device.DeviceContext;
import org.isotach.niu.funi.device.DeviceNetwork;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A cluster for tests, and what its members send and take.
 */
final class FuniCluster implements AutoCloseable
{
    /**
     * A packet that was taken.
     */
    record Taken(Priority priority, int type, int node, boolean isTransfer, List<Integer> words)
    {
        int first()
        {
            return words.get(0);
        }
    }

    final Cluster cluster;
    final FuniSupervisor funi;

    // Null through rings.
    final DeviceNetwork network;
    final List<Taken> taken = new ArrayList<>();

    // Polls that find nothing before nothing is there: devices are served by polls, and have gangs in turn.
    private final int looks;

    FuniCluster(final ClusterContext context)
    {
        cluster = Cluster.launch(context);
        funi = FuniSupervisor.on(cluster);
        network = null;
        looks = 1;
    }

    /**
     * Through devices. Slices end after some steps of the scheduler of gangs, so that tests do not depend on time.
     */
    private FuniCluster(final Cluster cluster)
    {
        this.cluster = cluster;
        looks = 60;
        final AtomicLong steps = new AtomicLong();
        network = DeviceNetwork.on(
            cluster, new DeviceContext().slice(Duration.ofNanos(40)).clock(steps::incrementAndGet));
        funi = FuniSupervisor.on(cluster, network);
    }

    static FuniCluster withDevices(final ClusterContext context)
    {
        return new FuniCluster(Cluster.launch(context));
    }

    static FuniCluster ofHosts(final int hosts)
    {
        return new FuniCluster(context(hosts));
    }

    static ClusterContext context(final int hosts)
    {
        return new ClusterContext().hosts(hosts).threadingMode(ThreadingMode.INVOKER);
    }

    Gang open(final int slots)
    {
        return funi.open(new GangContext().slots(slots));
    }

    static void send(
        final QueuePair from, final Priority priority, final int node, final int type, final int... words)
    {
        assertTrue(trySend(from, priority, node, type, words));
    }

    static boolean trySend(
        final QueuePair from, final Priority priority, final int node, final int type, final int... words)
    {
        final PacketBuffer packet = from.tryClaim(priority, node, type, words.length);
        if (null == packet)
        {
            return false;
        }
        for (int word = 0; word < words.length; word++)
        {
            packet.putInt(word, words[word]);
        }
        from.commit();
        from.flush();
        return true;
    }

    /**
     * Sends until there is no room: at least one packet.
     *
     * @return how many were sent.
     */
    static int fill(final QueuePair from, final Priority priority, final int node)
    {
        int sent = 0;
        while (trySend(from, priority, node, 0, 1))
        {
            sent++;
        }
        assertTrue(sent > 0);
        return sent;
    }

    void note(final Priority priority, final int type, final int node, final PacketView view)
    {
        final List<Integer> words = new ArrayList<>();
        for (int word = 0; word < view.words(); word++)
        {
            words.add(view.getInt(word));
        }
        taken.add(new Taken(priority, type, node, view.isTransfer(), words));
    }

    /**
     * Takes everything that is there.
     */
    List<Taken> take(final QueuePair queuePair)
    {
        taken.clear();
        int fruitless = 0;
        while (fruitless < looks)
        {
            final int before = taken.size();
            final int done = queuePair.poll(Integer.MAX_VALUE, this::note);
            assertEquals(before + done, taken.size());
            fruitless = done > 0 ? 0 : fruitless + 1;
        }
        return taken;
    }

    List<Integer> takeFirstWords(final QueuePair queuePair)
    {
        return take(queuePair).stream().map(Taken::first).toList();
    }

    Taken takeOne(final QueuePair queuePair)
    {
        taken.clear();
        int done = queuePair.poll(1, this::note);
        for (int look = 1; look < looks && 0 == done; look++)
        {
            done = queuePair.poll(1, this::note);
        }
        assertEquals(1, done);
        assertNotNull(taken.get(0));
        return taken.get(0);
    }

    @Override
    public void close()
    {
        cluster.close();
    }
}
