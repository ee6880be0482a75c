/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.actions;

import java.time.Duration;
import java.util.Random;

import org.isotach.actions.IsoLong;
import org.isotach.actions.IsoReference;
import org.isotach.actions.Isotach;
import org.isotach.actions.IsotachContext;
import org.isotach.actions.Snapshot;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.simulation.Scenario;
import org.isotach.simulation.Simulation;

/**
 * Threads that change a reference again and again, with a number that says what its object is, and threads that read
 * both, in all ways to read: each finds the object that belongs to the number, however long it takes from the handle to
 * the object, and in the end only few objects are kept.
 */
public final class ReferencesScenario implements Scenario
{
    private static final int MAX_THREADS = 3;
    private static final int ROUNDS = 12;

    // Of the variable, and those that two more changes would free.
    private static final int MAX_OBJECTS = 3;

    @Override
    public void prepare(final Simulation simulation)
    {
        final int hosts = simulation.upTo(3);
        final Cluster cluster = simulation.launch(
            new ClusterContext().hosts(hosts).awaitTimeout(Duration.ZERO).sendRingSize(8));
        final Run run = new Run(simulation, cluster);
        run.start();
        simulation.atEnd("Objects", () -> run.problem);
        simulation.atEnd("Freed", run::freed);
    }

    /**
     * What the threads share.
     */
    private static final class Run
    {
        private final Simulation simulation;
        private final Cluster cluster;
        private final Isotach isotach;
        private final IsoReference<String> text;
        private final IsoLong label;
        private long number = 1;
        private int running;
        private String problem;

        Run(final Simulation simulation, final Cluster cluster)
        {
            this.simulation = simulation;
            this.cluster = cluster;
            final int hosts = cluster.hostCount();
            isotach = Isotach.on(cluster, new IsotachContext()
                .sessions(hosts + simulation.random().nextInt(3))
                .copies(1 + simulation.random().nextInt(hosts))
                .memory(1024));
            text = isotach.reference("text", textOf(number));
            label = isotach.longVariable("label", number);
        }

        private static String textOf(final long label)
        {
            return "text of " + label;
        }

        void start()
        {
            final int writers = simulation.upTo(MAX_THREADS);
            final int readers = simulation.upTo(MAX_THREADS);
            for (int i = 0; i < writers + readers; i++)
            {
                final boolean isWriter = i < writers;
                final Random random = new Random(simulation.random().nextLong());
                running++;
                simulation.thread((isWriter ? "writer-" : "reader-") + i, cluster.host(i % cluster.hostCount()), () ->
                {
                    for (int round = 0; round < ROUNDS; round++)
                    {
                        if (isWriter)
                        {
                            change(random.nextBoolean());
                        }
                        else
                        {
                            read(random.nextInt(4));
                        }
                        simulation.pause();
                    }
                    running--;
                });
            }
            simulation.thread("tend", cluster.host(0), () ->
            {
                while (!isotach.tend() || running > 0)
                {
                    simulation.pause();
                }
            });
        }

        private void change(final boolean isBlind)
        {
            final long next = ++number;
            if (isBlind)
            {
                isotach.write(batch -> batch.set(text, textOf(next)).set(label, next));
            }
            else
            {
                isotach.update(text, label).execute(action ->
                {
                    check(action, "a change");
                    simulation.pause();
                    action.set(text, textOf(next)).set(label, next);
                });
            }
        }

        private void read(final int how)
        {
            switch (how)
            {
                case 0:
                    isotach.update().reading(text, label).execute(action -> check(action, "an action that reads"));
                    break;
                case 1:
                    isotach.update(label).reading(text).execute(action -> check(action, "an action that reserves one"));
                    break;
                case 2:
                    isotach.snapshot(now ->
                    {
                        check(now, "a snapshot");
                        return null;
                    }, text, label);
                    break;
                default:
                    note(null != text.get(), "a read finds no object");
                    break;
            }
        }

        private void check(final Snapshot now, final String what)
        {
            note(textOf(now.get(label)).equals(now.get(text)),
                what + " finds \"" + now.get(text) + "\" with " + now.get(label));
        }

        private void note(final boolean isTrue, final String what)
        {
            if (!isTrue && null == problem)
            {
                problem = what;
            }
        }

        String freed()
        {
            for (int i = 0; i < MAX_OBJECTS; i++)
            {
                change(false);
            }
            return isotach.objects() <= MAX_OBJECTS ? problem : isotach.objects() + " objects of one variable are kept";
        }
    }
}
