/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import org.isotach.Padded;

/**
 * The right to work with state that belongs to one thread at a time. Whoever does not get it leaves the work to the
 * owner, and does not wait; but for {@link Host#confirm}, at the end of issuing.
 * <p>
 * Taken by compare-and-set (acquire), given back by a release store: the next owner sees everything that the previous
 * one did.
 */
final class Ownership extends Padded
{
    private static final VarHandle OWNED;

    static
    {
        try
        {
            OWNED = MethodHandles.lookup().findVarHandle(Ownership.class, "owned", boolean.class);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new ExceptionInInitializerError(ex);
        }
    }

    @SuppressWarnings("unused")
    private boolean owned;

    boolean tryEnter()
    {
        // The read keeps the cache line shared while somebody else is the owner. Partner of the release in exit().
        return !(boolean)OWNED.getOpaque(this) && OWNED.compareAndSet(this, false, true);
    }

    /**
     * Is there no owner? Whoever reads that sees all that was done by owners before; what it has written in volatile
     * mode before, those see that come after (docs/protocol.md, section 13).
     */
    boolean isFree()
    {
        // Volatile. Partners: exit(), and the compare-and-set in tryEnter().
        return !(boolean)OWNED.getVolatile(this);
    }

    void exit()
    {
        // Publishes all that was done as owner to the next one that succeeds in tryEnter().
        OWNED.setRelease(this, false);
    }
}
