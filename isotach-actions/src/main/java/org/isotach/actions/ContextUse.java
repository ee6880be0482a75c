/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Objects;

import org.isotach.Topology;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.spi.Members;

/**
 * What becomes of an {@link IsotachContext} when an Isotach is launched with it.
 */
final class ContextUse
{
    private ContextUse()
    {
    }

    /**
     * Refuses settings that contradict each other.
     *
     * @param hostCount  number of hosts of the cluster.
     * @param localHosts number of those in this JVM, as far as it is known.
     */
    static void check(final IsotachContext context, final int hostCount, final int localHosts)
    {
        if (IsotachContext.NOT_SET != Objects.requireNonNull(context, "context").sessions &&
            context.sessions < localHosts)
        {
            throw new IllegalArgumentException("sessions: " + context.sessions() + " (expected: at least " +
                localHosts + ", one for each host; raise sessions or lower hosts)");
        }
        if (IsotachContext.NOT_SET != context.copies && context.copies > hostCount)
        {
            throw new IllegalArgumentException("copies: " + context.copies + " (expected: 1.." + hostCount +
                ", at most one on each host; raise hosts or lower copies)");
        }
        context.placements().forEach((name, placement) ->
        {
            placement.check(name, context.pageMap(), hostCount);
            if (null != context.pageMap())
            {
                Pages.check(name, placement, context.pageMap(), hostCount);
            }
        });
    }

    /**
     * Makes the settings of the cluster.
     */
    static ClusterContext newClusterContext(final IsotachContext from)
    {
        Objects.requireNonNull(from, "context");
        final ClusterContext context = new ClusterContext().threadingMode(from.threadingMode())
            .awaitTimeout(from.awaitTimeout()).errorHandler(from.errorHandler());
        if (null == from.membership())
        {
            context.hosts(from.hosts());
        }
        else
        {
            context.topology(topologyOf(from.membership().members(), from.hosts()));
            new LimitedCodec(from.codec()).prepare(context);
        }
        from.clusterSettings().accept(context);
        return context;
    }

    /**
     * A row of as many switches as there are members, with a host on each.
     */
    private static Topology topologyOf(final Members members, final int hosts)
    {
        return Topology.chain(members.count(), Math.max(members.count(), hosts));
    }

    /**
     * Returns the pages of the memory for variables.
     */
    static Pages pagesFor(final IsotachContext context, final int hostCount)
    {
        return null == context.pageMap() ?
            Pages.of(
                context.memory(), IsotachContext.NOT_SET != context.copies ? context.copies() : hostCount, hostCount,
                context.placements().values()) :
            Pages.of(context.pageMap(), hostCount);
    }
}
