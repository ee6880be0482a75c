/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.Map;
import java.util.TreeMap;

import org.isotach.Topology;
import org.isotach.niu.Host;
import org.isotach.niu.StallReport;
import org.isotach.niu.StallSource;

/**
 * The SCHEDs without ASSIGN that delay reads. They are found through the notes of waiting reads, so SCHED and ASSIGN
 * themselves do nothing for it.
 */
final class OpenScheds implements StallSource
{
    private final SharedMemoryManager[] managers;
    private final OutstandingReads reads;
    private final PortDirectory ports;
    private final VariableNames names;

    /**
     * @param managers the managers of all hosts.
     * @param reads    the outstanding reads of all hosts.
     * @param ports    the ports of all hosts.
     * @param names    the names of variables.
     */
    OpenScheds(
        final SharedMemoryManager[] managers,
        final OutstandingReads reads,
        final PortDirectory ports,
        final VariableNames names)
    {
        this.managers = managers;
        this.reads = reads;
        this.ports = ports;
        this.names = names;
    }

    @Override
    public void addStalls(final StallReport report)
    {
        final Map<Long, OpenSched> open = new TreeMap<>();
        reads.forEachWaiting((reader, address, version) ->
        {
            if (!managers[reader].host().isExpelled())
            {
                open.computeIfAbsent(version, key -> new OpenSched(address, key)).addReader(managers[reader].host());
            }
        });
        for (final OpenSched sched : open.values())
        {
            final SharedMemoryManager holder = managers[Version.host(sched.version)];
            // The SCHEDs of an expelled host are about to be taken back.
            if (!holder.host().isExpelled())
            {
                report.add(
                    holder.host().id(),
                    "host-" + holder.host().id() + "/memory-port-" + Version.port(sched.version),
                    sched.key(),
                    sched.version,
                    sched::describe);
            }
        }
    }

    /**
     * Identifies one SCHED in all looks.
     */
    record Key(Object cluster, long version)
    {
    }

    /**
     * One SCHED, and the reads that wait for its ASSIGN.
     */
    private final class OpenSched
    {
        private final int address;
        private final long version;
        private final Map<Integer, Integer> readsOfHosts = new TreeMap<>();

        OpenSched(final int address, final long version)
        {
            this.address = address;
            this.version = version;
        }

        void addReader(final Host host)
        {
            readsOfHosts.merge(host.id(), 1, Integer::sum);
        }

        Key key()
        {
            return new Key(managers, version);
        }

        String describe()
        {
            final StringBuilder description = new StringBuilder(names.describe(address))
                .append(" is reserved by ").append(ports.describeHolder(version))
                .append(", version ").append(Version.toString(version)).append(": ");
            int reads = 0;
            String separator = "";
            for (final Map.Entry<Integer, Integer> entry : readsOfHosts.entrySet())
            {
                final Host host = managers[entry.getKey()].host();
                description.append(separator).append(entry.getValue())
                    .append(1 == entry.getValue() ? " read of " : " reads of ")
                    .append(Topology.describeHost(host.id(), host.name()));
                reads += entry.getValue();
                separator = ", ";
            }
            return description.append(1 == reads ? " waits for it" : " wait for it").toString();
        }
    }

    @Override
    public String toString()
    {
        return "OpenScheds{hosts=" + managers.length + '}';
    }
}
