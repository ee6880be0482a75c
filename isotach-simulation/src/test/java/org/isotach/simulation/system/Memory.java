/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.isotach.simulation.Invariant;

/**
 * INV-10 to INV-12: every READ has got what a memory gives that executes all isochrons one by one in the total order,
 * and every copy ends as that memory does.
 */
final class Memory implements Invariant
{
    private static final long SUBSTANTIATED = 0;

    /**
     * A variable of a memory without copies.
     */
    private static final class Variable
    {
        private long value;
        private long version = SUBSTANTIATED;
        private final Map<Long, List<Operation>> waiting = new HashMap<>();
    }

    private final Records records;
    private final FinalCopies copies;

    Memory(final Records records, final FinalCopies copies)
    {
        this.records = records;
        this.copies = copies;
    }

    @Override
    public String violation()
    {
        final Map<Integer, Variable> variables = new HashMap<>();
        for (final Issued isochron : records.order().sequence())
        {
            for (final Operation operation : isochron.operations)
            {
                final String wrong =
                    execute(operation, variables.computeIfAbsent(operation.address(), any -> new Variable()));
                if (null != wrong)
                {
                    return wrong + " in " + isochron;
                }
            }
        }
        for (final Map.Entry<Integer, Variable> variable : variables.entrySet())
        {
            final String wrong = copies.violation(variable.getKey(), variable.getValue().value);
            if (null != wrong)
            {
                return wrong;
            }
        }
        return null;
    }

    /**
     * @return what is wrong, null if nothing is.
     */
    private static String execute(final Operation operation, final Variable variable)
    {
        switch (operation.kind())
        {
            case READ:
                if (SUBSTANTIATED == variable.version)
                {
                    return compare(operation, variable.value);
                }
                variable.waiting.computeIfAbsent(variable.version, any -> new ArrayList<>()).add(operation);
                return null;
            case WRITE:
                variable.value = operation.value();
                variable.version = SUBSTANTIATED;
                return null;
            case SCHED:
                variable.version = operation.version();
                return null;
            case ASSIGN:
                return assign(operation, variable);
            default:
                return null;
        }
    }

    private static String assign(final Operation operation, final Variable variable)
    {
        if (operation.version() == variable.version)
        {
            variable.value = operation.value();
            variable.version = SUBSTANTIATED;
        }
        final List<Operation> reads = variable.waiting.remove(operation.version());
        if (null != reads)
        {
            for (final Operation read : reads)
            {
                final String wrong = compare(read, operation.value());
                if (null != wrong)
                {
                    return wrong + ", which waited for " + operation;
                }
            }
        }
        return null;
    }

    private static String compare(final Operation read, final long expected)
    {
        return read.result().isReady() && expected == read.result().get() ? null :
            read + " has got " + read.result() + " instead of " + expected;
    }
}
