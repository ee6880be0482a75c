/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.isotach.Isochron;
import org.isotach.smm.IsoValue;
import org.isotach.smm.LocalMemory;
import org.isotach.smm.UpdateFunction;

/**
 * UPDATEs of single variables that tell a value: at once if that is possible, and otherwise one isochron each. All
 * methods are threadsafe.
 */
final class UpdateAccess
{
    private final Sessions sessions;
    private final Watchers watchers;

    // Of the only host; null where there are several.
    private final LocalMemory local;
    private final Slots<Result> results = new Slots<>();

    /**
     * An UPDATE with a result.
     */
    private static final class Result
    {
        private final IsoValue value = new IsoValue();
        private final long[] oldAndNew = new long[2];
        private int address;
        private UpdateFunction function;
        private long argument;
        private long expected;
        private boolean isNew;
    }

    UpdateAccess(final Engine engine)
    {
        sessions = engine.taker().sessions();
        local = engine.taker().local();
        watchers = engine.watchers();
    }

    /**
     * @param function null to compare and set.
     * @param expected value, to compare and set.
     * @param isNew    is the new value wanted, and not the old one?
     */
    long update(
        final int address,
        final UpdateFunction function,
        final long argument,
        final long expected,
        final boolean isNew,
        final Object variable)
    {
        Result result = results.take();
        if (null == result)
        {
            result = new Result();
        }
        result.address = address;
        result.function = function;
        result.argument = argument;
        result.expected = expected;
        result.isNew = isNew;
        if (null != local && tryUpdateAtOnce(result))
        {
            final long value = result.oldAndNew[isNew ? 1 : 0];
            results.give(result);
            if (watchers.isNeeded())
            {
                watchers.signal(address);
            }
            return value;
        }
        if (!tryIssue(result))
        {
            final Result late = result;
            sessions.host().waiter().awaitChange(() -> tryIssue(late), variable);
        }
        if (watchers.isNeeded())
        {
            watchers.signal(address);
        }
        try
        {
            return result.value.await();
        }
        finally
        {
            if (result.value.isReady() || result.value.isFailed())
            {
                results.give(result);
            }
        }
    }

    private boolean tryUpdateAtOnce(final Result result)
    {
        return null == result.function ?
            local.tryCompareAndExchange(result.address, result.expected, result.argument, result.oldAndNew) :
            local.tryUpdate(result.address, result.function, result.argument, result.oldAndNew);
    }

    /**
     * Whoever waits for room does it without a session: what makes room may need one.
     */
    private boolean tryIssue(final Result result)
    {
        final Session session = sessions.enter();
        try
        {
            final Isochron isochron = session.begin();
            if (null == result.function)
            {
                session.port().compareAndExchange(
                    isochron, result.address, result.expected, result.argument, result.value);
            }
            else if (result.isNew)
            {
                session.port().updateAndGet(
                    isochron, result.address, result.function, result.argument, result.value);
            }
            else
            {
                session.port().getAndUpdate(
                    isochron, result.address, result.function, result.argument, result.value);
            }
            return session.tryIssue(true);
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

    @Override
    public String toString()
    {
        return "UpdateAccess{" + sessions + '}';
    }
}
