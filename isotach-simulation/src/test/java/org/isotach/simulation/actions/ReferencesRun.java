/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.actions;

import java.time.Duration;
import java.util.Random;
import java.util.function.Consumer;

import org.isotach.actions.Isotach;
import org.isotach.actions.IsotachContext;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.simulation.Simulation;

/**
 * What the threads of a run of references share: one to three hosts with some copies, and the first mistake that one of
 * them has noted.
 */
abstract class ReferencesRun
{
    private static final int ROUNDS = 12;

    // What two more changes would free.
    private static final int MAX_RETIRED = 2;

    final Simulation simulation;
    final Isotach isotach;
    private final Cluster cluster;
    private int running;
    private String problem;

    ReferencesRun(final Simulation simulation)
    {
        this.simulation = simulation;
        final int hosts = simulation.upTo(3);
        cluster = simulation.launch(new ClusterContext().hosts(hosts).awaitTimeout(Duration.ZERO).sendRingSize(8));
        isotach = Isotach.on(cluster, new IsotachContext()
            .sessions(hosts + simulation.random().nextInt(3))
            .copies(1 + simulation.random().nextInt(hosts))
            .memory(1024));
    }

    /**
     * Starts a thread.
     *
     * @param round is called again and again, with the choices of the thread.
     */
    final void thread(final String name, final int number, final Consumer<Random> round)
    {
        final Random random = new Random(simulation.random().nextLong());
        running++;
        simulation.thread(name + '-' + number, cluster.host(number % cluster.hostCount()), () ->
        {
            for (int i = 0; i < ROUNDS; i++)
            {
                round.accept(random);
                simulation.pause();
            }
            running--;
        });
    }

    /**
     * Starts the thread that tends the {@link Isotach} while others run.
     */
    final void tend()
    {
        simulation.thread("tend", cluster.host(0), () ->
        {
            while (!isotach.tend() || running > 0)
            {
                simulation.pause();
            }
        });
    }

    final void note(final boolean isTrue, final String what)
    {
        if (!isTrue && null == problem)
        {
            problem = what;
        }
    }

    /**
     * @return the first mistake, null if there is none.
     */
    final String problem()
    {
        return problem;
    }

    /**
     * Changes a reference again and again, and looks whether objects are kept.
     *
     * @param count  number of references.
     * @param change of one reference.
     * @return what is wrong, null for nothing.
     */
    final String freed(final int count, final Runnable change)
    {
        final int max = count + MAX_RETIRED;
        for (int i = 0; i < max; i++)
        {
            change.run();
        }
        return isotach.objects() <= max ? null : isotach.objects() + " objects are kept, of references: " + count;
    }
}
