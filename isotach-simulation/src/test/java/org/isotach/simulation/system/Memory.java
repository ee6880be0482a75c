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
     * A variable of a memory without copies: SCHEDs since the last WRITE, oldest first, and the value below.
     */
    private static final class Variable
    {
        private final List<Long> scheds = new ArrayList<>();
        private long value;
        private final Map<Long, List<Operation>> waiting = new HashMap<>();

        private long version()
        {
            return scheds.isEmpty() ? SUBSTANTIATED : scheds.get(scheds.size() - 1);
        }
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
                if (SUBSTANTIATED == variable.version())
                {
                    return compare(operation, variable.value);
                }
                variable.waiting.computeIfAbsent(variable.version(), any -> new ArrayList<>()).add(operation);
                return null;
            case WRITE:
                variable.value = operation.value();
                variable.scheds.clear();
                return null;
            case SCHED:
                variable.scheds.add(operation.version());
                return null;
            case ASSIGN:
                return assign(operation, variable);
            case CANCEL:
                return cancel(operation, variable);
            default:
                return null;
        }
    }

    private static String assign(final Operation operation, final Variable variable)
    {
        final int sched = variable.scheds.indexOf(operation.version());
        if (sched >= 0)
        {
            variable.value = operation.value();
            variable.scheds.subList(0, sched + 1).clear();
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

    private static String cancel(final Operation operation, final Variable variable)
    {
        final int sched = variable.scheds.indexOf(operation.version());
        final List<Operation> reads = variable.waiting.remove(operation.version());
        if (sched >= 0)
        {
            variable.scheds.remove(sched);
        }
        if (null != reads && sched > 0)
        {
            variable.waiting.computeIfAbsent(variable.scheds.get(sched - 1), any -> new ArrayList<>()).addAll(reads);
        }
        else if (null != reads)
        {
            for (final Operation read : reads)
            {
                final String wrong = sched < 0 ? checkFailed(read) : compare(read, variable.value);
                if (null != wrong)
                {
                    return wrong + ", which waited for what " + operation + " takes back";
                }
            }
        }
        return null;
    }

    private static String checkFailed(final Operation read)
    {
        return read.result().isFailed() ? null : read + " has got " + read.result() + " instead of failing";
    }

    private static String compare(final Operation read, final long expected)
    {
        return read.result().isReady() && expected == read.result().get() ? null :
            read + " has got " + read.result() + " instead of " + expected;
    }
}
