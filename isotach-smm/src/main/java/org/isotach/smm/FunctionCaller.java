/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.function.LongBinaryOperator;

import org.isotach.niu.Host;

/**
 * Calls the functions of UPDATEs for one host; registered functions are called as handlers. Belongs to the executor of
 * the host.
 */
final class FunctionCaller implements Runnable
{
    private final Host host;
    private final UpdateFunctions functions;
    private final VariableNames names;

    // State of the current call: one object for all calls, so that none allocates.
    private LongBinaryOperator called;
    private int code;
    private int address;
    private long argument;
    private long value;
    private boolean hasThrown;

    // The machine had too little stack or memory for it, which says nothing about other copies.
    private boolean mayDiffer;

    FunctionCaller(final Host host, final UpdateFunctions functions, final VariableNames names)
    {
        this.names = names;
        this.host = host;
        this.functions = functions;
    }

    /**
     * Computes the new value of an UPDATE: the old value if the function throws, which the error handler is then told.
     *
     * @param expected the second argument of COMPARE_AND_SET.
     */
    long compute(
        final int functionCode,
        final int variable,
        final long before,
        final long functionArgument,
        final long expected)
    {
        hasThrown = false;
        mayDiffer = false;
        if (!UpdateFunction.isRegistered(functionCode))
        {
            return UpdateFunction.apply(functionCode, before, functionArgument, expected);
        }
        called = functions.get(host.id(), functionCode);
        code = functionCode;
        address = variable;
        value = before;
        argument = functionArgument;
        host.models().runHandler(this);
        return value;
    }

    /**
     * Returns whether the last function has thrown.
     */
    boolean hasThrown()
    {
        return hasThrown;
    }

    /**
     * Returns why there is no result, after the last function has thrown.
     */
    long failure()
    {
        return mayDiffer ? ReadFailure.copiesMayDiffer(host.id()) : ReadFailure.hasThrown(host.id());
    }

    @Override
    public void run()
    {
        try
        {
            value = called.applyAsLong(value, argument);
        }
        catch (final Throwable ex)
        {
            hasThrown = true;
            mayDiffer = ex instanceof VirtualMachineError;
            host.models().report(describe(), ex);
        }
    }

    private String describe()
    {
        return UpdateFunction.describe(code) + " has thrown at host " + host.id() + " in an UPDATE of " +
            names.describe(address) + ", value " + value + ", argument " + argument + ": the value stays as it is, " +
            (mayDiffer ? "at this copy, and the others may now differ: write the variable anew" : "at every copy");
    }

    @Override
    public String toString()
    {
        return "FunctionCaller{host=" + host.id() + ", functions=" + functions + '}';
    }
}
