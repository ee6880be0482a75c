/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

/**
 * Members of one gang that ask as long as their queues take requests, and serve others only when these are full. Queues
 * have two slots, buffers one packet, and there are no second send queues. So requests fill the packet caches of all
 * devices, and everything goes on by the lines that are for replies alone.
 */
final class DeviceRequestsScenario extends DeviceScenario
{
    DeviceRequestsScenario()
    {
        super(new Sizes(1, 40, 1, 1, false, true));
    }
}
