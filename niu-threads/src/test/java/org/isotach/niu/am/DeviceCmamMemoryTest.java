/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import org.isotach.niu.Cluster;
import org.isotach.niu.funi.FuniSupervisor;
import org.junit.jupiter.api.Timeout;

/**
 * Shared memory above CMAM, through devices. A member has one send queue for the replies to all others there, and more
 * of them are on their way than it has slots: answers for which there is no room, to one member only, are tested
 * through rings only. {@link DeviceCmamAnswerTest} has some to all.
 */
@Timeout(60)
class DeviceCmamMemoryTest extends CmamMemoryContract
{
    @Override
    FuniSupervisor supervisor(final Cluster on)
    {
        return DeviceCmamTest.withDevices(on);
    }

    @Override
    int looks()
    {
        return DeviceCmamTest.LOOKS;
    }

    /**
     * Each of them has hundreds of gets.
     */
    @Override
    int rounds()
    {
        return 3;
    }
}
