/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.simulation.PrivateField;

/**
 * Follows the pools of a network: every block that is free is in its pool once, and no other one is there. Only between
 * steps of a simulation.
 */
public final class MyrinetAudit
{
    private static final int STRIDE = 4 * OffHeapBuffer.CACHE_LINE_LENGTH;

    private MyrinetAudit()
    {
    }

    /**
     * @return null if the pool of the host is in order, else what is wrong.
     */
    public static String conservation(final Network network, final int host)
    {
        final DmaRegion region = network.nic(host).sendSide().region();
        final OffHeapBuffer control = PrivateField.read(region, "control");
        final int firstFree = PrivateField.<Integer>read(region, "firstFree");
        final long returned = control.getLong(region.blocks() * STRIDE);
        final int inPool = count(region, control, firstFree) + count(region, control, (int)returned - 1);
        final int free = region.countFree();
        return inPool == free ? null :
            "host " + host + " has " + free + " free blocks, and " + inPool + " in its pool";
    }

    private static int count(final DmaRegion region, final OffHeapBuffer control, final int first)
    {
        int count = 0;
        for (int block = first; DmaRegion.NONE != block; block = (int)control.getLong(block * STRIDE + Long.BYTES))
        {
            if (BlockWord.FREE != BlockWord.state(region.word(block)) || ++count > region.blocks())
            {
                return Integer.MAX_VALUE / 4;
            }
        }
        return count;
    }

    /**
     * @return null if all blocks of the host are in its pool.
     */
    public static String allFree(final Network network, final int host)
    {
        network.nic(host).reapSent();
        final DmaRegion region = network.nic(host).sendSide().region();
        for (int block = 0; block < region.blocks(); block++)
        {
            final long word = region.word(block);
            if (BlockWord.FREE != BlockWord.state(word))
            {
                return "block " + block + " of host " + host + " is not in its pool: " + Long.toHexString(word);
            }
        }
        return null;
    }
}
