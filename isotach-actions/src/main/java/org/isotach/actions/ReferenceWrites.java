/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.isotach.Isochron;
import org.isotach.smm.IsoValue;
import org.isotach.smm.UpdateFunction;

/**
 * The isochron of a {@link Batch} with references. Their objects leave the table when they are replaced, so each word
 * is exchanged, and what was there before is waited for. If that wait fails, the variables have their new objects
 * nevertheless. Belongs to one thread.
 */
final class ReferenceWrites
{
    private final Sessions sessions;
    private final References references;
    private final Watchers watchers;
    private final Batch batch;
    private final long[] handles;
    private final IsoValue[] before;

    // From here on it is not known whether variables have the handles, unless the call says that they have not.
    private boolean isOnItsWay;

    ReferenceWrites(final Engine engine, final Batch batch)
    {
        this.batch = batch;
        sessions = engine.taker().sessions();
        references = engine.taker().references();
        watchers = engine.watchers();
        handles = new long[batch.references()];
        before = new IsoValue[handles.length];
    }

    void write(final Object what)
    {
        for (int i = 0; i < handles.length; i++)
        {
            handles[i] = references.add(batch.object(i));
            before[i] = new IsoValue();
        }
        try
        {
            if (!tryIssue())
            {
                sessions.host().waiter().awaitChange(this::tryIssue, what);
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

    /**
     * Whoever waits for room does it without a session: what makes room may need one.
     */
    private boolean tryIssue()
    {
        final Session session = sessions.enter();
        try
        {
            final Isochron isochron = session.begin();
            for (int i = 0; i < batch.count(); i++)
            {
                session.port().write(isochron, batch.addresses()[i], batch.values()[i]);
            }
            for (int i = 0; i < handles.length; i++)
            {
                session.port().getAndUpdate(
                    isochron, batch.referenceAddress(i), UpdateFunction.EXCHANGE, handles[i], before[i]);
            }
            isOnItsWay = true;
            isOnItsWay = session.tryIssue(true);
            return isOnItsWay;
        }
        catch (final Throwable ex)
        {
            session.abandon();
            throw ex;
        }
        finally
        {
            session.exit();
        }
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
