/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.isotach.simulation.Invariant;
import org.isotach.smm.TakenVariables;

/**
 * INV-10 to INV-12: every READ has got what a memory gives that executes all isochrons one by one in the total order,
 * and every copy ends as that memory does. What was read without an isochron was what that memory had behind the last
 * isochron that the host had executed, and nothing that the program had issued was overtaken.
 */
final class Memory implements Invariant
{
    private static final long SUBSTANTIATED = 0;
    private static final int NONE = -1;

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

    // Variables that were taken together, one of which failed though it had a value, and those one of which had none.
    private final Set<Object> failed = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Object> withReason = Collections.newSetFromMap(new IdentityHashMap<>());

    Memory(final Records records, final FinalCopies copies)
    {
        this.records = records;
        this.copies = copies;
    }

    @Override
    public String violation()
    {
        final Map<Integer, Variable> variables = new HashMap<>();
        final Map<Integer, List<LocalRead>> localReads = new HashMap<>();
        for (final LocalRead read : records.localReads)
        {
            if (hasOvertaken(read))
            {
                return read + ", before it executed " + read.lastIssued() + " of its own";
            }
            localReads.computeIfAbsent(lastExecuted(read), any -> new ArrayList<>()).add(read);
        }
        String wrongRead = violation(localReads.get(NONE), variables);
        if (null != wrongRead)
        {
            return wrongRead;
        }
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
            wrongRead = violation(localReads.get(isochron.id), variables);
            if (null != wrongRead)
            {
                return wrongRead + ", the last one being " + isochron;
            }
        }
        failed.removeAll(withReason);
        if (!failed.isEmpty())
        {
            return "failed without a reason: " + failed;
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
     * The isochron that a host had executed last when it read.
     */
    private int lastExecuted(final LocalRead read)
    {
        return 0 == read.executed() ? NONE : records.traces.get(read.host()).get(read.executed() - 1).id();
    }

    /**
     * Does the host execute something later that is before what the program had issued?
     */
    private boolean hasOvertaken(final LocalRead read)
    {
        final List<Execution> executions = records.traces.get(read.host());
        return null != read.lastIssued() && read.executed() < executions.size() &&
            records.order().position(records.isochrons.get(executions.get(read.executed()).id())) <=
            records.order().position(read.lastIssued());
    }

    private static String violation(final List<LocalRead> reads, final Map<Integer, Variable> variables)
    {
        if (null != reads)
        {
            for (final LocalRead read : reads)
            {
                for (int i = 0; i < read.addresses().length; i++)
                {
                    final Variable variable = variables.computeIfAbsent(read.addresses()[i], any -> new Variable());
                    if (SUBSTANTIATED != variable.version() || read.values()[i] != variable.value)
                    {
                        return read + ", variable " + read.addresses()[i] + " being " + variable.value +
                            (SUBSTANTIATED == variable.version() ? "" : " and scheduled");
                    }
                }
            }
        }
        return null;
    }

    /**
     * @return what is wrong, null if nothing is.
     */
    private String execute(final Operation operation, final Variable variable)
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

    private String assign(final Operation operation, final Variable variable)
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

    private String cancel(final Operation operation, final Variable variable)
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

    private String checkFailed(final Operation read)
    {
        withReason.add(read.result().group());
        return read.result().isFailed() ? null : read + " has got " + read.result() + " instead of failing";
    }

    private String compare(final Operation read, final long expected)
    {
        if (read.result().isFailed() && read.result().group() instanceof TakenVariables taken)
        {
            failed.add(taken);
            return null;
        }
        return read.result().isReady() && expected == read.result().get() ? null :
            read + " has got " + read.result() + " instead of " + expected;
    }
}
