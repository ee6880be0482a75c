/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

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
     * Leaves it to the thread of the chores. If that is not possible, the calling thread does it.
     */
    void giveTo(final Caretaker caretaker)
    {
        boolean isGiven = false;
        try
        {
            caretaker.tendOften(this);
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
