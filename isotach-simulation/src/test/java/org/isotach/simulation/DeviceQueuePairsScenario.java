/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

import org.isotach.niu.Cluster;
import org.isotach.niu.funi.FuniSupervisor;
import org.isotach.niu.funi.device.DeviceAudit;
import org.isotach.niu.funi.device.DeviceContext;
import org.isotach.niu.funi.device.DeviceNetwork;

/**
 * What {@link FuniScenario} does with rings, through devices, which the two gangs have in turn. Slices are so short
 * that gangs are switched in the middle of puts, gets, moves and changes of queues.
 */
final class DeviceQueuePairsScenario extends FuniScenario
{
    @Override
    FuniSupervisor launch(final Simulation simulation, final Cluster cluster)
    {
        final Random random = simulation.random();
        final AtomicLong looks = new AtomicLong();
        final DeviceNetwork network = DeviceNetwork.on(cluster, new DeviceContext()
            .fifoLength(1 + random.nextInt(10))
            .buffers(2 + random.nextInt(2))
            .slice(Duration.ofNanos(1 + random.nextInt(60)))
            .clock(looks::incrementAndGet));
        simulation.always("TicketOut", new DeviceAudit(network, cluster.hostCount())::ticketOut);
        return FuniSupervisor.on(cluster, network);
    }

    @Override
    boolean hasRings()
    {
        return false;
    }
}
