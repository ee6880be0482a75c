/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.actions;

import org.isotach.actions.IsoLong;
import org.isotach.actions.IsoReference;
import org.isotach.actions.Snapshot;
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

    @Override
    public void prepare(final Simulation simulation)
    {
        final Run run = new Run(simulation);
        run.start();
        simulation.atEnd("Objects", run::problem);
        simulation.atEnd("Freed", run::freed);
    }

    /**
     * What the threads share.
     */
    private static final class Run extends ReferencesRun
    {
        private final IsoReference<String> text;
        private final IsoLong label;
        private long number = 1;

        Run(final Simulation simulation)
        {
            super(simulation);
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
            for (int i = 0; i < writers; i++)
            {
                thread("writer", i, random -> change(random.nextBoolean()));
            }
            for (int i = 0; i < readers; i++)
            {
                thread("reader", writers + i, random -> read(random.nextInt(4)));
            }
            tend();
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

        String freed()
        {
            final String kept = freed(1, () -> change(false));
            return null == kept ? problem() : kept;
        }
    }
}
