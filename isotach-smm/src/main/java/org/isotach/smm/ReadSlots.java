/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BiFunction;
import java.util.function.Function;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.IsotachException;
import org.isotach.Padded;

/**
 * The outstanding reads of one host, at most its read cap of them: a result finds its {@link IsoValue} by its slot.
 * A slot is claimed by the application thread that issues the read, and freed by whoever delivers the result.
 */
final class ReadSlots extends Padded
{
    static final int NONE = -1;

    private final AtomicReferenceArray<IsoValue> values;
    private final AtomicLongArray versions;
    private final int mask;

    ReadSlots(final int readCap)
    {
        values = new AtomicReferenceArray<>(readCap);
        versions = new AtomicLongArray(readCap);
        mask = readCap - 1;
    }

    int capacity()
    {
        return mask + 1;
    }

    /**
     * Claims a slot. Any application thread.
     *
     * @param value to be found in the slot.
     * @param hint  where to look first: a number that its thread increments.
     * @return the slot, {@link #NONE} if all are taken.
     */
    int claim(final IsoValue value, final int hint)
    {
        for (int i = 0; i <= mask; i++)
        {
            final int slot = hint + i & mask;
            if (null == values.getOpaque(slot) && values.compareAndSet(slot, null, value))
            {
                return slot;
            }
        }
        return NONE;
    }

    /**
     * Fails all reads that a host was to answer, and frees their slots.
     */
    void failAll(final int source, final Function<IsoValue, String> message)
    {
        for (int slot = 0; slot <= mask; slot++)
        {
            final IsoValue value = values.get(slot);
            if (null != value && value.source() == source)
            {
                tryFail(slot, value, message.apply(value));
            }
        }
    }

    /**
     * Fails all reads, because the cluster was closed, and frees their slots.
     *
     * @param message of the exception, for the read in a slot.
     */
    void failAll(final BiFunction<Integer, IsoValue, String> message)
    {
        for (int slot = 0; slot <= mask; slot++)
        {
            final IsoValue value = values.get(slot);
            if (null != value)
            {
                tryFail(slot, value, ClusterClosedException::new, message.apply(slot, value));
            }
        }
    }

    /**
     * Fails a read whose answer a host owed that has been expelled, and frees its slot, unless somebody else has.
     */
    void tryFail(final int slot, final IsoValue value, final String message)
    {
        tryFail(slot, value, HostExpelledException::new, message);
    }

    private void tryFail(
        final int slot,
        final IsoValue value,
        final Function<String, IsotachException> type,
        final String message)
    {
        versions.setPlain(slot, Version.SUBSTANTIATED);
        if (values.compareAndSet(slot, value, null))
        {
            value.fail(type, message);
        }
    }

    /**
     * Frees a slot.
     *
     * @return what was in it.
     */
    IsoValue free(final int slot)
    {
        final IsoValue value = values.getPlain(slot);
        if (Version.SUBSTANTIATED != versions.getPlain(slot))
        {
            versions.setPlain(slot, Version.SUBSTANTIATED);
        }
        // Release: the slot is used by one read at a time. Partner: compareAndSet() in claim().
        values.setRelease(slot, null);
        return value;
    }

    /**
     * Frees a slot that was claimed and not used, if there is one.
     *
     * @return false if its read has failed, or is about to.
     */
    boolean tryFree(final int slot, final IsoValue value)
    {
        return NONE == slot || values.compareAndSet(slot, value, null);
    }

    /**
     * Notes, for messages only, what the read in a slot waits for.
     */
    void waitsFor(final int slot, final long version)
    {
        versions.setOpaque(slot, version);
    }

    long waitsFor(final int slot)
    {
        return versions.getOpaque(slot);
    }
}
