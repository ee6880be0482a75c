/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.groups;

/**
 * The groups of the variables: a partition, so that every access to a variable is an access to its whole group, and
 * different values inside a group show that an operation was not atomic.
 */
final class Groups
{
    // Odd, so that a walk reaches all variables, and large, so that the variables of a group share few cache lines.
    private static final int STRIDE = 5;

    private final int of;
    private final int[][] groups;

    /**
     * @param size variables per group, a power of two.
     * @param of   total number of variables, a power of two and no less.
     */
    Groups(final int size, final int of)
    {
        if (1 != Integer.bitCount(size) || 1 != Integer.bitCount(of) || size > of)
        {
            throw new IllegalArgumentException("groups of " + size + " of " + of +
                " variables (expected: two powers of two, not more variables in a group than there are)");
        }
        this.of = of;
        groups = new int[of / size][size];
        for (int i = 0; i < of; i++)
        {
            groups[i / size][i % size] = i * STRIDE & of - 1;
        }
    }

    /**
     * Variables per group.
     */
    int size()
    {
        return groups[0].length;
    }

    /**
     * Number of groups.
     */
    int count()
    {
        return groups.length;
    }

    /**
     * Total number of variables.
     */
    int of()
    {
        return of;
    }

    /**
     * The variables of a group; behind the last group comes the first one again.
     */
    int[] group(final int number)
    {
        return groups[number & groups.length - 1];
    }

    /**
     * Checks that every group is in a state that whole operations leave.
     *
     * @param values of all variables.
     * @throws IllegalStateException when values in a group differ.
     */
    void checkWhole(final long[] values)
    {
        for (final int[] group : groups)
        {
            for (final int variable : group)
            {
                if (values[variable] != values[group[0]])
                {
                    throw new IllegalStateException("variable " + variable + ": " + values[variable] +
                        " (expected: " + values[group[0]] + " as variable " + group[0] + " of its group)");
                }
            }
        }
    }
}
