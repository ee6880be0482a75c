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

    /**
     * Packets of 64 bytes go apart, and the owner of the memory sees each by itself.
     */
    @Override
    boolean areDeniedAsAWhole()
    {
        return false;
    }
}
