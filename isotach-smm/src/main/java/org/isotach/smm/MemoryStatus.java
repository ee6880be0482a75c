/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.isotach.niu.status.StatusReport;
import org.isotach.niu.status.StatusSource;

/**
 * The reserved variables, as the copies show them, and the threads that wait for them. It costs SCHED and ASSIGN
 * nothing: the caller looks through the variables, up to a limit, while other threads write to them.
 */
final class MemoryStatus implements StatusSource
{
    // Limit for each host: a look that takes about a millisecond.
    private static final int MAX_VARIABLES = 1 << 18;
    private static final int MAX_RESERVATIONS = 1024;

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
    MemoryStatus(
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
    public void addStatus(final StatusReport report)
    {
        final Map<Long, Integer> addresses = new LinkedHashMap<>();
        final Map<Long, List<Integer>> readers = new LinkedHashMap<>();
        // Readers first: their waits are listed, however many variables there are.
        reads.forEachWaiting((reader, address, version) ->
        {
            if (!managers[reader].host().isExpelled())
            {
                add(addresses, address, version);
                readers.computeIfAbsent(version, key -> new ArrayList<>()).add(reader);
            }
        });
        for (final SharedMemoryManager manager : managers)
        {
            if (!manager.host().isExpelled())
            {
                manager.store().forEachOpen(MAX_VARIABLES, (address, version) -> add(addresses, address, version));
            }
        }
        addresses.forEach((version, address) ->
        {
            final SharedMemoryManager holder = managers[Version.host(version)];
            // The SCHEDs of an expelled host are about to be taken back.
            if (!holder.host().isExpelled())
            {
                report.addReservation(
                    new OpenScheds.Key(managers, version),
                    () -> names.describe(address),
                    holder.host().id(),
                    () -> ports.describeHolder(version),
                    readers.getOrDefault(version, List.of()));
            }
        });
    }

    private void add(final Map<Long, Integer> addresses, final int address, final long version)
    {
        // Anything else is a waiting UPDATE, or was written at the moment when it was read.
        if (ports.hasHolder(version) && addresses.size() < MAX_RESERVATIONS)
        {
            addresses.putIfAbsent(version, address);
        }
    }

    @Override
    public String toString()
    {
        return "MemoryStatus{hosts=" + managers.length + '}';
    }
}
