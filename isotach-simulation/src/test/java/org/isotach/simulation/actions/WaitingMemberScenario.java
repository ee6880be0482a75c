/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.actions;

import java.time.Duration;

import org.isotach.actions.IsoLong;
import org.isotach.actions.Isotach;
import org.isotach.actions.IsotachContext;
import org.isotach.simulation.Scenario;
import org.isotach.simulation.Simulation;

/**
 * A member waits for what another one writes now and then. It misses no change, and does not look again without one.
 */
public final class WaitingMemberScenario implements Scenario
{
    private static final Duration NEVER = Duration.ofDays(1);
    private static final int CHANGES = 3;
    private static final int PAUSES = 200;

    // The first one, and the one that has reserved; a copy can be noted before the change that the look behind it sees.
    private static final int MAX_LOOKS = 2 + 2 * CHANGES;

    @Override
    public void prepare(final Simulation simulation)
    {
        new Run(simulation).prepare();
    }

    /**
     * Runs may be under way at the same time.
     */
    private static final class Run
    {
        private final Simulation simulation;
        private int ended;
        private int looks;

        Run(final Simulation simulation)
        {
            this.simulation = simulation;
        }

        void prepare()
        {
            final int hosts = TwoIsotachs.COUNT + simulation.random().nextInt(2);
            final TwoIsotachs members = new TwoIsotachs(
                simulation,
                hosts,
                () -> new IsotachContext().memory(64),
                () -> TwoIsotachs.COUNT == ended);
            final Isotach waiting = members.isotach(0);
            final Isotach writing = members.isotach(1);
            final IsoLong awaited = waiting.longVariable("value");
            final IsoLong written = writing.longVariable("value");
            simulation.thread("wait", members.host(0), () -> await(waiting, awaited));
            simulation.thread("write", members.host(1), () -> write(writing, written));
            simulation.atEnd("FewLooks", () ->
                looks <= MAX_LOOKS ? null : looks + " looks for " + CHANGES + " changes");
        }

        private void await(final Isotach isotach, final IsoLong value)
        {
            isotach.join();
            isotach.update().reading(value).when(now -> isLast(now.get(value)), NEVER).execute(action -> {});
            ended++;
        }

        private boolean isLast(final long value)
        {
            looks++;
            return CHANGES == value;
        }

        private void write(final Isotach isotach, final IsoLong value)
        {
            isotach.join();
            for (int change = 1; change <= CHANGES; change++)
            {
                for (int i = 0; i < PAUSES; i++)
                {
                    simulation.pause();
                }
                value.set(change);
            }
            ended++;
        }
    }
}
