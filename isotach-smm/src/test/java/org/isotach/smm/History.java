/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.isotach.PageMap;
import org.isotach.Topology;

/**
 * What happened in a run, and the check that it is a run of isotach memory: all hosts execute in one order of
 * (timestamp, issuer, issue order), every isochron as a whole, in program order, and no sooner than it can get there;
 * and every value that was read, and every copy at the end, is what a sequential memory says in that order.
 * <p>
 * A purely local isochron has its place behind what its host executed before it. Elsewhere nobody can tell.
 */
final class History
{
    private final String name;
    private final Topology topology;
    private final PageMap pageMap;
    private final Map<Integer, IssuedIsochron> issued;
    private final List<List<ExecutionLog.Entry>> logs;
    private final Map<Integer, Long> results;
    private final Map<Integer, Long> finalCopies;

    History(
        final String name,
        final Topology topology,
        final PageMap pageMap,
        final Map<Integer, IssuedIsochron> issued,
        final List<List<ExecutionLog.Entry>> logs,
        final Map<Integer, Long> results,
        final Map<Integer, Long> finalCopies)
    {
        this.name = name;
        this.topology = topology;
        this.pageMap = pageMap;
        this.issued = issued;
        this.logs = logs;
        this.results = results;
        this.finalCopies = finalCopies;
    }

    int size()
    {
        return issued.size();
    }

    /**
     * The same run, had one host executed two isochrons, one behind the other, the other way round.
     */
    History withSwappedEntries(final int host, final int index)
    {
        final List<ExecutionLog.Entry> log = new ArrayList<>(logs.get(host));
        final ExecutionLog.Entry entry = log.remove(index);
        log.add(index + 1, entry);
        final List<List<ExecutionLog.Entry>> swapped = new ArrayList<>(logs);
        swapped.set(host, log);
        return new History(name, topology, pageMap, issued, swapped, results, finalCopies);
    }

    List<ExecutionLog.Entry> log(final int host)
    {
        return logs.get(host);
    }

    boolean isPurelyLocal(final int id)
    {
        return isPurelyLocal(issued.get(id));
    }

    /**
     * Checks all of it.
     *
     * @return the first thing that is wrong, null if nothing is.
     */
    String findMistake(final SequentialMemory.Rules rules)
    {
        final String mistake = findMistakeInLogs();
        return null == mistake ? findMistakeInValues(rules) : mistake;
    }

    private String findMistakeInLogs()
    {
        final Map<Integer, Long> timestamps = new HashMap<>();
        final Map<Integer, Integer> issueOrder = issueOrder();
        for (int host = 0; host < logs.size(); host++)
        {
            final Set<Integer> executed = new HashSet<>();
            final Map<Integer, Integer> lastOfProgram = new HashMap<>();
            ExecutionLog.Entry last = null;
            for (final ExecutionLog.Entry entry : logs.get(host))
            {
                final IssuedIsochron isochron = issued.get(entry.id());
                final String where = name + ": host " + host + ", " + entry + ", " + isochron + ": ";
                if (null == isochron)
                {
                    return where + "never issued";
                }
                if (entry.sender() != isochron.host || !isDestination(isochron, host) || !executed.add(entry.id()))
                {
                    return where + "executed twice, or not its destination";
                }
                final Integer before = lastOfProgram.put(isochron.program, isochron.id);
                if (null != before && before > isochron.id)
                {
                    return where + "out of program order, behind isochron " + before;
                }
                if (isPurelyLocal(isochron))
                {
                    continue;
                }
                if (entry.timestamp() < isochron.time + distance(isochron))
                {
                    return where + "too early, issued at " + isochron.time;
                }
                final Long timestamp = timestamps.putIfAbsent(entry.id(), entry.timestamp());
                if (null != timestamp && timestamp != entry.timestamp())
                {
                    return where + "executed elsewhere at " + timestamp;
                }
                if (null != last && order(issueOrder).compare(last, entry) >= 0)
                {
                    return where + "out of order, behind " + last;
                }
                last = entry;
            }
            for (final IssuedIsochron isochron : issued.values())
            {
                if (isDestination(isochron, host) && !executed.contains(isochron.id))
                {
                    return name + ": host " + host + " has not executed " + isochron;
                }
            }
        }
        return null;
    }

