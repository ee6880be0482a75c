/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import org.isotach.niu.ClusterContext;

/**
 * One thread per member, in all modes, through devices.
 */
class DeviceMembersTest extends FuniThreadsTest
{
    @Override
    FuniCluster launch(final ClusterContext context)
    {
        return FuniCluster.withDevices(context);
    }

    @Override
    int count(final int withRings)
    {
        return Math.min(25, withRings / 20);
    }

    @Override
    int slots(final int withRings)
    {
        return 256;
    }
}
