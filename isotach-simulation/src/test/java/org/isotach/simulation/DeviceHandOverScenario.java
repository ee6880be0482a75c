/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import org.isotach.niu.funi.device.DeviceAudit;

/**
 * What {@link DeviceScenario} does, with devices that sometimes do several steps at once, and then hand messages over.
 */
final class DeviceHandOverScenario extends DeviceScenario
{
    @Override
    String serve(final Simulation simulation, final DeviceAudit audit, final int host)
    {
        return simulation.random().nextBoolean() ? audit.step(host) : audit.steps(host);
    }
}
