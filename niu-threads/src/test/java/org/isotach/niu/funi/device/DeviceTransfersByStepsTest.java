/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

/**
 * The same with devices that do one step at a time, so that every packet goes through lines and the network.
 */
class DeviceTransfersByStepsTest extends DeviceTransfersTest
{
    @Override
    DeviceBench bench(final int hosts, final DeviceContext context)
    {
        return super.bench(hosts, context).byStep();
    }
}
