/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

import org.isotach.memory.OffHeapBuffer;

/**
 * The memory of a process as the device reaches it: addresses are indices in bytes, and those outside are not mapped.
 * So whatever a process writes into its registers and slots, the device touches its memory only.
 *
 * @param buffer the memory.
 * @param limit  address behind the last byte that is mapped.
 */
record HostMemory(OffHeapBuffer buffer, int limit)
{
    boolean isMapped(final int address, final int length)
    {
        return address >= 0 && address <= limit - length;
    }

    /**
     * Refuses a length that no memory of a process may have.
     */
    static void checkLength(final int length)
    {
        if (length < Slot.LENGTH || 0 != length % Slot.LENGTH || length > Integer.MAX_VALUE / 2)
        {
            throw new IllegalArgumentException(
                "length: " + length + " (expected: a multiple of 128 in 128.." + Integer.MAX_VALUE / 2 + ')');
        }
    }
}
