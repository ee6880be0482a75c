/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * READ, WRITE and UPDATE of single references outside of actions. Without other members a change is an UPDATE of the
 * handle. It puts the new object into the table before, and the thread that gets the old handle as its result retires
 * that, and nobody else does. With other members a change is an action, see {@link ReferencesOfMembers}. All methods
 * are threadsafe.
 */
final class ReferenceAccess
{
    // Each failure means that another thread has changed the variable, and has perhaps set the same object again.
    private static final int TRIES = 4;
    private static final IsoVariable[] NOTHING = {};

    private final Engine engine;
    private final Reader reader;
    private final UpdateAccess updates;
    private final References references;

    // Null with other members.
    private final LocalReferences localReferences;

    /**
     * @param localReferences the references of all variables, null with other members.
     */
    ReferenceAccess(
        final Engine engine, final Reader reader, final UpdateAccess updates, final LocalReferences localReferences)
    {
        this.engine = engine;
        this.reader = reader;
        this.updates = updates;
        this.localReferences = localReferences;
        references = engine.taker().references();
    }

    <T> T get(final IsoReference<T> variable)
    {
        final long handle = reader.read(variable, variable.address());
        final Object object = references.getIfThere(handle);
        return cast(isFound(handle, object) ? object : getInEpoch(variable));
    }

    /**
     * Returns whether a handle has not been retired since it was read.
     *
     * @param object what the table has for the handle.
     */
    private static boolean isFound(final long handle, final Object object)
    {
        return References.NULL == handle || null != object;
    }

    private Object getInEpoch(final IsoReference<?> variable)
    {
        final long entered = references.enter();
        try
        {
            return references.get(reader.read(variable, variable.address()));
        }
        finally
        {
            references.exit(entered);
        }
    }

    /**
     * Reads the handle anew, behind the change that has retired the one that was read before.
     */
    private long readInEpoch(final IsoReference<?> variable)
    {
        final long entered = references.enter();
        try
        {
            return reader.read(variable, variable.address());
        }
        finally
        {
            references.exit(entered);
        }
    }

    <T> void set(final IsoReference<T> variable, final T value)
    {
        engine.check(variable);
        if (null == localReferences)
        {
            engine.set(footprint(variable), action -> action.set(variable, value));
        }
        else
        {
            localReferences.retire(exchange(variable, value));
        }
    }

    <T> T getAndSet(final IsoReference<T> variable, final T value)
    {
        engine.check(variable);
        if (null == localReferences)
        {
            return engine.run(footprint(variable), action ->
            {
                final T before = action.get(variable);
                action.set(variable, value);
                return before;
            });
        }
        final long handle = exchange(variable, value);
        // It is there, because only this thread retires the handle.
        final T before = cast(localReferences.find(handle));
        localReferences.retire(handle);
        return before;
    }

    /**
     * @return the handle that the variable had.
     */
    private long exchange(final IsoReference<?> variable, final Object value)
    {
        return updates.exchange(localReferences, variable.address(), localReferences.add(value), variable);
    }

    /**
     * Compares objects, while the memory compares handles. No handle is used twice, so a variable that still has the
     * handle that was read still has its object. A variable with another handle may have the same object nevertheless,
     * if that was set anew. An action does it after some tries, so no call starves.
     *
     * @return the old object; the expected one if the new one was set.
     */
    <T> T compareAndExchange(final IsoReference<T> variable, final T expected, final T value)
    {
        engine.check(variable);
        if (null == localReferences)
        {
            return compareAndExchangeInAction(variable, expected, value);
        }
        long handle = reader.read(variable, variable.address());
        for (int i = 0; i < TRIES; i++)
        {
            final Object object = localReferences.find(handle);
            if (!isFound(handle, object))
            {
                handle = readInEpoch(variable);
            }
            else if (object != expected)
            {
                return cast(object);
            }
            else
            {
                final long before = compareAndExchangeHandle(variable, handle, value);
                if (before == handle)
                {
                    return expected;
                }
                handle = before;
            }
        }
        return compareAndExchangeInAction(variable, expected, value);
    }

    private long compareAndExchangeHandle(final IsoReference<?> variable, final long expected, final Object value)
    {
        final long handle = localReferences.add(value);
        final long before =
            updates.compareAndExchange(localReferences, variable.address(), expected, handle, variable);
        if (before == expected)
        {
            localReferences.retire(before);
        }
        else
        {
            localReferences.remove(handle);
        }
        return before;
    }

    private <T> T compareAndExchangeInAction(final IsoReference<T> variable, final T expected, final T value)
    {
        return engine.run(footprint(variable), action ->
        {
            final T before = action.get(variable);
            if (before == expected)
            {
                action.set(variable, value);
            }
            return before;
        });
    }

    /**
     * Applies a function in an action.
     *
     * @param isNew true to return the new object, false to return the old one.
     */
    <T> T update(final IsoReference<T> variable, final UnaryOperator<T> function, final boolean isNew)
    {
        Objects.requireNonNull(function, "function");
        return engine.run(footprint(variable), action ->
        {
            final T before = action.get(variable);
            final T after = function.apply(before);
            action.set(variable, after);
            return isNew ? after : before;
        });
    }

    private static Footprint footprint(final IsoReference<?> variable)
    {
        return new Footprint(variable.access(), new IsoVariable[]{ variable }, NOTHING);
    }

    @SuppressWarnings("unchecked")
    private static <T> T cast(final Object object)
    {
        // The variable only ever holds objects of this type.
        return (T)object;
    }

    @Override
    public String toString()
    {
        return "ReferenceAccess{" + references + '}';
    }
}
