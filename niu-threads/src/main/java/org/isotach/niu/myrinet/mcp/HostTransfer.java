/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet.mcp;

import org.isotach.memory.OffHeapBuffer;

/**
 * The engine between the memory of the host and that of the board. It moves some bytes in each step, and everybody may
 * look how far it is.
 */
final class HostTransfer
{
    private final int stepLength;
    private OffHeapBuffer from;
    private OffHeapBuffer to;
    private int source;
    private int target;
    private int length;
    private int done;

    HostTransfer(final int stepLength)
    {
        this.stepLength = stepLength;
    }

    void start(
        final OffHeapBuffer sourceMemory,
        final int sourcePlace,
        final OffHeapBuffer targetMemory,
        final int targetPlace,
        final int amount)
    {
        if (isBusy())
        {
            throw new IllegalStateException("the engine has moved " + done + " of " + length + " bytes: it does one" +
                " transfer at a time");
        }
        from = sourceMemory;
        source = sourcePlace;
        to = targetMemory;
        target = targetPlace;
        length = amount;
        done = 0;
    }

    /**
     * Does one step.
     *
     * @return number of bytes.
     */
    int advance()
    {
        final int amount = Math.min(stepLength, length - done);
        if (amount > 0)
        {
            from.copyTo(source + done, to, target + done, amount);
            done += amount;
        }
        return amount;
    }

    boolean isBusy()
    {
        return done < length;
    }

    int done()
    {
        return done;
    }

    @Override
    public String toString()
    {
        return "HostTransfer{" + done + " of " + length + '}';
    }
}
