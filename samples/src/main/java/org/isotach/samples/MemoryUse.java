/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;

/**
 * The memory that this JVM uses, after a garbage collection.
 *
 * @param heap    in bytes.
 * @param offHeap in bytes, in direct buffers.
 */
record MemoryUse(long heap, long offHeap)
{
    private static final int COLLECTIONS = 4;
    private static final int PAUSE_MS = 25;

    static MemoryUse now()
    {
        for (int i = 0; i < COLLECTIONS; i++)
        {
            System.gc();
            try
            {
                // A thread of the JVM frees direct buffers, after the collection that has found them.
                Thread.sleep(PAUSE_MS);
            }
            catch (final InterruptedException ex)
            {
                Thread.currentThread().interrupt();
            }
        }
        return new MemoryUse(
            ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
            ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> "direct".equals(pool.getName()))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum());
    }
}
