/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.isotach.Isochron;
import org.isotach.mbm.MessagePort;
import org.isotach.niu.Host;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.UpdateFunction;

/**
 * The isochron of a {@link Batch} with references. Old objects leave the table when they are replaced, so each word is
 * exchanged, and the old handles are waited for. If that wait fails, the variables have their new objects nevertheless.
 * Belongs to one thread.
 */
final class ReferenceWrites implements Cargo
{
    private final Sessions sessions;
    private final References references;
    private final Watchers watchers;
    private final WaitGraph graph;
    private final Batch batch;
    private final long[] handles;
    private final IsoValue[] before;

    // From here on the variables have the handles, or will have them.
    private boolean isOnItsWay;

    ReferenceWrites(final Engine engine, final Batch batch)
    {
        this.batch = batch;
        sessions = engine.taker().sessions();
        references = engine.taker().references();
        watchers = engine.watchers();
        graph = engine.graph();
        handles = new long[batch.references()];
        before = new IsoValue[handles.length];
    }

    void write(final Object what)
    {
        for (int i = 0; i < handles.length; i++)
        {
            graph.checkNotHeld(what, batch.referenceAddress(i));
        }
        for (int i = 0; i < handles.length; i++)
        {
            handles[i] = references.add(batch.object(i));
            before[i] = new IsoValue();
        }
        try
        {
            if (!sessions.tryCarry(this, true))
            {
                sessions.host().waiter().awaitChange(() -> sessions.tryCarry(this, true), what);
            }
        }
        finally
        {
            if (!isOnItsWay)
            {
                for (final long handle : handles)
                {
                    references.remove(handle);
                }
            }
        }
        signal();
        for (final IsoValue value : before)
        {
            references.retire(value.await());
        }
    }

    @Override
    public void load(final Isochron isochron, final MemoryPort memory, final MessagePort messages)
    {
        for (int i = 0; i < batch.count(); i++)
        {
            memory.write(isochron, batch.addresses()[i], batch.values()[i]);
        }
        for (int i = 0; i < handles.length; i++)
        {
            memory.getAndUpdate(
                isochron, batch.referenceAddress(i), UpdateFunction.EXCHANGE, handles[i], before[i]);
        }
    }

    @Override
    public void issued(final int session, final Host host)
    {
        isOnItsWay = true;
    }

    private void signal()
    {
        if (watchers.isNeeded())
        {
            for (int i = 0; i < batch.count(); i++)
            {
                watchers.signal(batch.addresses()[i]);
            }
            for (int i = 0; i < handles.length; i++)
            {
                watchers.signal(batch.referenceAddress(i));
            }
        }
    }

    @Override
    public String toString()
    {
        return batch.toString();
    }
}
