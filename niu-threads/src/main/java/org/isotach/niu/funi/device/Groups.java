/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

/**
 * Group ids that gangs cannot have. Both have context 0 of the packet cache, which is why no gang has it.
 */
final class Groups
{
    /**
     * Of the system.
     */
    static final int SYSTEM = 0;

    /**
     * Of packets that were drained, while a device sends them to itself.
     */
    static final int RESTORE = PacketCache.CONTEXTS;

    private Groups()
    {
    }
}
