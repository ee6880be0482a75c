/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.actions;

import java.time.Duration;
import java.util.Random;

import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.simulation.Scenario;
import org.isotach.simulation.Simulation;

/**
 * Threads that apply prepared changes, also of registered functions and of variables that are no {@code long}, beside
 * actions and reservations of the same variables, and threads that take prepared snapshots in all ways: one order
 * explains all of them, each snapshot is of one point in it, reads never go back, a future of changes ends when the new
 * values are known, and subscribers, with executors and without, receive the same messages in the same order, one at a
 * time.
 */
public final class PreparedScenario implements Scenario
{
    private static final int MAX_HOSTS = 3;
    private static final int MAX_READERS = 3;

    @Override
    public void prepare(final Simulation simulation)
    {
        final Random random = simulation.random();
        // Only where there is one host, prepared snapshots are read in a way of their own.
        final int hosts = random.nextBoolean() ? 1 : simulation.upTo(MAX_HOSTS);
        final Cluster cluster = simulation.launch(
            new ClusterContext().hosts(hosts).awaitTimeout(Duration.ZERO).sendRingSize(8));
        final int writers = simulation.upTo(PreparedRun.MAX_WRITERS);
        final int readers = simulation.upTo(MAX_READERS);
        final PreparedRun run = new PreparedRun(simulation, cluster, writers);
        for (int i = 0; i < writers; i++)
        {
            final Host host = cluster.host(i % hosts);
            final PreparedWriter writer = new PreparedWriter(run, i, host, new Random(random.nextLong()));
            run.thread("writer-" + i, host, writer::run);
        }
        for (int i = 0; i < readers; i++)
        {
            final Host host = cluster.host(i % hosts);
            final PreparedReader reader = new PreparedReader(run, host, new Random(random.nextLong()));
            run.thread("reader-" + i, host, reader::run);
        }
        run.start();
        simulation.atEnd("Values", run::end);
        simulation.atEnd("Topics", run::messages);
        simulation.atEnd("SerialOrder", run.order::violation);
    }
}
