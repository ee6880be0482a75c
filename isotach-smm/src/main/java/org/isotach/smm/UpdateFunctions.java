/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BiConsumer;
import java.util.function.LongBinaryOperator;

/**
 * The registered functions, by host and number. Threadsafe.
 */
final class UpdateFunctions
{
    private final int hostCount;

    // Those of this JVM: whether those of other members have the same is compared when they join.
    private final int[] localHosts;
    private final BiConsumer<String, String> setUp;

    // Rows of hosts.
    private final AtomicReferenceArray<LongBinaryOperator> functions;

    // By number: the count of local hosts that have registered it.
    private final AtomicIntegerArray registrations = new AtomicIntegerArray(UpdateFunction.MAX_FUNCTIONS);

    // Volatile, so that a thread that registers too late notices; publishes nothing.
    private volatile boolean isInUse;

    /**
     * @param localHosts numbers of the hosts of this JVM, ascending.
     * @param setUp      told what is registered, and of which class it is if that can be compared.
     */
    UpdateFunctions(final int hostCount, final int[] localHosts, final BiConsumer<String, String> setUp)
    {
        this.hostCount = hostCount;
        this.localHosts = localHosts;
        this.setUp = setUp;
        functions = new AtomicReferenceArray<>(hostCount * UpdateFunction.MAX_FUNCTIONS);
    }

    /**
     * Registers a function at some hosts, or, if it throws, at none.
     *
     * @throws IllegalArgumentException if the number is out of range.
     * @throws IllegalStateException    if one of the hosts has a function with this number, or an isochron has been
     *                                  begun, or the members of the cluster have compared theirs.
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
        // Each host may have a class of its own.
        setUp.accept("function " + number, endOfHosts - firstHost == hostCount ? nameOf(function) : "");
        int local = 0;
        for (int host = firstHost; host < endOfHosts; host++)
        {
            functions.setPlain(index(host, number), function);
            local += Arrays.binarySearch(localHosts, host) >= 0 ? 1 : 0;
        }
        // Release: this function and, through the monitor, those before. Partner: check().
        registrations.setRelease(number, registrations.getPlain(number) + local);
        return UpdateFunction.registered(number);
    }

    /**
     * Returns the name of the class of a function, empty if another JVM has another name for the same.
     */
    private static String nameOf(final LongBinaryOperator function)
    {
        final Class<?> type = function.getClass();
        return type.isHidden() || type.isSynthetic() || Proxy.isProxyClass(type) ? "" : type.getName();
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
            if (registrations.getAcquire(number) != localHosts.length)
            {
                throw new IllegalStateException("function " + number + " is not registered at host " +
                    firstWithout(number) + ": register it at all " + localHosts.length +
                    " hosts, before the first isochron");
            }
        }
    }

    private synchronized int firstWithout(final int number)
    {
        int i = 0;
        while (i < localHosts.length - 1 && null != functions.getPlain(index(localHosts[i], number)))
        {
            i++;
        }
        return localHosts[i];
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
