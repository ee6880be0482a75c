/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The rules of shared memory, told one operation after the other: one value per variable instead of copies, a list
 * per version instead of a table. Wrong rules are there to show that a comparison with it finds them.
 */
final class SequentialMemory
{
    /**
     * The rules, and mistakes that one could make.
     */
    enum Rules
    {
        RIGHT,
        WRITE_RELEASES_READS,
        WRITE_LEAVES_THE_SCHED,
        ASSIGN_OVERWRITES_LATER_POSTS,
        ASSIGN_IS_FOR_ANY_SCHED_OF_THE_HOST,
        SCHED_TAKES_OLDER_READS_ALONG,
        READ_SEES_THE_VALUE_BEFORE_THE_SCHED
    }

    private static final class Variable
    {
        private long value;
        private long version = Version.SUBSTANTIATED;
        private Map<Long, List<Integer>> waiting = new HashMap<>();

        private void release(final long released, final long result, final Map<Integer, Long> results)
        {
            final List<Integer> reads = waiting.remove(released);
            if (null != reads)
            {
                reads.forEach(read -> results.put(read, result));
            }
        }
    }

    private final Rules rules;
    private final Map<Integer, Variable> variables = new HashMap<>();
    private final Map<Integer, Long> results = new HashMap<>();

    SequentialMemory(final Rules rules)
    {
        this.rules = rules;
    }

    void read(final int address, final int read)
    {
        final Variable variable = variable(address);
        if (Version.SUBSTANTIATED == variable.version || Rules.READ_SEES_THE_VALUE_BEFORE_THE_SCHED == rules)
        {
            results.put(read, variable.value);
        }
        else
        {
            variable.waiting.computeIfAbsent(variable.version, version -> new ArrayList<>()).add(read);
        }
    }

    void write(final int address, final long value)
    {
        final Variable variable = variable(address);
        if (Rules.WRITE_RELEASES_READS == rules)
        {
            variable.release(variable.version, value, results);
        }
        if (Rules.WRITE_LEAVES_THE_SCHED != rules)
        {
            variable.version = Version.SUBSTANTIATED;
        }
        variable.value = value;
    }

    void sched(final int address, final long version)
    {
        final Variable variable = variable(address);
        if (Rules.SCHED_TAKES_OLDER_READS_ALONG == rules)
        {
            final List<Integer> reads = variable.waiting.remove(variable.version);
            if (null != reads)
            {
                variable.waiting.put(known(version), reads);
            }
        }
        variable.version = known(version);
    }

    void assign(final int address, final long version, final long value)
    {
        final Variable variable = variable(address);
        if (known(version) == variable.version || Rules.ASSIGN_OVERWRITES_LATER_POSTS == rules)
        {
            variable.value = value;
            variable.version = Version.SUBSTANTIATED;
        }
        variable.release(known(version), value, results);
    }

    /**
     * The values that were read, by the number of the read; reads that still wait have none.
     */
    Map<Integer, Long> results()
    {
        return results;
    }

    long value(final int address)
    {
        return variable(address).value;
    }

    private Variable variable(final int address)
    {
        return variables.computeIfAbsent(address, any -> new Variable());
    }

    private long known(final long version)
    {
        return Rules.ASSIGN_IS_FOR_ANY_SCHED_OF_THE_HOST == rules ? 1 + Version.host(version) : version;
    }
}
