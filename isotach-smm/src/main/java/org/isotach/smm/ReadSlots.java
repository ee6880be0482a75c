/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.IsotachException;
import org.isotach.memory.Padded;

/**
 * The outstanding reads of one host, up to its read cap: a result finds its {@link IsoValue} or {@link TakenPart} by
 * its slot. The application thread that issues a read claims the slot; the thread that delivers the last result frees
 * it.
 * <p>
 * A <em>place</em> is where one result belongs: the slot in the lower bits, and above it the index of the variable
 * among those of the take; for a READ the slot alone.
 */
final class ReadSlots extends Padded
{
    static final int NONE = SlotRead.NO_SLOT;

    // As many as ClusterContext.readCap allows.
    private static final int SLOT_BITS = 20;
    private static final int SLOT_MASK = (1 << SLOT_BITS) - 1;

    private final AtomicReferenceArray<SlotRead> values;

    // For messages only: the versions that reads wait for, and the addresses of their variables.
    private final AtomicLongArray versions;
    private final AtomicIntegerArray addresses;
    private final int mask;

    ReadSlots(final int readCap)
    {
        values = new AtomicReferenceArray<>(readCap);
        versions = new AtomicLongArray(readCap);
        addresses = new AtomicIntegerArray(readCap);
        mask = readCap - 1;
    }

    int capacity()
    {
        return mask + 1;
    }

    static int place(final int slot, final int index)
    {
        return slot | index << SLOT_BITS;
    }

    static int slot(final int place)
    {
        return place & SLOT_MASK;
    }

    static int index(final int place)
    {
        return place >>> SLOT_BITS;
    }

    /**
     * Returns the read in a slot; for the executor of the host.
     */
    SlotRead get(final int slot)
    {
        return values.getPlain(slot);
    }

    /**
     * Claims a slot. Threadsafe.
     *
     * @param value the read to put into the slot.
     * @param hint  where to look first: a number that the calling thread increments.
     * @return the slot, {@link #NONE} if all are taken.
     */
    int claim(final SlotRead value, final int hint)
    {
        // The slot of the read comes last: from then on an executor may fail the read, and free all its slots.
        for (int needed = value.roomNeeded(); needed > 0; needed--)
        {
            final int room = claimOne(SlotRead.ROOM, hint + needed);
            if (NONE == room)
            {
                freeRoom(value);
                return NONE;
            }
            value.addRoom(room);
        }
        final int slot = claimOne(value, hint);
        if (NONE == slot)
        {
            freeRoom(value);
        }
        return slot;
    }

    private int claimOne(final SlotRead value, final int hint)
    {
        for (int i = 0; i <= mask; i++)
        {
            final int slot = hint + i & mask;
            if (null == values.getOpaque(slot))
            {
                // Before the slot is taken: from then on an executor may fail the read.
                value.claimed(slot);
                if (values.compareAndSet(slot, null, value))
                {
                    return slot;
                }
            }
        }
        value.claimed(NONE);
        return NONE;
    }

    /**
     * Fails all reads that a host was to answer, and frees their slots.
     *
     * @param runner runs handlers for the calling thread.
     */
    void failAll(final int source, final Function<SlotRead, String> message, final Consumer<Runnable> runner)
    {
        for (int slot = 0; slot <= mask; slot++)
        {
            final SlotRead value = values.get(slot);
            if (null != value && value.source() == source)
            {
                tryFail(slot, value, message.apply(value), runner);
            }
        }
    }

    /**
     * Fails all reads, because the cluster was closed, and frees their slots.
     *
     * @param message returns the message of the exception for the read in a slot.
     * @param runner  runs handlers for the calling thread.
     */
    void failAll(final BiFunction<Integer, SlotRead, String> message, final Consumer<Runnable> runner)
    {
        for (int slot = 0; slot <= mask; slot++)
        {
            final SlotRead value = values.get(slot);
            if (null != value && SlotRead.ROOM != value)
            {
                tryFail(slot, value, ClusterClosedException::new, message.apply(slot, value), runner);
            }
        }
    }

