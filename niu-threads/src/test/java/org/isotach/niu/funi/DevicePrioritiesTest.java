/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import org.isotach.niu.ClusterContext;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Replies and requests, through devices.
 */
class DevicePrioritiesTest extends PrioritiesTest
{
    @Override
    FuniCluster launch(final ClusterContext context)
    {
        return FuniCluster.withDevices(context);
    }

    /**
     * Devices take more packets than the queue of the receiver has slots.
     */
    @Override
    void assertInUse(final QueuePair sender)
    {
        assertEquals(0, sender.node());
    }
}
