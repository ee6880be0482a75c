/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The total order of all isochrons of a run, as the protocol defines it (docs/protocol.md section 5): stamped ones by
 * pulse, issuer and issue order; a local one behind the last stamped one that its host had executed, or issued, before
 * it.
 */
final class Order
{
    private static final long NOT_EXECUTED = -1;

    /**
     * A local isochron, and what it stands behind.
     */
    private record Local(Issued isochron, Issued place, int execution)
    {
    }

    private final long[] pulses;
    private final int[] positions;
    private final List<Issued> sequence = new ArrayList<>();

    Order(final Records records)
    {
        pulses = new long[records.isochrons.size()];
        positions = new int[records.isochrons.size()];
        Arrays.fill(pulses, NOT_EXECUTED);
        for (final List<Execution> executions : records.executions)
        {
            for (final Execution execution : executions)
            {
                if (NOT_EXECUTED == pulses[execution.id()])
                {
                    pulses[execution.id()] = execution.pulse();
                }
            }
        }
        final List<Issued> stamped = new ArrayList<>();
        for (final Issued isochron : records.isochrons)
        {
            if (isochron.isIssued() && isochron.isStamped())
            {
                stamped.add(isochron);
            }
        }
        stamped.sort(this::compareStamped);
        arrange(stamped, locals(records));
    }

    /**
     * Pulse in which an isochron was executed.
     */
    long pulse(final Issued isochron)
    {
        return pulses[isochron.id];
    }

    int position(final Issued isochron)
    {
        return positions[isochron.id];
    }

    List<Issued> sequence()
    {
        return sequence;
    }

    int compareStamped(final Issued first, final Issued second)
    {
        final int byPulse = Long.compare(pulses[first.id], pulses[second.id]);
        final int byHost = 0 == byPulse ? Integer.compare(first.host, second.host) : byPulse;
        return 0 == byHost ? Integer.compare(first.rank, second.rank) : byHost;
    }

    private List<Local> locals(final Records records)
    {
        final List<Local> locals = new ArrayList<>();
        for (int host = 0; host < records.hosts; host++)
        {
            Issued executedBefore = null;
            int execution = 0;
            for (final Execution entry : records.executions.get(host))
            {
                final Issued isochron = records.isochrons.get(entry.id());
                if (isochron.isStamped())
                {
                    executedBefore = isochron;
                }
                else
                {
                    locals.add(new Local(
                        isochron, later(executedBefore, issuedBefore(records, isochron)), execution++));
                }
            }
        }
        locals.sort(Comparator.comparingInt((Local local) -> local.isochron.host).thenComparingInt(Local::execution));
        return locals;
    }

    private static Issued issuedBefore(final Records records, final Issued isochron)
    {
        final List<Issued> issued = records.issued.get(isochron.host);
        for (int rank = isochron.rank - 1; rank >= 0; rank--)
        {
            final Issued before = issued.get(rank);
            if (before.isIsochron() && before.isStamped())
            {
                return before;
            }
        }
        return null;
    }

    private Issued later(final Issued first, final Issued second)
    {
        if (null == first || null == second)
        {
            return null == first ? second : first;
        }
        return compareStamped(first, second) < 0 ? second : first;
    }

    private void arrange(final List<Issued> stamped, final List<Local> locals)
    {
        addLocals(locals, null);
        for (final Issued isochron : stamped)
        {
            sequence.add(isochron);
            addLocals(locals, isochron);
        }
        for (int i = 0; i < sequence.size(); i++)
        {
            positions[sequence.get(i).id] = i;
        }
    }

    private void addLocals(final List<Local> locals, final Issued place)
    {
        for (final Local local : locals)
        {
            if (local.place == place)
            {
                sequence.add(local.isochron);
            }
        }
    }
}
