/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.List;

import org.isotach.niu.status.Counter;
import org.isotach.niu.status.Counters;

/**
 * The hosts that are not closed while threads wait for that in {@link Host#close()}. One that still issues or executes
 * something makes progress. Threadsafe.
 */
final class UnclosedHosts implements StallSource
{
    private final AllHosts hosts;
    private final Counters counters;

    /**
     * @param hosts    of the cluster.
     * @param counters of the hosts.
     */
    UnclosedHosts(final AllHosts hosts, final Counters counters)
    {
        this.hosts = hosts;
        this.counters = counters;
    }

    @Override
    public void addStalls(final StallReport report)
    {
        final List<Host> closing = hosts.local().stream().filter(host -> host.end().isClosing()).toList();
        if (closing.isEmpty())
        {
            return;
        }
        for (final Host host : hosts.unclosed())
        {
            final String unit = "host-" + host.id() + "/application";
            report.add(
                host.id(),
                unit,
                unit,
                counters.value(host.id(), Counter.ISOCHRONS_ISSUED) +
                    counters.value(host.id(), Counter.FRAMES_EXECUTED),
                () -> AllHosts.names(List.of(host)) + " is not closed: close() of " + AllHosts.names(closing) +
                    " waits for it");
        }
    }
}
