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
    private static final int NONE = -1;

    /**
     * What a variable waits for, or has waited for: a SCHED, or an UPDATE behind one. Reads that wait for it, and the
     * UPDATE that does.
     */
    private static final class Node
    {
        // Null for a SCHED.
        private final Operation update;
        private final List<Operation> reads = new ArrayList<>();
        private Node behind;

        private Node(final Operation update)
        {
            this.update = update;
        }

        private Node last()
        {
            return null == behind ? this : behind.last();
        }
    }

    /**
     * A variable of a memory without copies: SCHEDs since the last WRITE, oldest first, each with the UPDATEs behind
     * it, and the value below.
     */
    private static final class Variable
    {
        private final List<Node> scheds = new ArrayList<>();
        private long value;

        // By version, also those that were overwritten.
        private final Map<Long, Node> nodes = new HashMap<>();

        private boolean isScheduled()
        {
            return !scheds.isEmpty();
        }

        private Node last()
        {
            return scheds.get(scheds.size() - 1).last();
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
                    if (variable.isScheduled() || read.values()[i] != variable.value)
                    {
                        return read + ", variable " + read.addresses()[i] + " being " + variable.value +
                            (variable.isScheduled() ? " and scheduled" : "");
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
                if (variable.isScheduled())
                {
                    variable.last().reads.add(operation);
                    return null;
                }
                return compare(operation, variable.value);
            case WRITE:
                variable.value = operation.value();
                variable.scheds.clear();
                return null;
            case SCHED:
                variable.scheds.add(new Node(null));
                variable.nodes.put(operation.version(), variable.last());
                return null;
            case UPDATE:
            case GET_AND_UPDATE:
            case UPDATE_AND_GET:
                return update(operation, variable);
            case ASSIGN:
                return assign(operation, variable);
            case CANCEL:
                return cancel(operation, variable);
            default:
                return null;
        }
    }

    private String update(final Operation operation, final Variable variable)
    {
        if (variable.isScheduled())
        {
            variable.last().behind = new Node(operation);
            return null;
        }
        final long before = variable.value;
        variable.value = operation.apply(before);
        return compareResult(operation, before, variable.value);
    }

    private String compareResult(final Operation update, final long before, final long value)
    {
        return null == update.result() ? null :
            compare(update, Operation.Kind.GET_AND_UPDATE == update.kind() ? before : value);
    }

    private String assign(final Operation operation, final Variable variable)
    {
        final Node node = variable.nodes.remove(operation.version());
        if (null == node)
        {
            return null;
        }
        final int sched = variable.scheds.indexOf(node);
        if (sched >= 0)
        {
            variable.value = valueBehind(node, operation.value());
            variable.scheds.subList(0, sched + 1).clear();
        }
        final String wrong = compareAll(node, operation.value());
        return null == wrong ? null : wrong + ", which waited for " + operation;
    }

    private static long valueBehind(final Node node, final long value)
    {
        final long here = null == node.update ? value : node.update.apply(value);
        return null == node.behind ? here : valueBehind(node.behind, here);
    }

    /**
     * The reads that wait for a SCHED, or UPDATE, and all UPDATEs behind it.
     *
     * @param value of the SCHED, or the one before the UPDATE.
     */
    private String compareAll(final Node node, final long value)
    {
        final long here = null == node.update ? value : node.update.apply(value);
        String wrong = null == node.update ? null : compareResult(node.update, value, here);
        for (final Operation read : node.reads)
        {
            wrong = null == wrong ? compare(read, here) : wrong;
        }
        return null == wrong && null != node.behind ? compareAll(node.behind, here) : wrong;
    }

    private String cancel(final Operation operation, final Variable variable)
    {
        final Node node = variable.nodes.remove(operation.version());
        if (null == node)
        {
            return null;
        }
        final int sched = variable.scheds.indexOf(node);
        if (sched > 0)
        {
            final Node before = variable.scheds.get(sched - 1).last();
            before.reads.addAll(node.reads);
            before.behind = node.behind;
            variable.scheds.remove(sched);
            return null;
        }
        final String wrong = sched < 0 ? checkAllFailed(node) : compareAll(node, variable.value);
        if (sched >= 0)
        {
            variable.value = valueBehind(node, variable.value);
            variable.scheds.remove(sched);
        }
        return null == wrong ? null : wrong + ", which waited for what " + operation + " takes back";
    }

    private String checkAllFailed(final Node node)
    {
        String wrong = null == node.update || null == node.update.result() ? null : checkFailed(node.update);
        for (final Operation read : node.reads)
        {
            wrong = null == wrong ? checkFailed(read) : wrong;
        }
        return null == wrong && null != node.behind ? checkAllFailed(node.behind) : wrong;
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
