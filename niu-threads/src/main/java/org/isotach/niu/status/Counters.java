/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.status;

import java.util.function.IntToLongFunction;
import java.util.function.LongSupplier;

/**
 * The values of all counters of a cluster since its launch. Values of a running cluster are those of a moment
 * ago, and not all of the same moment. All methods are threadsafe.
 */
public final class Counters
{
    private final HostCounters[] hosts;
    private final IntToLongFunction pulses;
    private final LongSupplier linkFaults;

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
         * @param counter what was counted.
         * @param value   how often.
         */
        void accept(int host, Counter counter, long value);
    }

    /**
     * Made by a cluster when it is launched.
     *
     * @param hostCount  number of hosts.
     * @param pulses     logical time of a host.
     * @param linkFaults of the cluster.
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
     * Number of hosts.
     *
     * @return number of hosts.
     */
    public int hostCount()
    {
        return hosts.length;
    }

    /**
     * The value of one host.
     *
     * @param host    number of the host.
     * @param counter in question.
     * @return how often.
     * @throws IndexOutOfBoundsException when there is no such host.
     */
    public long value(final int host, final Counter counter)
    {
        return Counter.PULSES == counter ? pulses.applyAsLong(host) : hosts[host].value(counter);
    }

    /**
     * The value of the cluster: the sum of those of its hosts, but of {@link Counter#PULSES} the largest.
     *
     * @param counter in question.
     * @return how often.
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
     * Tells all counters of all hosts.
     *
     * @param reader is told.
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
     * For the models: cells of the executor of a host, to be written by its owner alone.
     *
     * @param host number of the host.
     * @return always the same object.
     */
    public CounterCells executor(final int host)
    {
        return hosts[host].executor();
    }

    /**
     * For the models: cells for one application thread.
     *
     * @param host  number of the host.
     * @param owner whoever writes to them; as long as it is reachable the cells are its own.
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
            text.append(text.isEmpty() ? "" : ", ").append(total(counter)).append(' ').append(counter.label());
        }
        return text.toString();
    }
}
