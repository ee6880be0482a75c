/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.groups;

/**
 * How variables form groups: a partition, so that everybody who accesses a variable accesses the whole group, and
 * values that differ inside a group tell that an operation was not atomic.
 */
final class Groups
{
    // Odd, so that a walk hits all variables, and with it the variables of a group share few cache lines.
    private static final int STRIDE = 5;

    private final int size;
    private final int mask;

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
        this.size = size;
        mask = of - 1;
    }

    /**
     * Variables per group.
     */
    int size()
    {
        return size;
    }

    /**
     * Number of groups.
     */
    int count()
    {
        return of() / size;
    }

    /**
     * Total number of variables.
     */
    int of()
    {
        return mask + 1;
    }

    /**
     * Variable that follows another one in its group.
     */
    int next(final int variable)
    {
        return variable + STRIDE & mask;
    }

    /**
     * First variable of the group behind another one; after all of them it is the first group's again, which is 0.
     */
    int nextGroup(final int first)
    {
        return first + STRIDE * size & mask;
    }

    /**
     * Checks that every group is as whole operations leave it.
     *
     * @param values of all variables.
     * @throws IllegalStateException when values in a group differ.
     */
    void checkWhole(final long[] values)
    {
        int first = 0;
        do
        {
            int variable = first;
            for (int i = 0; i < size; i++)
            {
                if (values[variable] != values[first])
                {
                    throw new IllegalStateException("variable " + variable + ": " + values[variable] +
                        " (expected: " + values[first] + " as variable " + first + " of its group)");
                }
                variable = next(variable);
            }
            first = nextGroup(first);
        }
        while (0 != first);
    }
}
