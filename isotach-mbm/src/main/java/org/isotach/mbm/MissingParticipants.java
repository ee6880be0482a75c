/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.ArrayList;
import java.util.List;

import org.isotach.niu.Host;
import org.isotach.niu.StallReport;
import org.isotach.niu.StallSource;

/**
 * The hosts whose participation is missing in a barrier that other hosts have entered.
 */
final class MissingParticipants implements StallSource
{
    private final HostSignals[] allHosts;
    private final BarrierLedger[] ledgers;

    /**
     * @param allHosts the channels of all hosts.
     * @param ledgers  the ledgers of the barrier channels.
     */
    MissingParticipants(final HostSignals[] allHosts, final BarrierLedger[] ledgers)
    {
        this.allHosts = allHosts;
        this.ledgers = ledgers;
    }

    @Override
    public void addStalls(final StallReport report)
    {
        for (int channel = 0; channel < ledgers.length; channel++)
        {
            // This comes first: if the execution is over when the hosts are looked at, the next look begins to count
            // again.
            final long execution = ledgers[channel].execution();
            final List<Host> waiting = new ArrayList<>();
            for (final HostSignals host : allHosts)
            {
                if (host.isWaitingAt(channel))
                {
                    waiting.add(host.host());
                }
            }
            if (!waiting.isEmpty())
            {
                addMissing(report, channel, execution, waiting);
            }
        }
    }

    private void addMissing(
        final StallReport report, final int channel, final long execution, final List<Host> waiting)
    {
        for (final HostSignals missing : allHosts)
        {
            if (missing.isWaitedForAt(channel))
            {
                final Host host = missing.host();
                final Key key = new Key(this, channel, host.id());
                report.add(host.id(), "host-" + host.id() + "/barrier-" + channel, key, execution, () ->
                    describe(host, channel, waiting));
            }
        }
    }

    private static String describe(final Host missing, final int channel, final List<Host> waiting)
    {
        final StringBuilder description = new StringBuilder("host ").append(missing.id())
            .append(" (").append(missing.name()).append(')')
            .append(HostSignals.SHUTDOWN_BARRIER == channel ? " has not called Messaging.tryClose()" :
                " has not participated in the barrier on channel " + channel).append(": ");
        String separator = "";
        for (final Host host : waiting)
        {
            description.append(separator).append("host ").append(host.id())
                .append(" (").append(host.name()).append(')');
            separator = ", ";
        }
        return description.append(1 == waiting.size() ? " waits for it" : " wait for it").toString();
    }

    /**
     * Identifies one missing participation in all looks.
     */
    private record Key(MissingParticipants source, int channel, int host)
    {
    }

    @Override
    public String toString()
    {
        return "MissingParticipants{hosts=" + allHosts.length + ", channels=" + ledgers.length + '}';
    }
}
