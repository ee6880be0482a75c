/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.function.LongConsumer;

import org.isotach.Isochron;
import org.isotach.IsotachInterruptedException;
import org.isotach.IsotachTimeoutException;
import org.isotach.mbm.MessagePort;
import org.isotach.smm.IsoValue;
import org.isotach.smm.LocalMemory;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.UpdateFunction;

/**
 * UPDATEs of single variables that return a value: at once if that is possible, otherwise one isochron each. All
 * methods are threadsafe.
 */
final class UpdateAccess
{
    private final Sessions sessions;
    private final Watchers watchers;
    private final WaitGraph graph;

    // Memory of the only host; null if there are several.
    private final LocalMemory local;
    private final Slots<Result> results = new Slots<>();

    /**
     * An UPDATE with a result.
     */
    private static final class Result extends IssuedChange
    {
        private final IsoValue value = new IsoValue();
        private int address;
        private UpdateFunction function;
        private long argument;
        private long expected;
        private boolean isNew;
        private Object variable;

        // Without an isochron.
        private long valueAtOnce;

        @Override
        void append(final Isochron isochron, final MemoryPort memory, final MessagePort messages)
        {
            if (null == function)
            {
                memory.compareAndExchange(isochron, address, expected, argument, value);
            }
            else if (isNew)
            {
                memory.updateAndGet(isochron, address, function, argument, value);
            }
            else
            {
                memory.getAndUpdate(isochron, address, function, argument, value);
            }
        }

        @Override
        public boolean isOutstanding()
        {
            return value.isOutstanding();
        }

        @Override
        public Object what()
        {
            return variable;
        }

        @Override
        public boolean isSettled()
        {
            return value.isReady() || value.isFailed();
        }

        @Override
        public void forEachAwaited(final LongConsumer action)
        {
            final long version = value.waitsFor();
            if (0 != version)
            {
                action.accept(version);
            }
        }

        @Override
        public void forEachTicket(final LongConsumer action)
        {
            action.accept(value.ticket());
        }
    }

    UpdateAccess(final Engine engine)
    {
        sessions = engine.taker().sessions();
        local = engine.taker().local();
        watchers = engine.watchers();
        graph = engine.graph();
    }

    /**
     * @param function the function, null to compare and set.
     * @param expected the expected value, to compare and set.
     * @param isNew    true to return the new value, false to return the old one.
     */
    long update(
        final int address,
        final UpdateFunction function,
        final long argument,
        final long expected,
        final boolean isNew,
        final Object variable)
    {
        if (null != local)
        {
            final long value = atOnce(address, function, argument, expected, isNew);
            if (Reader.NO_VALUE != value)
            {
                return value;
            }
        }
        final Result result = begin(address, function, argument, expected, isNew, variable);
        graph.checkNotHeld(variable, address);
        try
        {
            if (!sessions.tryCarry(result, true))
            {
                awaitRoom(result);
            }
        }
        finally
        {
            // What was issued executes, also if the wait for that was given up.
            if (result.isIssued() && watchers.isNeeded())
            {
                watchers.signal(address);
            }
        }
        if (!result.isIssued())
        {
            final long value = result.valueAtOnce;
            results.give(result);
            return value;
        }
        try
        {
            result.awaitIfHolding(graph);
            return result.value.await();
        }
        catch (final IsotachTimeoutException ex)
        {
            throw IssuedBefore.with(ex, result.nevertheless());
        }
        catch (final IsotachInterruptedException ex)
        {
            throw IssuedBefore.with(ex, result.nevertheless());
        }
        finally
        {
            if (result.isSettled())
            {
                results.give(result);
            }
        }
    }

    /**
     * Waits until it is issued, or done at once because nobody has reserved its variable any more.
     */
    private void awaitRoom(final Result result)
    {
        // By itself: nobody announces what is given back without an isochron, and the room may be that of another host.
        sessions.host().waiter().await(
            () -> null != local && tryAtOnce(result) || sessions.tryCarry(result, true), result.variable);
    }

    /**
     * Exchanges a word without an isochron, where there is one host.
     *
     * @return the old value, {@link Reader#NO_VALUE} if that is not possible at present.
     */
    long tryExchange(final int address, final long word)
    {
        return atOnce(address, UpdateFunction.EXCHANGE, word, 0, false);
    }

    private Result begin(
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
        result.isNotIssued();
        result.address = address;
        result.function = function;
        result.argument = argument;
        result.expected = expected;
        result.isNew = isNew;
        result.variable = variable;
        return result;
    }

    private boolean tryAtOnce(final Result result)
    {
        result.valueAtOnce =
            atOnce(result.address, result.function, result.argument, result.expected, result.isNew);
        return Reader.NO_VALUE != result.valueAtOnce;
    }

    /**
     * Does an UPDATE without an isochron, where there is one host.
     *
     * @return the value to return, {@link Reader#NO_VALUE} if that is not possible at present.
     */
    private long atOnce(
        final int address,
        final UpdateFunction function,
        final long argument,
        final long expected,
        final boolean isNew)
    {
        final long value;
        if (null == function)
        {
            value = local.compareAndExchangeOr(address, expected, argument, Reader.NO_VALUE);
        }
        else
        {
            value = isNew ?
                local.updateAndGetOr(address, function, argument, Reader.NO_VALUE) :
                local.getAndUpdateOr(address, function, argument, Reader.NO_VALUE);
        }
        if (Reader.NO_VALUE != value && watchers.isNeeded())
        {
            watchers.signal(address);
        }
        return value;
    }

    @Override
    public String toString()
    {
        return "UpdateAccess{" + sessions + '}';
    }
}
