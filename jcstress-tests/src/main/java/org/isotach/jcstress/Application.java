/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.jcstress;

import org.isotach.Isochron;
import org.isotach.niu.Host;
import org.isotach.smm.IsoValue;
import org.isotach.smm.LocalMemory;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;
import org.isotach.smm.TakenVariables;
import org.isotach.smm.UpdateFunction;

/**
 * The application of one host. Belongs to one actor at a time.
 */
final class Application
{
    private static final int VALUES = 16;

    private final Isochron isochron;
    private final MemoryPort port;
    private final LocalMemory local;
    private final IsoValue[] values = new IsoValue[VALUES];
    private final TakenVariables taken = new TakenVariables(2);

    Application(final SharedMemory memory, final Host host)
    {
        isochron = host.isochron();
        // Allocates the memory of the isochron here, and not between two operations of an actor.
        isochron.begin().abandon();
        port = memory.port(host);
        local = memory.local(host);
        for (int i = 0; i < VALUES; i++)
        {
            values[i] = new IsoValue();
        }
    }

    Application begin()
    {
        isochron.begin();
        return this;
    }

    Application beginFresh()
    {
        isochron.begin().fresh();
        return this;
    }

    Application read(final int address, final int value)
    {
        port.read(isochron, address, values[value]);
        return this;
    }

    Application read(final int address, final IsoValue value)
    {
        port.read(isochron, address, value);
        return this;
    }

    Application write(final int address, final long value)
    {
        port.write(isochron, address, value);
        return this;
    }

    /**
     * Reads without an isochron.
     */
    boolean tryReadLocal(final long[] into, final int... addresses)
    {
        return port.tryReadLocal(addresses, into);
    }

    /**
     * Reads without an isochron and without a port, as any thread may.
     */
    boolean tryReadPrepared(final long[] into, final int... addresses)
    {
        return local.reads(addresses).tryRead(into);
    }

    /**
     * Reads one variable without an isochron and without a port.
     */
    long valueOr(final int address, final long otherwise)
    {
        return local.valueOr(address, otherwise);
    }

    /**
     * Writes two variables without an isochron, at once.
     */
    void writeAtOnce(final int first, final long firstValue, final int second, final long secondValue)
    {
        final int[] addresses = { first, second };
        final long[] written = { firstValue, secondValue };
        while (!local.tryWrite(addresses, written, 2))
        {
            Thread.onSpinWait();
        }
    }

    /**
     * Reads variables without an isochron, each alone and all together, while another one is taken. Several threads may
     * make states.
     */
    synchronized void readBesideTaken(final int other, final int... addresses)
    {
        while (!local.tryTake(new int[]{ other }, taken))
        {
            Thread.onSpinWait();
        }
        local.reads(addresses).tryRead(new long[addresses.length]);
        for (final int address : addresses)
        {
            local.valueOr(address, 0);
        }
        while (!local.tryAssign(taken, new long[1]))
        {
            Thread.onSpinWait();
        }
    }

    /**
     * Takes two variables briefly, and assigns to each what it has had, and one more.
     */
    void incrementBriefly(final int first, final int second)
    {
        final int[] addresses = { first, second };
        while (!local.tryTakeBriefly(addresses, taken, new int[0], new long[0], 0))
        {
            Thread.onSpinWait();
        }
        final long[] assigned = { taken.value(0) + 1, taken.value(1) + 1 };
        while (!local.tryAssign(taken, assigned))
        {
            Thread.onSpinWait();
        }
    }

    /**
     * Adds to two variables without an isochron, at once.
     */
    void addAtOnce(final int first, final int second, final long argument)
    {
        final int[] addresses = { first, second };
        final long[] arguments = { argument, argument };
        while (!local.tryUpdate(
            addresses, new UpdateFunction[]{ UpdateFunction.ADD, UpdateFunction.ADD }, arguments, 2))
        {
            Thread.onSpinWait();
        }
    }

    /**
     * Reads without an isochron, one value after the other.
     */
    boolean tryReadOptimistically(final long[] into, final int... addresses)
    {
        final long stamp = port.tryOptimisticRead();
        for (int i = 0; i < addresses.length; i++)
        {
            into[i] = port.localValue(addresses[i]);
        }
        return port.validate(stamp);
    }

    Application sched(final int address)
    {
        port.sched(isochron, address);
        return this;
    }

    Application assign(final int address, final long value)
    {
        port.assign(isochron, address, value);
        return this;
    }

    /**
     * UPDATE with ADD, for the value before it.
     */
    Application getAndAdd(final int address, final long argument, final int value)
    {
        port.getAndUpdate(isochron, address, UpdateFunction.ADD, argument, values[value]);
        return this;
    }

    /**
     * UPDATE with ADD, for the value behind it.
     */
    Application addAndGet(final int address, final long argument, final int value)
    {
        port.updateAndGet(isochron, address, UpdateFunction.ADD, argument, values[value]);
        return this;
    }

    Application compareAndExchange(final int address, final long expected, final long newValue, final int witness)
    {
        port.compareAndExchange(isochron, address, expected, newValue, values[witness]);
        return this;
    }

    Application take(final int... addresses)
    {
        port.take(isochron, addresses, taken);
        return this;
    }

    Application assignTaken(final long... newValues)
    {
        port.assign(isochron, taken, newValues);
        return this;
    }

    /**
     * Waits for the values of all variables that were taken.
     */
    long awaitTaken(final int index)
    {
        return taken.await().value(index);
    }

    Application issue()
    {
        isochron.issue();
        return this;
    }

    /**
     * Issues if that is possible at once, and otherwise abandons the isochron.
     */
    void issueOrAbandon()
    {
        if (!isochron.tryIssue())
        {
            isochron.abandon();
        }
    }

    /**
     * Works for the host; any thread may.
     */
    void poll()
    {
        port.host().poll();
    }

    /**
     * Waits until the last isochron has executed at this host.
     */
    void awaitExecuted()
    {
        isochron.awaitExecuted();
    }

    /**
     * Waits for the value of a read.
     */
    long await(final int value)
    {
        return values[value].await();
    }
}
