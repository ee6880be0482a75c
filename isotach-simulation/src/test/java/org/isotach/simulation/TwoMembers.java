/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.FrameTransport;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.Membership;
import org.isotach.niu.spi.ViewAuthority;
import org.isotach.smm.SharedMemory;
import org.junit.jupiter.api.AfterEach;

/**
 * Two members in one JVM, whose threads are those of the test: two hosts at the left, one at the right.
 */
abstract class TwoMembers
{
    static final int EVERYWHERE = 0;
    static final int AT_ONE = 1;
    static final int AT_RIGHT = 2;
    static final int TRUNK_CAPACITY = 64;
    static final int MAX_POLLS = 10_000;
    static final Members MEMBERS = Members.builder().add("left", "", 0).add("right", "", 1).build();

    private static final Topology TOPOLOGY = topology(0, 0, 1);

    private final MemoryTrunks trunks = new MemoryTrunks(MEMBERS.count(), TRUNK_CAPACITY, new Random(1));
    private final List<Cluster> clusters = new ArrayList<>();
    final List<Throwable> errors = new ArrayList<>();
    ViewAuthority authority = ViewAuthority.manual();
    FrameTransport frames = FrameTransport.DIRECT;
    Cluster left;
    Cluster right;
    SharedMemory memory;
    SharedMemory rightMemory;

    /**
     * @param members 0 or 1 for each host.
     */
    static Topology topology(final int... members)
    {
        final Topology.Builder builder = Topology.builder();
        builder.addSwitch();
        builder.addSwitch();
        builder.connect(0, 1);
        for (final int member : members)
        {
            builder.addHost(member);
        }
        return builder.build();
    }

    @AfterEach
    void closeAll()
    {
        clusters.forEach(Cluster::close);
    }

    void launch()
    {
        left = launch("left");
        right = launch("right");
        final PageMap pageMap =
            PageMap.builder().pageSize(1).everywhere(EVERYWHERE).page(AT_ONE, 1).page(AT_RIGHT, 2).build();
        memory = SharedMemory.on(left, pageMap);
        rightMemory = SharedMemory.on(right, pageMap);
    }

    private Cluster launch(final String name)
    {
        final Cluster cluster = Cluster.launch(
            new ClusterContext()
                .topology(TOPOLOGY)
                .threadingMode(ThreadingMode.INVOKER)
                .awaitTimeout(Duration.ofMillis(50))
                .closeTimeout(Duration.ofMillis(50))
                .frames(frames)
                .errorHandler(errors::add),
            new Membership(MEMBERS, name, trunks, Membership.JOIN_TIMEOUT_DEFAULT, authority));
        clusters.add(cluster);
        return cluster;
    }

    void join()
    {
        launch();
        joinBoth();
    }

    void joinBoth()
    {
        boolean areThere = false;
        while (!areThere)
        {
            areThere = left.tryJoin() & right.tryJoin();
        }
    }

    Isochron write(final int host, final int variable, final long value)
    {
        final Isochron isochron = left.host(host).isochron().begin();
        memory.port(left.host(host)).write(isochron, variable, value);
        isochron.issue();
        return isochron;
    }

    void pollUntil(final BooleanSupplier condition)
    {
        for (int i = 0; i < MAX_POLLS; i++)
        {
            if (condition.getAsBoolean())
            {
                return;
            }
            left.host(0).poll();
            right.host(2).poll();
        }
        throw new AssertionError(left.status() + "\n" + right.status());
    }

    void closeBoth()
    {
        // Each waits for the other one.
        final Thread other = new Thread(right::close);
        other.start();
        left.close();
        awaitEnd(other);
    }

    static void awaitEnd(final Thread thread)
    {
        try
        {
            thread.join();
        }
        catch (final InterruptedException ex)
        {
            throw new AssertionError(ex);
        }
    }
}
