/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

import org.isotach.niu.ClusterContext;

/**
 * Puts and gets, through devices.
 */
class DeviceBlocksTest extends FuniTransfersTest
{
    @Override
    FuniCluster launch(final ClusterContext context)
    {
        return FuniCluster.withDevices(context);
    }
}