    private String findMistakeInValues(final SequentialMemory.Rules rules)
    {
        final SequentialMemory memory = new SequentialMemory(rules);
        for (final IssuedIsochron isochron : sequence())
        {
            isochron.operations.forEach(operation -> operation.replay(memory));
        }
        for (final Map.Entry<Integer, Long> read : results.entrySet())
        {
            if (!read.getValue().equals(memory.results().get(read.getKey())))
            {
                return name + ": isochron " + read.getKey() / RandomProgram.MAX_OPERATIONS + ", operation " +
                    read.getKey() % RandomProgram.MAX_OPERATIONS + " has read " + read.getValue() + ", expected: " +
                    memory.results().get(read.getKey());
            }
        }
        for (final Map.Entry<Integer, Long> copy : finalCopies.entrySet())
        {
            if (copy.getValue() != memory.value(copy.getKey()))
            {
                return name + ": variable " + copy.getKey() + " ends with " + copy.getValue() + ", expected: " +
                    memory.value(copy.getKey());
            }
        }
        return null;
    }

    /**
     * One order of all isochrons that all hosts agree with.
     */
    private List<IssuedIsochron> sequence()
    {
        final Map<Integer, ExecutionLog.Entry> remote = new HashMap<>();
        final Map<Integer, List<IssuedIsochron>> localBehind = new HashMap<>();
        for (final List<ExecutionLog.Entry> log : logs)
        {
            int place = ExecutionLog.UNLOGGED;
            for (final ExecutionLog.Entry entry : log)
            {
                final IssuedIsochron isochron = issued.get(entry.id());
                if (isPurelyLocal(isochron))
                {
                    localBehind.computeIfAbsent(place, any -> new ArrayList<>()).add(isochron);
                }
                else
                {
                    place = entry.id();
                    remote.put(place, entry);
                }
            }
        }
        final List<IssuedIsochron> sequence =
            new ArrayList<>(localBehind.getOrDefault(ExecutionLog.UNLOGGED, List.of()));
        remote.values().stream().sorted(order(issueOrder())).forEach(entry ->
        {
            sequence.add(issued.get(entry.id()));
            sequence.addAll(localBehind.getOrDefault(entry.id(), List.of()));
        });
        return sequence;
    }

    private static Comparator<ExecutionLog.Entry> order(final Map<Integer, Integer> issueOrder)
    {
        return Comparator.comparingLong(ExecutionLog.Entry::timestamp)
            .thenComparingInt(ExecutionLog.Entry::sender)
            .thenComparingInt(entry -> issueOrder.get(entry.id()));
    }

    /**
     * The order in which each host executes its own isochrons; programs of one host have no other order.
     */
    private Map<Integer, Integer> issueOrder()
    {
        final Map<Integer, Integer> order = new HashMap<>();
        for (int host = 0; host < logs.size(); host++)
        {
            for (final ExecutionLog.Entry entry : logs.get(host))
            {
                if (entry.sender() == host)
                {
                    order.put(entry.id(), order.size());
                }
            }
        }
        return order;
    }

    private int distance(final IssuedIsochron isochron)
    {
        int distance = isochron.isFresh ? topology.eccentricity(isochron.host) : 0;
        for (int host = 0; host < logs.size(); host++)
        {
            if (isDestination(isochron, host))
            {
                distance = Math.max(distance, topology.distance(isochron.host, host));
            }
        }
        return distance;
    }

    private boolean isPurelyLocal(final IssuedIsochron isochron)
    {
        if (isochron.isFresh && logs.size() > 1)
        {
            return false;
        }
        for (int host = 0; host < logs.size(); host++)
        {
            if (host != isochron.host && isDestination(isochron, host))
            {
                return false;
            }
        }
        return true;
    }

    /**
     * A host executes its own isochrons, those that change its copies, and those that may read them.
     */
    private boolean isDestination(final IssuedIsochron isochron, final int host)
    {
        return host == isochron.host || isochron.operations.stream().anyMatch(operation ->
            IssuedIsochron.Kind.READ == operation.kind() ?
            operation.copy() == host : holds(operation.address(), host));
    }

    private boolean holds(final int address, final int host)
    {
        return pageMap.holds(address / pageMap.pageSize(), host);
    }
}
