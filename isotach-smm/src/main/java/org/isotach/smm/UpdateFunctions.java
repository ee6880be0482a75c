/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongBinaryOperator;

/**
 * The registered functions, by host and number. Threadsafe.
 */
final class UpdateFunctions
{
    private final int hostCount;

    // Rows of hosts.
    private final AtomicReferenceArray<LongBinaryOperator> functions;

    // By number: the count of hosts that have registered it.
    private final AtomicIntegerArray registrations = new AtomicIntegerArray(UpdateFunction.MAX_FUNCTIONS);

    // Volatile, so that a thread that registers too late notices; publishes nothing.
    private volatile boolean isInUse;

    UpdateFunctions(final int hostCount)
    {
        this.hostCount = hostCount;
        functions = new AtomicReferenceArray<>(hostCount * UpdateFunction.MAX_FUNCTIONS);
    }

    /**
     * Registers a function at some hosts, or, if it throws, at none.
     *
     * @throws IllegalArgumentException if the number is out of range.
     * @throws IllegalStateException    if one of the hosts has a function with this number, or an isochron has been
     *                                  begun.
     */
    synchronized UpdateFunction register(
        final int firstHost, final int endOfHosts, final int number, final LongBinaryOperator function)
    {
        Objects.requireNonNull(function, "function");
        if (number < 0 || number >= UpdateFunction.MAX_FUNCTIONS)
        {
            throw new IllegalArgumentException("number of a function: " + number + " (expected: 0.." +
                (UpdateFunction.MAX_FUNCTIONS - 1) + ')');
        }
        for (int host = firstHost; host < endOfHosts; host++)
        {
            if (isInUse)
            {
                throw new IllegalStateException("function " + number + " for host " + host +
                    ": the shared memory is in use already. Register functions directly after SharedMemory.on()," +
                    " before the first isochron");
            }
            if (null != functions.getPlain(index(host, number)))
            {
                throw new IllegalStateException("function " + number + " is registered already at host " + host +
                    ": give each function a number of its own, and register it once at each host");
            }
        }
        for (int host = firstHost; host < endOfHosts; host++)
        {
            functions.setPlain(index(host, number), function);
        }
        // Release: this function and, through the monitor, those before. Partner: check().
        registrations.setRelease(number, registrations.getPlain(number) + endOfHosts - firstHost);
        return UpdateFunction.registered(number);
    }

    /**
     * Notes that the first operation is about to be appended.
     */
    void use()
    {
        if (!isInUse)
        {
            isInUse = true;
        }
    }

    /**
     * Refuses an UPDATE that one of the hosts could not compute.
     *
     * @throws IllegalStateException if a host does not have the function.
     */
    void check(final UpdateFunction function)
    {
        if (UpdateFunction.isRegistered(function.code()))
        {
            final int number = UpdateFunction.number(function.code());
            // Acquire: the functions, which the isochron publishes to the executors. Partner: register().
            if (registrations.getAcquire(number) != hostCount)
            {
                throw new IllegalStateException("function " + number + " is not registered at host " +
                    firstWithout(number) + ": register it at all " + hostCount + " hosts, before the first isochron");
            }
        }
    }

    private synchronized int firstWithout(final int number)
    {
        int host = 0;
        while (host < hostCount - 1 && null != functions.getPlain(index(host, number)))
        {
            host++;
        }
        return host;
    }

    /**
     * Returns a function that {@link #check} has not refused; for the executor of a host.
     */
    LongBinaryOperator get(final int host, final int code)
    {
        return functions.getPlain(index(host, UpdateFunction.number(code)));
    }

    private static int index(final int host, final int number)
    {
        return host * UpdateFunction.MAX_FUNCTIONS + number;
    }

    @Override
    public String toString()
    {
        return "UpdateFunctions{hosts=" + hostCount + ", isInUse=" + isInUse + '}';
    }
}
