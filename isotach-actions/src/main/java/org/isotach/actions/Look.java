/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.function.BooleanSupplier;

/**
 * A chore that looks for something again and again. A look for which memory runs out is not the last one.
 */
final class Look implements BooleanSupplier
{
    private final Runnable look;
    private final BooleanSupplier isOver;

    /**
     * @param look   done each time; after a failure it may begin anew.
     * @param isOver whether that was the last time.
     */
    Look(final Runnable look, final BooleanSupplier isOver)
    {
        this.look = look;
        this.isOver = isOver;
    }

    @Override
    public boolean getAsBoolean()
    {
        try
        {
            look.run();
        }
        catch (final OutOfMemoryError ex)
        {
            // The next look may find some.
            return false;
        }
        catch (final Throwable ex)
        {
            // Somebody relies on the looks that follow.
            Uncaught.report(ex);
            return false;
        }
        return isOver.getAsBoolean();
    }

    @Override
    public String toString()
    {
        return "Look{" + look + '}';
    }
}
