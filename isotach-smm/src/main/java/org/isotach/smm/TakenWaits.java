/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The versions that the variables of one take wait for; for messages. Written by executors, read by any thread.
 */
final class TakenWaits
{
    private static final VarHandle VERSIONS = MethodHandles.arrayElementVarHandle(long[].class);

    private final int[] addresses;
    private final long[] versions;

    /**
     * @param addresses the addresses of the variables.
     */
    TakenWaits(final int[] addresses)
    {
        this.addresses = addresses;
        versions = new long[addresses.length];
    }

    /**
     * Forgets all. Called when no executor writes.
     */
    void clear()
    {
        Arrays.fill(versions, Version.SUBSTANTIATED);
    }

    /**
     * Notes what a variable waits for.
     */
    void awaits(final int index, final long version)
    {
        // This may concern an earlier read in the slot, of more variables.
        if (index < versions.length)
        {
            // Release: the address is the one of this version. Partner: forEach(), the first look.
            VERSIONS.setRelease(versions, index, version);
        }
    }

    long version(final int index)
    {
        return (long)VERSIONS.getOpaque(versions, index);
    }

    /**
     * Passes on what the variables of a range wait for.
     */
    void forEach(final int first, final int end, final SlotRead.WaitingRead action)
    {
        // A thread that looks during a new take may see limits that do not match.
        for (int index = first; index < Math.min(end, versions.length); index++)
        {
            // Acquire: the address. Partner: awaits().
            final long version = (long)VERSIONS.getAcquire(versions, index);
            if (Version.SUBSTANTIATED != version)
            {
                final int address = addresses[index];
                // If the address belongs to a later take, the version is gone: awaits() has removed it before.
                VarHandle.loadLoadFence();
                if (version(index) == version)
                {
                    action.accept(address, version);
                }
            }
        }
    }

    /**
     * Describes what one of the variables waits for, if any does.
     */
    String describe(final ReadOrigin origin)
    {
        for (int index = 0; index < versions.length; index++)
        {
            final long version = version(index);
            if (Version.SUBSTANTIATED != version)
            {
                return ", one of them that of " + origin.describe(addresses[index], version);
            }
        }
        return "";
    }

    @Override
    public String toString()
    {
        return "TakenWaits{variables=" + versions.length + '}';
    }
}
