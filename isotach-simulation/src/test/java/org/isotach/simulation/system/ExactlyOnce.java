/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import org.isotach.simulation.Invariant;

/**
 * INV-14, INV-20: every isochron that was issued is executed once at each host that its operations concern. That it
 * changes nothing elsewhere is seen in {@link Memory} and {@link Messages}.
 */
final class ExactlyOnce implements Invariant
{
    private final Records records;

    ExactlyOnce(final Records records)
    {
        this.records = records;
    }

    @Override
    public String violation()
    {
        final int[] executedAt = new int[records.isochrons.size()];
        for (int host = 0; host < records.hosts; host++)
        {
            for (final Execution execution : records.executions().at(host))
            {
                final Issued isochron = records.isochrons.get(execution.id());
                if (!isochron.isIssued() || execution.sender() != isochron.host ||
                    0 != (executedAt[isochron.id] & 1 << host))
                {
                    return "host " + host + " has executed " + execution + ", again or not issued: " + isochron;
                }
                executedAt[isochron.id] |= 1 << host;
            }
        }
        for (final Issued isochron : records.isochrons)
        {
            if (isochron.isIssued() && isochron.destinations != executedAt[isochron.id])
            {
                return isochron + " was executed at hosts " + Integer.toBinaryString(executedAt[isochron.id]) +
                    "b instead of " + Integer.toBinaryString(isochron.destinations) + 'b';
            }
            final String wrong = isochron.isIssued() ? wrongDestinations(isochron) : null;
            if (null != wrong)
            {
                return wrong;
            }
        }
        return null;
    }

    private String wrongDestinations(final Issued isochron)
    {
        int needed = 0;
        int allowed = 0;
        for (final Operation operation : isochron.operations)
        {
            int holders = operation.receivers();
            for (int host = 0; host < records.hosts && 0 == operation.receivers(); host++)
            {
                if (records.pageMap.holds(operation.address() / records.pageMap.pageSize(), host))
                {
                    holders |= 1 << host;
                }
            }
            allowed |= holders;
            needed |= Operation.Kind.READ == operation.kind() ? 0 : holders;
        }
        return 0 == (needed & ~isochron.destinations) && 0 == (isochron.destinations & ~allowed) ? null :
            isochron + " goes to hosts " + Integer.toBinaryString(isochron.destinations) + "b, but it concerns " +
            Integer.toBinaryString(needed) + 'b';
    }
}
