/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Arrays;
import java.util.function.LongConsumer;

import org.isotach.Isochron;
import org.isotach.mbm.MessagePort;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.UpdateFunction;

/**
 * The isochron of a {@link Batch} with references. Old objects leave the table when they are replaced, so each word is
 * exchanged, and the old handles are waited for. If that wait fails, the variables have their new objects nevertheless,
 * and the caretaker waits.
 */
final class ReferenceWrites extends IssuedChange
{
    private final Sessions sessions;
    private final LocalReferences references;
    private final Watchers watchers;
    private final WaitGraph graph;
    private final Caretaker caretaker;
    private final Batch batch;
    private final Object what;
    private final long[] handles;
    private final IsoValue[] before;
    private int retired;

    /**
     * @param what the variables, for messages.
     */
    ReferenceWrites(
        final Engine engine, final LocalReferences references, final Batch batch, final Object what)
    {
        this.references = references;
        this.batch = batch;
        this.what = what;
        sessions = engine.taker().sessions();
        watchers = engine.watchers();
        graph = engine.graph();
        caretaker = engine.caretaker();
        handles = new long[batch.references()];
        before = new IsoValue[handles.length];
        Arrays.setAll(before, i -> new IsoValue());
    }

    void write()
    {
        for (int i = 0; i < handles.length; i++)
        {
            graph.checkNotHeld(what, batch.referenceAddress(i));
        }
        boolean areRetired = false;
        try
        {
            issue();
            if (isIssued())
            {
                awaitIfHolding(graph);
            }
            while (isIssued() && retired < before.length)
            {
                references.retire(before[retired].await());
                retired++;
            }
            areRetired = true;
        }
        finally
        {
            if (isIssued() && !areRetired)
            {
                caretaker.tendOften(this::tryRetire);
            }
        }
    }

    private void issue()
    {
        try
        {
            for (int i = 0; i < handles.length; i++)
            {
                handles[i] = references.add(batch.object(i));
            }
            if (!sessions.tryCarry(this, true))
            {
                sessions.host().waiter().await(() -> sessions.tryCarry(this, true), what);
            }
        }
        finally
        {
            if (isIssued())
            {
                signal();
            }
            else if (!mayBeSent())
            {
                for (final long handle : handles)
                {
                    references.remove(handle);
                }
            }
        }
    }

    /**
     * @return true when all old handles that will ever be known are retired.
     */
    private boolean tryRetire()
    {
        final boolean isOver = isOver();
        for (int i = retired; isOver && i < before.length; i++)
        {
            if (before[i].isReady())
            {
                references.retire(before[i].get());
            }
        }
        return isOver;
    }

    @Override
    void append(final Isochron isochron, final MemoryPort memory, final MessagePort messages)
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
    public boolean isOutstanding()
    {
        for (final IsoValue value : before)
        {
            if (value.isOutstanding())
            {
                return true;
            }
        }
        return false;
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
    public Object what()
    {
        return what;
    }

    @Override
    public boolean isSettled()
    {
        for (final IsoValue value : before)
        {
            if (!value.isReady() && !value.isFailed())
            {
                return false;
            }
        }
        return true;
    }

    @Override
    public void forEachAwaited(final LongConsumer action)
    {
        for (final IsoValue value : before)
        {
            final long version = value.waitsFor();
            if (0 != version)
            {
                action.accept(version);
            }
        }
    }

    @Override
    public void forEachTicket(final LongConsumer action)
    {
        for (final IsoValue value : before)
        {
            action.accept(value.ticket());
        }
    }

    @Override
    public String toString()
    {
        return batch.toString();
    }
}
