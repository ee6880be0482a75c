/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.isotach.smm.LocalMemory;
import org.isotach.smm.LocalReads;

/**
 * Reads references in such a way that the objects of their handles are still there. All methods are threadsafe.
 */
final class ReferenceReader
{
    // Number of times that a read at the only host waits for values before it waits inside an epoch of References.
    private static final int TRIES_OUTSIDE = 4;

    private final References references;

    // Memory of the only host; null if there are several.
    private final LocalMemory local;
    private final CopyReads copies;
    private final WordReader words;

    ReferenceReader(
        final References references, final LocalMemory local, final CopyReads copies, final WordReader words)
    {
        this.references = references;
        this.local = local;
        this.copies = copies;
        this.words = words;
    }

    /**
     * Finds the objects of handles that are read.
     */
    interface Resolver
    {
        /**
         * @param handles were read outside of the epochs of {@link References}.
         * @return false if the object of one is gone: then the handles are read anew.
         */
        boolean tryResolve(long[] handles);

        /**
         * @param handles were read in the epoch that the caller is in.
         */
        void resolve(long[] handles);
    }

    /**
     * Reads variables of which some are references, and lets the snapshot find their objects.
     */
    void read(
        final Readings.Reading reading,
        final Footprint footprint,
        final int[] addresses,
        final LocalReads prepared,
        final long[] values)
    {
        words.read(reading, footprint, addresses, prepared, values);
        if (!reading.snapshot.tryResolve(footprint, values, references))
        {
            readAnew(reading, footprint, addresses, prepared, values, new Resolver()
            {
                @Override
                public boolean tryResolve(final long[] handles)
                {
                    return reading.snapshot.tryResolve(footprint, handles, references);
                }

                @Override
                public void resolve(final long[] handles)
                {
                    reading.snapshot.resolve(footprint, handles, references);
                }
            });
        }
    }

    /**
     * Reads in an epoch, so that the objects stay. A call that is in an epoch keeps all objects that are replaced. So
     * the only host, which reads without waiting, waits outside if it has to wait.
     */
    void readAnew(
        final Readings.Reading reading,
        final Object what,
        final int[] addresses,
        final LocalReads prepared,
        final long[] handles,
        final Resolver resolver)
    {
        reading.isAnew();
        for (int i = 0; null != local && i < TRIES_OUTSIDE; i++)
        {
            if (tryReadInEpoch(reading, what, addresses, prepared, handles, resolver))
            {
                return;
            }
            words.read(reading, what, addresses, prepared, handles);
            if (resolver.tryResolve(handles))
            {
                return;
            }
        }
        final long entered = references.enter();
        try
        {
            words.read(reading, what, addresses, prepared, handles);
            resolver.resolve(handles);
        }
        finally
        {
            references.exit(entered);
        }
    }

    private boolean tryReadInEpoch(
        final Readings.Reading reading,
        final Object what,
        final int[] addresses,
        final LocalReads prepared,
        final long[] handles,
        final Resolver resolver)
    {
        final long entered = references.enter();
        try
        {
            if (!copies.tryRead(reading, what, addresses, prepared, handles))
            {
                return false;
            }
            resolver.resolve(handles);
            return true;
        }
        finally
        {
            references.exit(entered);
        }
    }

    @Override
    public String toString()
    {
        return "ReferenceReader{" + references + '}';
    }
}
