/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.Arrays;

/**
 * The unassigned SCHEDs of variables that later SCHEDs have covered: the variable waits for them if the later ones are
 * taken back. One chain per variable that has any, from the newest to the oldest and back: the newest is pushed and
 * popped, and the oldest is assigned first, mostly. Belongs to the executor.
 */
final class CoveredScheds
{
    private static final int NONE = 0;
    private static final int INITIAL_CAPACITY = 64;

    // By number of the variable at this host: its newest entry. Entries are indices of the other arrays.
    private int[] newest = {};
    private long[] versions = new long[INITIAL_CAPACITY];
    private int[] older = new int[INITIAL_CAPACITY];

    // Of the newest entry: the oldest one. ASSIGNs mostly come in the order of their SCHEDs.
    private int[] newer = new int[INITIAL_CAPACITY];
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
        if (0 == newest.length)
        {
            newest = new int[variables];
        }
        int entry = firstFree;
        if (NONE == entry)
        {
            entry = used + 1;
            if (entry == versions.length)
            {
                // Memory may run out: the array whose length is checked comes last.
                older = Arrays.copyOf(older, 2 * entry);
                newer = Arrays.copyOf(newer, 2 * entry);
                versions = Arrays.copyOf(versions, 2 * entry);
            }
            used = entry;
        }
        else
        {
            firstFree = older[entry];
        }
        versions[entry] = version;
        final int before = newest[variable];
        older[entry] = before;
        newest[variable] = entry;
        if (NONE == before)
        {
            newer[entry] = entry;
        }
        else
        {
            newer[entry] = newer[before];
            newer[before] = entry;
        }
    }

    /**
     * Forgets all SCHEDs of a variable.
     */
    void clear(final int variable)
    {
        if (has(variable))
        {
            final int head = newest[variable];
            newest[variable] = NONE;
            free(head, newer[head]);
        }
    }

    /**
     * Forgets a SCHED, and those before it.
     *
     * @return false if it is not here.
     */
    boolean removeFrom(final int variable, final long version)
    {
        final int entry = find(variable, version);
        if (NONE == entry)
        {
            return false;
        }
        final int head = newest[variable];
        final int oldest = newer[head];
        if (entry == head)
        {
            newest[variable] = NONE;
        }
        else
        {
            older[newer[entry]] = NONE;
            newer[head] = newer[entry];
        }
        free(entry, oldest);
        return true;
    }

    /**
     * Forgets a SCHED.
     *
     * @return the version before it, {@link Version#SUBSTANTIATED} if it is the oldest; {@link Version#UNKNOWN} if it
     *         is not here.
     */
    long remove(final int variable, final long version)
    {
        final int entry = find(variable, version);
        if (NONE == entry)
        {
            return Version.UNKNOWN;
        }
        final int before = older[entry];
        unlink(variable, entry);
        return NONE == before ? Version.SUBSTANTIATED : versions[before];
    }

    /**
     * Finds the newest SCHED of a host.
     *
     * @return its version, {@link Version#SUBSTANTIATED} if there is none.
     */
    long newestOf(final int host, final int variable)
    {
        int entry = has(variable) ? newest[variable] : NONE;
        while (NONE != entry && Version.host(versions[entry]) != host)
        {
            entry = older[entry];
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
        final int entry = newest[variable];
        unlink(variable, entry);
        return versions[entry];
    }

    private boolean has(final int variable)
    {
        return 0 != newest.length && NONE != newest[variable];
    }

    /**
     * Looks from both ends: ASSIGNs begin with the oldest, and those who take back what a host has begun with the
     * newest.
     */
    private int find(final int variable, final long version)
    {
        if (!has(variable))
        {
            return NONE;
        }
        int late = newest[variable];
        int early = newer[late];
        while (versions[early] != version && versions[late] != version)
        {
            if (early == late || newer[early] == late)
            {
                return NONE;
            }
            early = newer[early];
            late = older[late];
        }
        return versions[early] == version ? early : late;
    }

    private void unlink(final int variable, final int entry)
    {
        final int head = newest[variable];
        final int before = older[entry];
        final int after = newer[entry];
        if (entry == head)
        {
            newest[variable] = before;
        }
        else
        {
            older[after] = before;
        }
        // The oldest one has none before it, and the newest one leads to the oldest.
        newer[NONE == before ? head : before] = after;
        free(entry, entry);
    }

    /**
     * Frees entries, from one to an older one.
     */
    private void free(final int head, final int oldest)
    {
        older[oldest] = firstFree;
        firstFree = head;
    }

    @Override
    public String toString()
    {
        return "CoveredScheds{places=" + used + '}';
    }
}
