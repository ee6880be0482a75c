/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

/**
 * Group ids that gangs cannot have: the first and the last one.
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
    static final int RESTORE = (1 << 11) - 1;

    private Groups()
    {
    }
}
