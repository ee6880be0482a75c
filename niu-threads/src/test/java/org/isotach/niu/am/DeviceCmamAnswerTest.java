/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import org.isotach.niu.Cluster;
import org.isotach.niu.funi.FuniSupervisor;

/**
 * Answers that a member owes to others, through devices.
 */
class DeviceCmamAnswerTest extends CmamAnswerTest
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
}
