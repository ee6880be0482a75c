/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.Arrays;

/**
 * The unassigned SCHEDs of variables that later SCHEDs have covered: the variable waits for them if the later ones are
 * taken back. Newest first, one chain per variable that has any. Belongs to the executor.
 */
final class CoveredScheds
{
    private static final int NONE = 0;
    private static final int INITIAL_CAPACITY = 64;

    // By number of the variable at this host: its chain. Entries are indices of the other two arrays.
    private int[] first = {};
    private long[] versions = new long[INITIAL_CAPACITY];
    private int[] next = new int[INITIAL_CAPACITY];
    private int used;
    private int firstFree = NONE;
    private final int variables;

    /**
     * @param variables number of variables at this host.
     */
    CoveredScheds(final int variables)
    {
        this.variables = variables;
    }

    /**
     * Notes that a new SCHED covers one.
     */
    void push(final int variable, final long version)
    {
        if (0 == first.length)
        {
            first = new int[variables];
        }
        int entry = firstFree;
        if (NONE == entry)
        {
            entry = used + 1;
            if (entry == versions.length)
            {
                // Memory may run out: the array whose length is checked comes last.
                next = Arrays.copyOf(next, 2 * entry);
                versions = Arrays.copyOf(versions, 2 * entry);
            }
            used = entry;
        }
        else
        {
            firstFree = next[entry];
        }
        versions[entry] = version;
        next[entry] = first[variable];
        first[variable] = entry;
    }

    /**
     * Forgets all SCHEDs of a variable.
     */
    void clear(final int variable)
    {
        if (has(variable))
        {
            freeFrom(first[variable]);
            first[variable] = NONE;
        }
    }

    /**
     * Forgets a SCHED, and those before it.
     *
     * @return false if it is not here.
     */
    boolean removeFrom(final int variable, final long version)
    {
        int before = NONE;
        for (int entry = has(variable) ? first[variable] : NONE; NONE != entry; entry = next[entry])
        {
            if (versions[entry] == version)
            {
                freeFrom(entry);
                link(variable, before, NONE);
                return true;
            }
            before = entry;
        }
        return false;
    }

    /**
     * Forgets a SCHED.
     *
     * @return the version before it, {@link Version#SUBSTANTIATED} if it is the oldest; {@link Version#UNKNOWN} if it
     *         is not here.
     */
    long remove(final int variable, final long version)
    {
        int before = NONE;
        for (int entry = has(variable) ? first[variable] : NONE; NONE != entry; entry = next[entry])
        {
            if (versions[entry] == version)
            {
                final int older = next[entry];
                link(variable, before, older);
                free(entry, entry);
                return NONE == older ? Version.SUBSTANTIATED : versions[older];
            }
            before = entry;
        }
        return Version.UNKNOWN;
    }

    /**
     * Finds the newest SCHED of a host.
     *
     * @return its version, {@link Version#SUBSTANTIATED} if there is none.
     */
    long newestOf(final int host, final int variable)
    {
        int entry = has(variable) ? first[variable] : NONE;
        while (NONE != entry && Version.host(versions[entry]) != host)
        {
            entry = next[entry];
        }
        return NONE == entry ? Version.SUBSTANTIATED : versions[entry];
    }

    /**
     * Removes the newest SCHED.
     *
     * @return its version, {@link Version#SUBSTANTIATED} if there is none.
     */
    long pop(final int variable)
    {
        if (!has(variable))
        {
            return Version.SUBSTANTIATED;
        }
        final int entry = first[variable];
        first[variable] = next[entry];
        free(entry, entry);
        return versions[entry];
    }

    private boolean has(final int variable)
    {
        return 0 != first.length && NONE != first[variable];
    }

    private void link(final int variable, final int before, final int following)
    {
        if (NONE == before)
        {
            first[variable] = following;
        }
        else
        {
            next[before] = following;
        }
    }

    private void freeFrom(final int head)
    {
        int last = head;
        while (NONE != next[last])
        {
            last = next[last];
        }
        free(head, last);
    }

    /**
     * Frees chained entries.
     */
    private void free(final int head, final int last)
    {
        next[last] = firstFree;
        firstFree = head;
    }
}
