/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.status;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntToLongFunction;
import java.util.function.LongSupplier;

/**
 * The values of all counters of a cluster since its launch. Values of a running cluster are recent, and not all of the
 * same moment. All methods are threadsafe.
 */
public final class Counters
{
    private final HostCounters[] hosts;
    private final IntToLongFunction pulses;
    private final LongSupplier linkFaults;
    private final List<Source> sources = new CopyOnWriteArrayList<>();

    /**
     * Counts that are kept elsewhere.
     */
    private record Source(Counter counter, IntToLongFunction value)
    {
    }

    /**
     * Receives each counter.
     */
    @FunctionalInterface
    public interface Reader
    {
        /**
         * Takes the value of a counter.
         *
         * @param host    number of the host.
         * @param counter the counter.
         * @param value   its value.
         */
        void accept(int host, Counter counter, long value);
    }

    /**
     * Called by a cluster at its launch.
     *
     * @param hostCount  number of hosts.
     * @param pulses     gives the logical time of a host.
     * @param linkFaults gives the number of faults of the cluster.
     */
    public Counters(final int hostCount, final IntToLongFunction pulses, final LongSupplier linkFaults)
    {
        this.pulses = pulses;
        this.linkFaults = linkFaults;
        hosts = new HostCounters[hostCount];
        for (int host = 0; host < hostCount; host++)
        {
            hosts[host] = new HostCounters();
        }
    }

    /**
     * Returns the number of hosts.
     *
     * @return number of hosts.
     */
    public int hostCount()
    {
        return hosts.length;
    }

    /**
     * Returns the value of a counter of one host.
     *
     * @param host    number of the host.
     * @param counter the counter.
     * @return its value.
     * @throws IndexOutOfBoundsException when there is no such host.
     */
    public long value(final int host, final Counter counter)
    {
        if (Counter.PULSES == counter)
        {
            return pulses.applyAsLong(host);
        }
        long value = hosts[host].value(counter);
        for (final Source source : sources)
        {
            value += source.counter == counter ? source.value.applyAsLong(host) : 0;
        }
        return value;
    }

    /**
     * Returns the value of a counter of the cluster: the sum of those of its hosts, or for {@link Counter#PULSES} the
     * largest.
     *
     * @param counter the counter.
     * @return its value.
     */
    public long total(final Counter counter)
    {
        long total = Counter.LINK_FAULTS == counter ? linkFaults.getAsLong() : 0;
        for (int host = 0; host < hosts.length; host++)
        {
            final long value = value(host, counter);
            total = Counter.PULSES == counter ? Math.max(total, value) : total + value;
        }
        return total;
    }

    /**
     * Passes all counters of all hosts to a reader.
     *
     * @param reader the reader.
     */
    public void forEach(final Reader reader)
    {
        for (int host = 0; host < hosts.length; host++)
        {
            for (final Counter counter : Counter.values())
            {
                reader.accept(host, counter, value(host, counter));
            }
        }
    }

    /**
     * For the models: adds counts that are kept elsewhere.
     *
     * @param counter the counter to which they belong.
     * @param value   gives a recent count of a host, from any thread, and never waits.
     */
    public void addSource(final Counter counter, final IntToLongFunction value)
    {
        sources.add(new Source(Objects.requireNonNull(counter, "counter"), Objects.requireNonNull(value, "value")));
    }

    /**
     * For the models: returns the cells of the executor of a host. Only its owner may write to them.
     *
     * @param host number of the host.
     * @return always the same object.
     */
    public CounterCells executor(final int host)
    {
        return hosts[host].executor();
    }

    /**
     * For the models: creates cells for one application thread.
     *
     * @param host  number of the host.
     * @param owner is reachable as long as somebody can write to the cells; what is written later is lost.
     * @return new cells, all zero.
     */
    public CounterCells newCells(final int host, final Object owner)
    {
        return hosts[host].newCells(owner);
    }

    @Override
    public String toString()
    {
        final StringBuilder text = new StringBuilder();
        for (final Counter counter : Counter.values())
        {
            final long total = total(counter);
            text.append(text.isEmpty() ? "" : ", ").append(total).append(' ').append(counter.label(total));
        }
        return text.toString();
    }
}
