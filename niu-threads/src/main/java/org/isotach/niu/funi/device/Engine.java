/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

/**
 * A part of a device that moves packets, one at a time, in several steps each.
 */
interface Engine
{
    /**
     * Does one step.
     *
     * @return 0 if there is nothing that it could do.
     */
    int advance();

    /**
     * Returns whether no packet is under way in it.
     */
    boolean isIdle();
}
