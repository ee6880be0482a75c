/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.lang.invoke.VarHandle;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;

import org.isotach.mbm.MessagePort;

/**
 * The table of the objects that {@link IsoReference}s refer to, by handle. A handle that no variable has any more is
 * kept until all the calls that may have read it, and cannot read anew, have ended: they {@link #enter} before they
 * read, and {@link #exit} when they have the object. A call that can read anew first does without, since all threads
 * that enter write the same line: see {@link #getIfThere}.
 * <p>
 * Time is counted in epochs. A call belongs to the epoch in which it enters, and an epoch ends only when all calls of
 * the epoch before have left. So two epochs after a handle was retired, every call that may have read it has left. All
 * methods are threadsafe.
 */
abstract class References
{
    /**
     * The handle of null; no object has it.
     */
    static final long NULL = 0;

    private final AtomicLong epoch = new AtomicLong();

    // Calls that have entered and not left, of even and of odd epochs.
    private final AtomicLongArray readers = new AtomicLongArray(2);
    private final Queue<Retired> retired = new ConcurrentLinkedQueue<>();

    private record Retired(long handle, long epoch)
    {
    }

    /**
     * Call this before reading handles that cannot be read anew.
     *
     * @return the epoch, for {@link #exit}.
     */
    final long enter()
    {
        while (true)
        {
            final long now = epoch.get();
            readers.incrementAndGet((int)now & 1);
            // Before the epoch and handles are read. Either this call sees the new epoch, or the thread that ends the
            // next epoch sees this call: partner tryAdvance(). And either this call does not read a handle that has
            // been removed from its variable, or the thread that has removed it sees this call: partner retire().
            VarHandle.fullFence();
            if (now == epoch.get())
            {
                return now;
            }
            readers.decrementAndGet((int)now & 1);
        }
    }

    final void exit(final long entered)
    {
        readers.decrementAndGet((int)entered & 1);
    }

    /**
     * Gives a handle to an object that an action assigns.
     *
     * @param before     the handle that the variable has, which the action has reserved.
     * @param object     the new object, or null.
     * @param enclosures takes the messages that have to go with the assignment.
     * @param variable   the variable, for messages of exceptions.
     * @return the handle, which the action assigns.
     * @throws IllegalArgumentException if the object cannot go where the variable is.
     */
    abstract long assign(
        long before, Object object, Consumer<Consumer<MessagePort>> enclosures, Object variable);

    /**
     * Called when an action will never assign a handle that it was given.
     */
    abstract void notAssigned(long handle);

    /**
     * Called when an action has assigned another handle.
     *
     * @param before the handle that the variable had before.
     */
    abstract void replaced(long before);

    /**
     * @return the object; null also if the handle was retired so long ago that no valid read can have returned it.
     */
    Object get(final long handle)
    {
        return find(handle);
    }

    /**
     * Returns the object of a handle that may have been read outside of the epochs: no handle is used twice, so it is
     * the object that belonged to the handle when that was read.
     *
     * @return null if the table does not have it, or has it no longer: then read the handle anew, in an epoch.
     */
    Object getIfThere(final long handle)
    {
        return find(handle);
    }

    /**
     * Returns whether a handle has not been retired since it was read.
     *
     * @param object what {@link #getIfThere} returns for the handle.
     */
    static boolean isFound(final long handle, final Object object)
    {
        return NULL == handle || null != object;
    }

    /**
     * @return what the table has, null for nothing.
     */
    abstract Object find(long handle);

    /**
     * Retires a handle. An isochron has removed it from its variable; calls that still read the handle come before
     * that isochron.
     */
    final void retire(final long handle)
    {
        if (NULL != handle)
        {
            // Store, then load: who enters later must not read the handle any more, and what has removed it may have
            // been published by releases only. Partner: the fence of enter().
            VarHandle.fullFence();
            if (0 == readers.get(0) && 0 == readers.get(1))
            {
                // Nobody has entered who may have read it.
                remove(handle);
            }
            else
            {
                keep(handle);
            }
            if (!retired.isEmpty())
            {
                tryAdvance();
                free();
            }
        }
    }

    private void keep(final long handle)
    {
        try
        {
            retired.add(new Retired(handle, epoch.get()));
        }
        catch (final OutOfMemoryError ex)
        {
            // The object stays in the table. The variable has its new object, and whoever has set it must not fail.
        }
    }

    /**
     * Removes a handle that no variable has, or has ever had.
     */
    abstract void remove(long handle);

    /**
     * Returns the number of objects in the table; it may be wrong while others add and remove some.
     */
    abstract int size();

    private void tryAdvance()
    {
        final long now = epoch.get();
        if (0 == readers.get((int)(now + 1) & 1))
        {
            epoch.compareAndSet(now, now + 1);
        }
    }

    private void free()
    {
        Retired first = retired.peek();
        while (null != first && first.epoch + 2 <= epoch.get())
        {
            if (retired.remove(first))
            {
                remove(first.handle);
            }
            first = retired.peek();
        }
    }

    @Override
    public String toString()
    {
        return "References{objects=" + size() + ", retired=" + retired.size() + '}';
    }
}
