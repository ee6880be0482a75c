/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

/**
 * Why a device interrupts the system.
 */
public enum Interrupt
{
    /**
     * A packet of the system has arrived (Hoe, FUNet, section 3.3.2). It is rejected all the same unless the device
     * works for the system, so its sender sends it again: let the device work for the system, and take it then.
     */
    SYSTEM_PACKET,

    /**
     * An address is not mapped (section 5.1): {@link Control#MERR} is set.
     */
    MEMORY_ERROR
}
