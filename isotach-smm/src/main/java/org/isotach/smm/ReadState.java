/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Whether the value of an {@link IsoValue} is there.
 */
abstract class ReadState extends SlotRead
{
    static final int EMPTY = 0;
    static final int PENDING = 1;
    static final int READY = 2;
    static final int FAILED = 3;
    private static final VarHandle STATE;

    static
    {
        try
        {
            STATE = MethodHandles.lookup().findVarHandle(ReadState.class, "state", int.class);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new ExceptionInInitializerError(ex);
        }
    }

    @SuppressWarnings("unused")
    private int state;

    /**
     * Returns whether the value has arrived.
     *
     * @return true if it has; false while the read is outstanding, before the first read, and after a failure.
     */
    public boolean isReady()
    {
        return READY == state();
    }

    /**
     * Returns whether the value will never arrive, because a host that was needed has been expelled, the SCHED that the
     * read waited for was cancelled after its variable had been overwritten, an UPDATE has changed nothing, or the
     * cluster was closed. {@link IsoValue#get()} throws the reason. What a host has read that is expelled itself fails
     * when the cluster is closed; until then {@link IsoValue#await()} throws.
     *
     * @return true if the read has failed.
     */
    public boolean isFailed()
    {
        return FAILED == state();
    }

    /**
     * Returns whether a read is outstanding, from the moment at which it is appended: another read has to wait for it.
     * That is so for a moment after its isochron was abandoned, too, if another thread is just failing it, because a
     * host was expelled, say. Threadsafe.
     *
     * @return true until the value has arrived, or the read has failed.
     */
    public boolean isOutstanding()
    {
        return PENDING == state();
    }

    final int state()
    {
        // Acquire: the value, or the reason for its absence. Partner: publish().
        return (int)STATE.getAcquire(this);
    }

    /**
     * Changes the state before another thread has the read.
     */
    final void prepare(final int next)
    {
        // Plain: the isochron is published later.
        STATE.set(this, next);
    }

    /**
     * Changes the state for the thread that waits; from here on it may use this object for another read.
     */
    final void publish(final int next)
    {
        // Release: the value, or the reason for its absence. Partner: state().
        STATE.setRelease(this, next);
    }
}
