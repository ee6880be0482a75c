/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A task that is done once, by the first thread that calls it: whoever takes it may keep it and throw nevertheless.
 * Threadsafe.
 */
final class Once implements Runnable, BooleanSupplier
{
    private final AtomicBoolean hasBegun = new AtomicBoolean();
    private final Runnable task;

    Once(final Runnable task)
    {
        this.task = task;
    }

    @Override
    public void run()
    {
        if (hasBegun.compareAndSet(false, true))
        {
            task.run();
        }
    }

    /**
     * Does the same, as a chore.
     *
     * @return true.
     */
    @Override
    public boolean getAsBoolean()
    {
        run();
        return true;
    }

    /**
     * Leaves it to another thread. If that is not possible, the calling thread does it.
     *
     * @param chores takes it as a chore.
     */
    void giveTo(final Consumer<BooleanSupplier> chores)
    {
        boolean isGiven = false;
        try
        {
            chores.accept(this);
            isGiven = true;
        }
        finally
        {
            if (!isGiven)
            {
                run();
            }
        }
    }

    @Override
    public String toString()
    {
        return "Once{hasBegun=" + hasBegun + '}';
    }
}
