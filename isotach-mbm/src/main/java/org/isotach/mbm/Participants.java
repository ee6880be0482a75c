/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.stream.IntStream;

import org.isotach.Topology;

/**
 * The hosts of a cluster as their barriers see them, for messages and stalls: those of this JVM by their own channels,
 * those of other members by the ledgers here. Threadsafe.
 */
final class Participants
{
    private final Topology topology;

    // By host, then by channel; null for a host of another member. Complete before the first barrier.
    private final BarrierChannel[][] hosts;

    // By channel.
    private final BarrierLedger[] ledgers;

    /**
     * @param topology of the cluster.
     * @param ledgers  by channel: the one of all hosts, or a copy of it.
     */
    Participants(final Topology topology, final BarrierLedger[] ledgers)
    {
        this.topology = topology;
        this.ledgers = ledgers;
        hosts = new BarrierChannel[topology.hostCount()][];
    }

    /**
     * Adds a host of this JVM.
     *
     * @param channels of the host.
     */
    void add(final int host, final BarrierChannel[] channels)
    {
        hosts[host] = channels;
    }

    int channels()
    {
        return ledgers.length;
    }

    /**
     * Returns the current execution of a barrier.
     */
    long execution(final int channel)
    {
        return ledgers[channel].execution();
    }

    /**
     * Returns the hosts of this JVM whose application has entered a barrier and has not been told of its completion.
     */
    int[] waitingAt(final int channel)
    {
        return IntStream.range(0, hosts.length)
            .filter(host -> null != hosts[host] && hosts[host][channel].isWaiting()).toArray();
    }

    /**
     * Returns the hosts whose application alone can let a barrier complete.
     */
    int[] missingAt(final int channel)
    {
        return IntStream.range(0, hosts.length).filter(host -> isMissingAt(channel, host)).toArray();
    }

    private boolean isMissingAt(final int channel, final int host)
    {
        return null != hosts[host] ? hosts[host][channel].isWaitedFor() :
            ledgers[channel] instanceof LedgerCopy copy && copy.isHolder(host);
    }

    /**
     * Returns number and name of a host.
     */
    String name(final int host)
    {
        return name(topology, host);
    }

    static String name(final Topology topology, final int host)
    {
        return topology.describeHost(host);
    }

    /**
     * Returns numbers and names of hosts.
     */
    String names(final int[] some)
    {
        return String.join(", ", IntStream.of(some).mapToObj(this::name).toList());
    }

    @Override
    public String toString()
    {
        return "Participants{hosts=" + hosts.length + ", channels=" + ledgers.length + '}';
    }
}
