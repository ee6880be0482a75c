/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The total order of all isochrons of a run, as the protocol defines it (docs/protocol.md section 5): stamped ones by
 * pulse, issuer and issue order; a local one behind the last stamped one that its host had executed, or issued, before
 * it.
 */
final class Order
{
    /**
     * A local isochron, and what it stands behind.
     */
    private record Local(Issued isochron, Issued place, int execution)
    {
    }

    private final Executions executions;
    private final int[] positions;
    private final List<Issued> sequence = new ArrayList<>();

    Order(final Records records)
    {
        executions = records.executions();
        positions = new int[records.isochrons.size()];
        final List<Issued> stamped = new ArrayList<>();
        for (final Issued isochron : records.isochrons)
        {
            if (isochron.isIssued() && isochron.isStamped())
            {
                stamped.add(isochron);
            }
        }
        stamped.sort(executions::compareStamped);
        arrange(stamped, locals(records));
    }

    /**
     * Pulse in which an isochron was executed.
     */
    long pulse(final Issued isochron)
    {
        return executions.pulse(isochron);
    }

    int position(final Issued isochron)
    {
        return positions[isochron.id];
    }

    List<Issued> sequence()
    {
        return sequence;
    }

    private List<Local> locals(final Records records)
    {
        final List<Local> locals = new ArrayList<>();
        for (int host = 0; host < records.hosts; host++)
        {
            Issued executedBefore = null;
            int execution = 0;
            for (final Execution entry : executions.at(host))
            {
                final Issued isochron = records.isochrons.get(entry.id());
                if (isochron.isStamped())
                {
                    executedBefore = isochron;
                }
                else
                {
                    locals.add(new Local(
                        isochron, later(executedBefore, records.issuedBefore(isochron)), execution++));
                }
            }
        }
        locals.sort(Comparator.comparingInt((Local local) -> local.isochron.host).thenComparingInt(Local::execution));
        return locals;
    }

    private Issued later(final Issued first, final Issued second)
    {
        if (null == first || null == second)
        {
            return null == first ? second : first;
        }
        return executions.compareStamped(first, second) < 0 ? second : first;
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
