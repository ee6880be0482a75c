/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.function.UnaryOperator;

/**
 * READ, WRITE and UPDATE of single references outside of actions. Without other members a change is an UPDATE of the
 * handle. It puts the new object into the table before, and the thread that gets the old handle as its result retires
 * that, and nobody else does. With other members a change is an action, see {@link ReferencesOfMembers}. All methods
 * are threadsafe.
 */
final class ReferenceUpdates implements ReferenceAccess
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
    ReferenceUpdates(
        final Engine engine, final Reader reader, final UpdateAccess updates, final LocalReferences localReferences)
    {
        this.engine = engine;
        this.reader = reader;
        this.updates = updates;
        this.localReferences = localReferences;
        references = engine.taker().references();
    }

    @Override
    public Object get(final int address, final Object variable)
    {
        final long handle = reader.read(variable, address);
        final Object object = references.getIfThere(handle);
        return References.isFound(handle, object) ? object : readAnew(address, variable);
    }

    private Object readAnew(final int address, final Object variable)
    {
        final OneObject found = new OneObject();
        reader.readAnew(variable, address, found);
        return found.object;
    }

    /**
     * The object of one reference.
     */
    private final class OneObject implements ReferenceReader.Resolver
    {
        private Object object;

        @Override
        public boolean tryResolve(final long[] handles)
        {
            object = references.getIfThere(handles[0]);
            return References.isFound(handles[0], object);
        }

        @Override
        public void resolve(final long[] handles)
        {
            object = references.get(handles[0]);
        }
    }

    @Override
    public void set(final int address, final Object value, final Object variable)
    {
        engine.check(variable);
        if (null == localReferences)
        {
            engine.set(footprint(variable), action -> action.set(asReference(variable), value));
        }
        else
        {
            localReferences.retire(exchange(address, value, variable));
        }
    }

    @Override
    public Object getAndSet(final int address, final Object value, final Object variable)
    {
        engine.check(variable);
        if (null == localReferences)
        {
            return update(before -> value, false, variable);
        }
        final long handle = exchange(address, value, variable);
        // It is there, because only this thread retires the handle.
        final Object before = localReferences.find(handle);
        localReferences.retire(handle);
        return before;
    }

    /**
     * @return the handle that the variable had.
     */
    private long exchange(final int address, final Object value, final Object variable)
    {
        return updates.exchange(localReferences, address, localReferences.add(value), variable);
    }

    /**
     * Compares objects, while the memory compares handles. No handle is used twice, so a variable that still has the
     * handle that was read still has its object. A variable with another handle may have the same object nevertheless,
     * if that was set anew. An action does it after some tries, so no call starves.
     */
    @Override
    public Object compareAndExchange(
        final int address, final Object expected, final Object value, final Object variable)
    {
        engine.check(variable);
        if (null == localReferences)
        {
            return compareAndExchangeInAction(expected, value, variable);
        }
        long handle = reader.read(variable, address);
        for (int i = 0; i < TRIES; i++)
        {
            final Object object = localReferences.find(handle);
            if (!References.isFound(handle, object))
            {
                // It has been retired since it was read, so this reads another one.
                handle = reader.read(variable, address);
            }
            else if (object != expected)
            {
                return object;
            }
            else
            {
                final long before = compareAndExchangeHandle(address, handle, value, variable);
                if (before == handle)
                {
                    return expected;
                }
                handle = before;
            }
        }
        return compareAndExchangeInAction(expected, value, variable);
    }

    private long compareAndExchangeHandle(
        final int address, final long expected, final Object value, final Object variable)
    {
        final long handle = localReferences.add(value);
        final long before = updates.compareAndExchange(localReferences, address, expected, handle, variable);
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

    private Object compareAndExchangeInAction(final Object expected, final Object value, final Object variable)
    {
        final IsoReference<Object> reference = asReference(variable);
        return engine.run(footprint(variable), action ->
        {
            final Object before = action.get(reference);
            if (before == expected)
            {
                action.set(reference, value);
            }
            return before;
        });
    }

    @Override
    public Object update(final UnaryOperator<Object> function, final boolean isNew, final Object variable)
    {
        final IsoReference<Object> reference = asReference(variable);
        return engine.run(footprint(variable), action ->
        {
            final Object before = action.get(reference);
            final Object after = function.apply(before);
            action.set(reference, after);
            return isNew ? after : before;
        });
    }

    private static Footprint footprint(final Object variable)
    {
        final IsoVariable reference = asReference(variable);
        return new Footprint(reference.access(), new IsoVariable[]{ reference }, NOTHING);
    }

    @SuppressWarnings("unchecked")
    private static IsoReference<Object> asReference(final Object variable)
    {
        // The values are given for this variable.
        return (IsoReference<Object>)variable;
    }

    @Override
    public String toString()
    {
        return "ReferenceUpdates{" + references + '}';
    }
}
