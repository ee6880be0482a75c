/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;

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
        READ_SEES_THE_VALUE_BEFORE_THE_SCHED,
        UPDATE_CHANGES_THE_VALUE_BEFORE_THE_SCHED,
        UPDATE_COVERS_THE_SCHED,
        UPDATE_CHANGES_THE_VALUE_OF_A_LATER_WRITE,
        UPDATES_ARE_COMPUTED_ONCE_TOO_OFTEN,
        UPDATE_IS_FORGOTTEN_WHEN_IT_IS_COVERED,
        UPDATE_GIVES_THE_OTHER_RESULT,
        UPDATE_THAT_THROWS_CHANGES_THE_VALUE,
        UPDATE_THAT_THROWS_HAS_A_RESULT
    }

    /**
     * A version that is a function of another one.
     */
    private record Dependent(long version, LongUnaryOperator function, Integer oldResult, Integer newResult)
    {
    }

    private static final class Variable
    {
        private long value;
        private long version = Version.SUBSTANTIATED;
        private Map<Long, List<Integer>> waiting = new HashMap<>();

        // By the version that they depend on.
        private final Map<Long, Dependent> dependents = new HashMap<>();

        private void release(final long released, final long result, final Map<Integer, Long> results)
        {
            final List<Integer> reads = waiting.remove(released);
            if (null != reads)
            {
                reads.forEach(read -> results.put(read, result));
            }
        }

        /**
         * Is a version what the variable waits for, or does that depend on it?
         */
        private boolean waitsFor(final long awaited)
        {
            Dependent dependent = dependents.get(awaited);
            boolean isSo = awaited == version;
            while (!isSo && null != dependent)
            {
                isSo = dependent.version == version;
                dependent = dependents.get(dependent.version);
            }
            return isSo;
        }
    }

    private final Rules rules;

    // Below those of SCHEDs, which are positive.
    private long lastDependent = Version.UNKNOWN;
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
        if (Rules.UPDATE_IS_FORGOTTEN_WHEN_IT_IS_COVERED == rules)
        {
            variable.dependents.clear();
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
        final boolean isLast = variable.waitsFor(known(version)) || Rules.ASSIGN_OVERWRITES_LATER_POSTS == rules ||
            Rules.UPDATE_CHANGES_THE_VALUE_OF_A_LATER_WRITE == rules &&
            variable.dependents.containsKey(known(version)) && Version.SUBSTANTIATED == variable.version;
        long result = value;
        variable.release(known(version), result, results);
        Dependent dependent = variable.dependents.remove(known(version));
        while (null != dependent)
        {
            result = compute(dependent.function, result, dependent.oldResult, dependent.newResult);
            variable.release(dependent.version, result, results);
            final Dependent next = variable.dependents.remove(dependent.version);
            if (null == next && Rules.UPDATES_ARE_COMPUTED_ONCE_TOO_OFTEN == rules)
            {
                result = compute(dependent.function, result, null, null);
            }
            dependent = next;
        }
        if (isLast)
        {
            variable.value = result;
            variable.version = Version.SUBSTANTIATED;
        }
    }

    /**
     * @param oldResult number of the read that the value before is for, null for none.
     * @param newResult number of the read that the value behind it is for, null for none.
     */
    void update(
        final int address, final LongUnaryOperator function, final Integer oldResult, final Integer newResult)
    {
        final Variable variable = variable(address);
        final boolean areSwapped = Rules.UPDATE_GIVES_THE_OTHER_RESULT == rules;
        final Integer ofBefore = areSwapped ? newResult : oldResult;
        final Integer ofNew = areSwapped ? oldResult : newResult;
        if (Version.SUBSTANTIATED == variable.version || Rules.UPDATE_CHANGES_THE_VALUE_BEFORE_THE_SCHED == rules ||
            Rules.UPDATE_COVERS_THE_SCHED == rules)
        {
            variable.value = compute(function, variable.value, ofBefore, ofNew);
            if (Rules.UPDATE_COVERS_THE_SCHED == rules)
            {
                variable.version = Version.SUBSTANTIATED;
            }
        }
        else
        {
            lastDependent--;
            variable.dependents.put(variable.version, new Dependent(lastDependent, function, ofBefore, ofNew));
            variable.version = lastDependent;
        }
    }

    /**
     * Computes an UPDATE, and gives its results.
     *
     * @return the value after it: the value before it if its function throws.
     */
    private long compute(
        final LongUnaryOperator function, final long before, final Integer ofBefore, final Integer ofNew)
    {
        try
        {
            final long after = function.applyAsLong(before);
            put(ofBefore, before);
            put(ofNew, after);
            return after;
        }
        catch (final RandomProgram.Refused ex)
        {
            final long result = Rules.UPDATE_THAT_THROWS_HAS_A_RESULT == rules ? before : RandomProgram.FAILED;
            put(ofBefore, result);
            put(ofNew, result);
            return Rules.UPDATE_THAT_THROWS_CHANGES_THE_VALUE == rules ? 0 : before;
        }
    }

    private void put(final Integer read, final long result)
    {
        if (null != read)
        {
            results.put(read, result);
        }
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
