/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.execute;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import org.isotach.memory.Padded;

/**
 * Tells those who read the state of the models at a host whether anything has been executed there meanwhile. They do
 * not keep the executor from its work; what they have read while it was at work does not count.
 */
public final class SeqLock extends Padded
{
    /**
     * Instead of a stamp: something is being executed. No version is that.
     */
    public static final long NO_STAMP = 0;

    private static final long FIRST_VERSION = 2;
    private static final VarHandle VERSION;

    static
    {
        try
        {
            VERSION = MethodHandles.lookup().findVarHandle(SeqLock.class, "version", long.class);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new ExceptionInInitializerError(ex);
        }
    }

    // Odd while something is being executed; never NO_STAMP.
    private long version = FIRST_VERSION;

    /**
     * The state may change from now on; for the owner of the executor.
     */
    void beginExecution()
    {
        // Odd already if an execution was cut short by what it threw: nobody reads then, until the next one has ended.
        VERSION.setOpaque(this, version | 1);
        // Whoever reads anything that is written from here on finds another version. Partner: isUnchangedSince().
        VarHandle.storeStoreFence();
    }

    /**
     * The state does not change any more, until {@link #beginExecution()}.
     */
    void endExecution()
    {
        // Release: publishes the state. Partner: stamp().
        VERSION.setRelease(this, version + 1);
    }

    /**
     * Has an execution ever begun? Any thread may ask.
     */
    boolean hasChanged()
    {
        return FIRST_VERSION != (long)VERSION.getAcquire(this);
    }

    /**
     * Begins to read the state. Any thread may call it.
     *
     * @return what {@link #isUnchangedSince} asks for, or {@link #NO_STAMP}.
     */
    public long stamp()
    {
        // Acquire. Partner: endExecution().
        final long stamp = (long)VERSION.getAcquire(this);
        return 0 == (stamp & 1) ? stamp : NO_STAMP;
    }

    /**
     * Has nothing been executed since?
     *
     * @param stamp of {@link #stamp()}; never so if it is {@link #NO_STAMP}.
     */
    public boolean isUnchangedSince(final long stamp)
    {
        // What was read before is read before this. Partner: beginExecution().
        VarHandle.acquireFence();
        return stamp == (long)VERSION.getOpaque(this);
    }
}
