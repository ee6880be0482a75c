/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.actions;

import java.util.HashSet;
import java.util.Set;

import org.isotach.actions.IsoReference;
import org.isotach.simulation.Scenario;
import org.isotach.simulation.Simulation;

/**
 * Threads that replace the objects of references in all ways that return the old one, or compare it before: each object
 * is replaced once, except the last one of each reference, and in the end only few objects are kept. Some calls set the
 * object again that a reference has.
 */
public final class ReferenceChangesScenario implements Scenario
{
    private static final int MAX_THREADS = 4;
    private static final int REFERENCES = 2;
    private static final int WAYS = 6;

    @Override
    public void prepare(final Simulation simulation)
    {
        final Run run = new Run(simulation);
        run.start();
        simulation.atEnd("Objects", run::lost);
        simulation.atEnd("Freed", run::freed);
    }

    /**
     * What the threads share.
     */
    private static final class Run extends ReferencesRun
    {
        private final IsoReference<String>[] references;

        // Objects that calls have set, and no call has replaced.
        private final Set<String> present = new HashSet<>();

        // Of calls that were not over when another call had replaced their objects.
        private final Set<String> replacedEarly = new HashSet<>();
        private int number;

        Run(final Simulation simulation)
        {
            super(simulation);
            references = isotach.references("reference", REFERENCES, "first");
            for (final IsoReference<String> reference : references)
            {
                final String object = next();
                isSet(object);
                note("first".equals(reference.getAndSet(object)), "an initial object is not there");
            }
        }

        private String next()
        {
            return "object " + number++;
        }

        void start()
        {
            final int count = 1 + simulation.upTo(MAX_THREADS - 1);
            for (int i = 0; i < count; i++)
            {
                thread("changer", i, random ->
                    change(references[random.nextInt(REFERENCES)], random.nextInt(WAYS)));
            }
            tend();
        }

        private void change(final IsoReference<String> reference, final int way)
        {
            final String next = next();
            switch (way)
            {
                case 0:
                    isReplaced(reference.getAndSet(next), next);
                    break;
                case 1:
                    compareAndSet(reference, next);
                    break;
                case 2:
                    compareAndExchange(reference, next);
                    break;
                case 3:
                    isReplaced(reference.getAndUpdate(before -> next), next);
                    break;
                case 4:
                    // Something that the reference never has.
                    note(null != reference.compareAndExchange(next, next), "a reference has no object");
                    break;
                default:
                    // The same object, with another handle.
                    note(null != reference.updateAndGet(before -> before), "a reference has no object");
                    break;
            }
        }

        private void compareAndSet(final IsoReference<String> reference, final String next)
        {
            final String before = reference.get();
            simulation.pause();
            if (reference.compareAndSet(before, next))
            {
                isReplaced(before, next);
            }
        }

        private void compareAndExchange(final IsoReference<String> reference, final String next)
        {
            String expected = reference.get();
            String witness = reference.compareAndExchange(expected, next);
            while (witness != expected)
            {
                note(null != witness, "a reference has no object");
                expected = witness;
                witness = reference.compareAndExchange(expected, next);
            }
            isReplaced(expected, next);
        }

        private void isReplaced(final String before, final String next)
        {
            isSet(next);
            if (!present.remove(before))
            {
                note(replacedEarly.add(before), before + " is replaced twice");
            }
        }

        private void isSet(final String object)
        {
            if (!replacedEarly.remove(object))
            {
                present.add(object);
            }
        }

        String lost()
        {
            for (final IsoReference<String> reference : references)
            {
                final String last = reference.get();
                note(present.remove(last), last + " is there, and was replaced, or never set");
            }
            note(present.isEmpty(), "lost: " + present);
            note(replacedEarly.isEmpty(), "replaced twice, or never set: " + replacedEarly);
            return problem();
        }

        String freed()
        {
            return freed(REFERENCES, () -> references[0].set("last"));
        }
    }
}
