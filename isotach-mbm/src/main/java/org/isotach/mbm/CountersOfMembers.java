/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.function.IntPredicate;

import org.isotach.niu.link.ModelExchange;

/**
 * The barrier of non-isotach messages in a cluster with members: a counter of each host, which other members hear
 * behind everything that the host has sent before.
 */
final class CountersOfMembers implements NonIsotachBarrier
{
    private final ModelExchange exchange;
    private final int hostCount;
    private final IntPredicate isExpelled;

    /**
     * @param exchange   between the members.
     * @param hostCount  number of hosts.
     * @param isExpelled returns whether a host has been expelled, so that no host waits for it.
     */
    CountersOfMembers(final ModelExchange exchange, final int hostCount, final IntPredicate isExpelled)
    {
        this.exchange = exchange;
        this.hostCount = hostCount;
        this.isExpelled = isExpelled;
    }

    @Override
    public void arrive(final int host, final long epoch)
    {
        exchange.count(host, epoch);
    }

    @Override
    public long epoch(final int host)
    {
        return exchange.counter(host);
    }

    @Override
    public int firstMissing(final int from, final long epoch)
    {
        int host = from;
        while (host < hostCount && (epoch(host) >= epoch || isExpelled.test(host)))
        {
            host++;
        }
        return host;
    }
}
