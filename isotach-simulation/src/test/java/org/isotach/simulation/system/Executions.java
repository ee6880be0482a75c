/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.isotach.mbm.Delivery;

/**
 * What the hosts have executed: traces, and isochrons that consist of messages alone and are known by what was received
 * of them. One of these stands where its first message was received, and among those that had no message for the host
 * where the protocol wants it: the two do not concern each other.
 */
final class Executions
{
    private static final long NOT_EXECUTED = -1;

    private final Records records;
    private final long[] pulses;
    private final List<List<Execution>> executions = new ArrayList<>();

    Executions(final Records records)
    {
        this.records = records;
        pulses = new long[records.isochrons.size()];
        Arrays.fill(pulses, NOT_EXECUTED);
        for (int host = 0; host < records.hosts; host++)
        {
            records.traces.get(host).forEach(trace -> executed(trace.id(), trace.pulse()));
            records.received.get(host).stream()
                .filter(received -> Delivery.Kind.MESSAGE == received.kind())
                .forEach(received -> executed(received.id(), received.pulse()));
        }
        for (int host = 0; host < records.hosts; host++)
        {
            executions.add(merge(host));
        }
    }

    /**
     * In the order of execution.
     */
    List<Execution> at(final int host)
    {
        return executions.get(host);
    }

    /**
     * Pulse in which an isochron was executed, by the first host that has executed it.
     */
    long pulse(final Issued isochron)
    {
        return pulses[isochron.id];
    }

    /**
     * By pulse, issuer and issue order.
     */
    int compareStamped(final Issued first, final Issued second)
    {
        final int byPulse = Long.compare(pulses[first.id], pulses[second.id]);
        final int byHost = 0 == byPulse ? Integer.compare(first.host, second.host) : byPulse;
        return 0 == byHost ? Integer.compare(first.rank, second.rank) : byHost;
    }

    private void executed(final int id, final long pulse)
    {
        if (NOT_EXECUTED == pulses[id])
        {
            pulses[id] = pulse;
        }
    }

    private List<Execution> merge(final int host)
    {
        final List<Execution> traces = records.traces.get(host);
        final List<Execution> merged = new ArrayList<>();
        int next = 0;
        for (final Received message : records.received.get(host))
        {
            if (Delivery.Kind.MESSAGE != message.kind())
            {
                continue;
            }
            final Issued isochron = records.isochrons.get(message.id());
            if (isochron.isTraced)
            {
                final int limit = behind(traces, next, isochron);
                merged.addAll(traces.subList(next, limit));
                next = limit;
            }
            else if (message.place() == isochron.firstPlace(host))
            {
                while (next < traces.size() && isBefore(traces.get(next), isochron, host))
                {
                    merged.add(traces.get(next++));
                }
                merged.add(new Execution(isochron.id, message.sender(), message.pulse(), message.pulse()));
            }
        }
        merged.addAll(traces.subList(next, traces.size()));
        return merged;
    }

    /**
     * Index behind the trace of an isochron, the one to begin from if there is none.
     */
    private static int behind(final List<Execution> traces, final int from, final Issued isochron)
    {
        for (int i = from; i < traces.size(); i++)
        {
            if (traces.get(i).id() == isochron.id)
            {
                return i + 1;
            }
        }
        return from;
    }

    /**
     * Does a trace, without a message that is still to be received, come before an isochron of messages alone?
     */
    private boolean isBefore(final Execution trace, final Issued isochron, final int host)
    {
        final Issued traced = records.isochrons.get(trace.id());
        if (Issued.NO_PLACE != traced.firstPlace(host))
        {
            return false;
        }
        if (traced.isStamped())
        {
            return compareStamped(traced, isochron) < 0;
        }
        // The pulse of a local one is that of the last frame before it, which may be long ago.
        final Issued before = records.issuedBefore(traced);
        return trace.pulse() <= pulse(isochron) && (null == before || compareStamped(before, isochron) < 0);
    }
}
