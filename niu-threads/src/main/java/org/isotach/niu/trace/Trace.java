/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.trace;

import java.util.List;

/**
 * The last events of a cluster: the isochrons that its hosts have issued, the pulses in which they were executed, the
 * variables that the hosts have reserved, and the reads that have waited for them. A {@link SpaceTimeDiagram} draws it.
 * <p>
 * A trace is a copy and does not change. All methods are threadsafe.
 */
public final class Trace
{
    private final List<String> hostNames;
    private final List<TracedIsochron> isochrons;
    private final List<TracedIsochron> unexecuted;
    private final List<TraceEvent> received;
    private final List<Reservations.Bar> bars;
    private final List<Reservations.Wait> waits;
    private final List<Reservations.Arrival> arrivals;

    /**
     * @param hostNames  names of the hosts, by number.
     * @param isochrons  isochrons that were executed, in their order.
     * @param unexecuted isochrons that were issued and not executed anywhere.
     * @param received   events in which applications received messages.
     * @param bars       reservations.
     * @param waits      reads that have waited.
     * @param arrivals   messages.
     */
    Trace(
        final List<String> hostNames,
        final List<TracedIsochron> isochrons,
        final List<TracedIsochron> unexecuted,
        final List<TraceEvent> received,
        final List<Reservations.Bar> bars,
        final List<Reservations.Wait> waits,
        final List<Reservations.Arrival> arrivals)
    {
        this.hostNames = hostNames;
        this.isochrons = isochrons;
        this.unexecuted = unexecuted;
        this.received = received;
        this.bars = bars;
        this.waits = waits;
        this.arrivals = arrivals;
    }

    /**
     * Returns the number of hosts.
     *
     * @return the number.
     */
    public int hostCount()
    {
        return hostNames.size();
    }

    /**
     * Returns the number of isochrons that were executed and are still in the trace.
     *
     * @return their number.
     */
    public int executedIsochrons()
    {
        return isochrons.size();
    }

    /**
     * Returns the number of isochrons that were issued and had not been executed anywhere when the trace was taken.
     *
     * @return their number.
     */
    public int unexecutedIsochrons()
    {
        return unexecuted.size();
    }

    /**
     * Returns the number of reads that had to wait, or still did, for a reserved variable.
     *
     * @return their number.
     */
    public int waitingReads()
    {
        return waits.size();
    }

    List<String> hostNames()
    {
        return hostNames;
    }

    List<TracedIsochron> isochrons()
    {
        return isochrons;
    }

    List<TracedIsochron> unexecuted()
    {
        return unexecuted;
    }

    List<TraceEvent> received()
    {
        return received;
    }

    List<Reservations.Bar> bars()
    {
        return bars;
    }

    List<Reservations.Wait> waits()
    {
        return waits;
    }

    List<Reservations.Arrival> arrivals()
    {
        return arrivals;
    }

    @Override
    public String toString()
    {
        return "Trace{hosts=" + hostNames.size() + ", executed=" + isochrons.size() + ", unexecuted=" +
            unexecuted.size() + ", waitingReads=" + waits.size() + '}';
    }
}
