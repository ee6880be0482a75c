/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import org.isotach.niu.Cluster;
import org.isotach.niu.funi.FuniSupervisor;
import org.isotach.niu.funi.device.DeviceContext;
import org.isotach.niu.funi.device.DeviceNetwork;
import org.junit.jupiter.api.Timeout;

/**
 * CMAM through devices. More packets are on their way there than a queue has slots, so no test can say when a call
 * begins to wait for room, and what it takes then: that is tested through rings only. That programs come to an end with
 * full queues is tested here, too.
 */
@Timeout(60)
class DeviceCmamTest extends CmamContract
{
    /**
     * Devices are served by polls.
     */
    static final int LOOKS = 60;

    /**
     * The devices of a cluster.
     */
    static FuniSupervisor withDevices(final Cluster on)
    {
        return FuniSupervisor.on(on, DeviceNetwork.on(on, new DeviceContext()));
    }

    @Override
    FuniSupervisor supervisor(final Cluster on)
    {
        return withDevices(on);
    }

    @Override
    int looks()
    {
        return LOOKS;
    }

    /**
     * In the modes with threads each packet waits for several of them.
     */
    @Override
    int questions()
    {
        return 15;
    }
}
