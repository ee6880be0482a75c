/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import java.util.ArrayList;
import java.util.List;

import org.isotach.simulation.Scenario;
import org.isotach.simulation.Simulation;

/**
 * The random systems of {@link SystemScenario} in paranoid mode, in which nobody checks anything but the library
 * itself: what this finds the checks of paranoid mode find, as they are wired into a cluster (V44).
 */
public final class ParanoidScenario implements Scenario
{
    @Override
    public void prepare(final Simulation simulation)
    {
        final List<Throwable> reported = new ArrayList<>();
        new SystemScenario(context -> context.paranoid(true).errorHandler(reported::add), false).prepare(simulation);
        simulation.always("Paranoid", () -> reported.isEmpty() ? null : reported.get(0).getMessage());
    }
}
