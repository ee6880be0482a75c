/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.actions;

import java.time.Duration;

import org.isotach.actions.IsoLong;
import org.isotach.actions.Isotach;
import org.isotach.actions.IsotachContext;
import org.isotach.actions.Reservation;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.simulation.Scenario;
import org.isotach.simulation.Simulation;

/**
 * Few write, and many read, each of them at one host after the other: reads that follow each other never go back, also
 * while a write is under way that has been executed at one host only.
 */
public final class ReadersScenario implements Scenario
{
    private static final int MAX_HOSTS = 4;
    private static final int MAX_READERS = 3;
    private static final int MAX_WRITES = 3;
    private static final int MAX_READS = 8;

    /**
     * What one run has seen.
     */
    private static final class Run
    {
        private final Simulation simulation;
        private final Isotach isotach;
        private final IsoLong bits;
        private final SerialOrder order = new SerialOrder();
        private int nextBit;
        private int programs;

        Run(final Simulation simulation, final Cluster cluster)
        {
            this.simulation = simulation;
            isotach = Isotach.on(cluster, new IsotachContext()
                .sessions(cluster.hostCount()).copies(cluster.hostCount()).memory(4096));
            bits = isotach.longVariable("bits");
        }

        void write(final int writes)
        {
            for (int i = 0; i < writes; i++)
            {
                final SerialOrder.Step step = order.begin("bit " + nextBit);
                final long bit = 1L << nextBit;
                step.bit(nextBit++);
                if (0 == simulation.random().nextInt(3))
                {
                    reserve(step, bit);
                }
                else
                {
                    isotach.apply(bits.add(bit));
                    order.end(step);
                }
                simulation.pause();
            }
            programs--;
        }

        /**
         * A reservation has its place in the order when it is there: who reads later reads what it assigns.
         */
        private void reserve(final SerialOrder.Step step, final long bit)
        {
            try (Reservation reservation = isotach.reserve(bits))
            {
                order.end(step);
                simulation.pause();
                reservation.assign(action -> action.set(bits, action.get(bits) + bit));
            }
        }

        void read(final int reads)
        {
            for (int i = 0; i < reads; i++)
            {
                final SerialOrder.Step step = order.begin("read");
                step.readBits(bits.get());
                order.end(step);
                simulation.pause();
            }
            programs--;
        }

        boolean tend()
        {
            return isotach.tend() && 0 == programs;
        }
    }

    @Override
    public void prepare(final Simulation simulation)
    {
        final Cluster cluster = simulation.launch(new ClusterContext()
            .hosts(1 + simulation.upTo(MAX_HOSTS - 1))
            .awaitTimeout(Duration.ZERO));
        final Run run = new Run(simulation, cluster);
        final int readers = simulation.upTo(MAX_READERS);
        final int writers = simulation.upTo(2);
        run.programs = readers + writers;
        for (int i = 0; i < readers; i++)
        {
            final int reads = simulation.upTo(MAX_READS);
            simulation.thread("reader-" + i, cluster.host(i % cluster.hostCount()), () -> run.read(reads));
        }
        for (int i = 0; i < writers; i++)
        {
            final int writes = simulation.upTo(MAX_WRITES);
            simulation.thread("writer-" + i, cluster.host(i % cluster.hostCount()), () -> run.write(writes));
        }
        simulation.thread("tend", cluster.host(0), () -> cluster.host(0).waiter().await(run::tend, "all programs"));
        simulation.atEnd("SerialOrder", run.order::violation);
    }
}
