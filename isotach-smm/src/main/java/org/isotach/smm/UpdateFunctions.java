/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongBinaryOperator;

/**
 * The functions of the user, by host and number. Threadsafe.
 */
final class UpdateFunctions
{
    private final int hostCount;

    // Rows of hosts.
    private final AtomicReferenceArray<LongBinaryOperator> functions;
    private volatile boolean isInUse;

    UpdateFunctions(final int hostCount)
    {
        this.hostCount = hostCount;
        functions = new AtomicReferenceArray<>(hostCount * UpdateFunction.MAX_FUNCTIONS);
    }

    /**
     * Registers a function at some hosts, or at none.
     *
     * @throws IllegalArgumentException when the number is out of range.
     * @throws IllegalStateException    when one of the hosts has a function with this number, or an isochron has been
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
            if (null != functions.get(index(host, number)))
            {
                throw new IllegalStateException("function " + number + " is registered already at host " + host +
                    ": give each function a number of its own, and register it once at each host");
            }
        }
        for (int host = firstHost; host < endOfHosts; host++)
        {
            // Release: the function, complete. Partner: check().
            functions.setRelease(index(host, number), function);
        }
        return UpdateFunction.registered(number);
    }

    /**
     * The first operation is about to be appended.
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
     * @throws IllegalStateException when a host does not have the function.
     */
    void check(final UpdateFunction function)
    {
        if (UpdateFunction.isRegistered(function.code()))
        {
            final int number = UpdateFunction.number(function.code());
            for (int host = 0; host < hostCount; host++)
            {
                // Acquire, so that the isochron publishes it to the executor of the host. Partner: register().
                if (null == functions.getAcquire(index(host, number)))
                {
                    throw new IllegalStateException("function " + number + " is not registered at host " + host +
                        ": register it at all " + hostCount + " hosts, before the first isochron");
                }
            }
        }
    }

    /**
     * For the executor of a host, about a function that {@link #check} has not refused.
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