    /**
     * Fails a read that an expelled host was to answer, and frees its slot, unless another thread has.
     *
     * @param runner runs handlers for the calling thread.
     */
    void tryFail(final int slot, final SlotRead value, final String message, final Consumer<Runnable> runner)
    {
        tryFail(slot, value, HostExpelledException::new, message, runner);
    }

    private void tryFail(
        final int slot,
        final SlotRead value,
        final Function<String, IsotachException> type,
        final String message,
        final Consumer<Runnable> runner)
    {
        versions.setOpaque(slot, Version.SUBSTANTIATED);
        if (values.compareAndSet(slot, value, null))
        {
            freeRoom(value);
            value.fail(type, message, runner);
        }
    }

    /**
     * Frees a slot.
     */
    void free(final int slot)
    {
        if (Version.SUBSTANTIATED != versions.getPlain(slot))
        {
            // Comes before the release below, and so before the waits of the next read in this slot. See waitsFor().
            versions.setOpaque(slot, Version.SUBSTANTIATED);
        }
        // Release: the slot is used by one read at a time. Partner: compareAndSet() in claimOne().
        values.setRelease(slot, null);
    }

    /**
     * Frees the slot of one result of a read that waits for further results.
     */
    void freeOneRoom(final SlotRead value)
    {
        final int slot = value.takeRoom();
        if (NONE != slot)
        {
            // Release: the slot is used by one read at a time. Partner: compareAndSet() in claimOne().
            values.setRelease(slot, null);
        }
    }

    private void freeRoom(final SlotRead value)
    {
        for (int slot = value.takeRoom(); NONE != slot; slot = value.takeRoom())
        {
            values.setRelease(slot, null);
        }
    }

    /**
     * Frees a slot that was claimed and not used.
     *
     * @return false if its read has failed, or is about to.
     */
    boolean tryFree(final int slot, final SlotRead value)
    {
        if (values.compareAndSet(slot, value, null))
        {
            freeRoom(value);
            value.claimed(NONE);
            return true;
        }
        return false;
    }

    /**
     * Notes what the variable of a place waits for; for messages only.
     */
    void waitsFor(final int place, final int address, final long version)
    {
        final int slot = slot(place);
        final SlotRead read = values.get(slot);
        if (null != read && read.tryNoteWait(index(place), version))
        {
            return;
        }
        // Release: the slot was freed since it was used before. Partner: forEachWaiting(), the second look.
        addresses.setRelease(slot, address);
        // Release: the address. Partner: forEachWaiting(), the first look.
        versions.setRelease(slot, version);
    }

    /**
     * Passes on the current waits of reads; for messages only. Any thread may call it, while others claim and free
     * slots.
     */
    void forEachWaiting(final SlotRead.WaitingRead action)
    {
        for (int slot = 0; slot <= mask; slot++)
        {
            final SlotRead read = values.get(slot);
            if (null != read)
            {
                read.forEachWaiting(action);
            }
            // Acquire. Partner: waitsFor(), version.
            final long version = versions.getAcquire(slot);
            if (Version.SUBSTANTIATED != version)
            {
                // Acquire. Partner: waitsFor(), address. If it is that of a later read, the version is not there now.
                final int address = addresses.getAcquire(slot);
                if (versions.getOpaque(slot) == version)
                {
                    action.accept(address, version);
                }
            }
        }
    }

    /**
     * Returns the version that the read in a slot waits for; for messages.
     */
    long waitsFor(final int slot)
    {
        final SlotRead read = values.get(slot);
        final long version = null == read ? Version.SUBSTANTIATED : read.awaitedVersion();
        return Version.SUBSTANTIATED == version ? versions.getOpaque(slot) : version;
    }
}
