/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

import org.isotach.Isochron;
import org.isotach.IsotachException;
import org.isotach.mbm.MessagePort;
import org.isotach.niu.Host;
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
    private static final class Result implements Cargo, Wait
    {
        private final IsoValue value = new IsoValue();
        private final RunWait wait = new RunWait();

        // Acquire. Partners: the threads that deliver.
        private final BooleanSupplier isSettledOrCalledOff = () -> isSettled() || wait.isCalledOff();
        private final long[] oldAndNew = new long[2];
        private int address;
        private UpdateFunction function;
        private long argument;
        private long expected;
        private boolean isNew;
        private Object variable;
        private Host host;

        @Override
        public void load(final Isochron isochron, final MemoryPort memory, final MessagePort messages)
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
        public void issued(final int session, final Host ofSession)
        {
            host = ofSession;
        }

        /**
         * Waits until the result has arrived, or the wait is called off.
         */
        private void await()
        {
            wait.at(host).awaitChange(isSettledOrCalledOff, variable);
            final IsotachException reason = wait.reason();
            if (null != reason && !isSettled())
            {
                throw new DeadlockException(reason.getMessage() + ". The change of " + variable +
                    " was issued before, and takes place nevertheless");
            }
        }

        @Override
        public RunWait state()
        {
            return wait;
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

        @Override
        public long firstHeld()
        {
            return 0;
        }

        @Override
        public int heldCount()
        {
            // What comes behind it waits for the reservation that it waits for.
            return 0;
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
        result.variable = variable;
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
        graph.checkNotHeld(variable, address);
        if (!sessions.tryCarry(result, true))
        {
            final Result late = result;
            sessions.host().waiter().awaitChange(() -> sessions.tryCarry(late, true), variable);
        }
        if (watchers.isNeeded())
        {
            watchers.signal(address);
        }
        try
        {
            if (graph.isHolding() && !result.isSettled())
            {
                awaitInGraph(result);
            }
            return result.value.await();
        }
        finally
        {
            if (result.isSettled())
            {
                results.give(result);
            }
        }
    }

    private void awaitInGraph(final Result result)
    {
        final int place = graph.begins(result);
        try
        {
            result.await();
        }
        finally
        {
            graph.ends(result, place);
            result.wait.forget();
        }
    }

    private boolean tryUpdateAtOnce(final Result result)
    {
        return null == result.function ?
            local.tryCompareAndExchange(result.address, result.expected, result.argument, result.oldAndNew) :
            local.tryUpdate(result.address, result.function, result.argument, result.oldAndNew);
    }

    @Override
    public String toString()
    {
        return "UpdateAccess{" + sessions + '}';
    }
}
