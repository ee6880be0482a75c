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
 * The variables that are reserved, as the copies show it, and who waits for them. SCHED and ASSIGN do nothing for it:
 * whoever asks looks through the variables, as many as it may, while others write to them.
 */
final class MemoryStatus implements StatusSource
{
    // Of each host: a look that takes a millisecond or so.
    private static final int MAX_VARIABLES = 1 << 18;
    private static final int MAX_RESERVATIONS = 1024;

    private final SharedMemoryManager[] managers;
    private final PortDirectory ports;
    private final VariableNames names;

    /**
     * @param managers of all hosts.
     * @param ports    of all hosts.
     * @param names    of variables.
     */
    MemoryStatus(final SharedMemoryManager[] managers, final PortDirectory ports, final VariableNames names)
    {
        this.managers = managers;
        this.ports = ports;
        this.names = names;
    }

    @Override
    public void addStatus(final StatusReport report)
    {
        final Map<Long, Integer> addresses = new LinkedHashMap<>();
        final Map<Long, List<Integer>> readers = new LinkedHashMap<>();
        for (final SharedMemoryManager manager : managers)
        {
            if (!manager.host().isExpelled())
            {
                // Readers first: what they wait for is listed, however many variables there are.
                manager.readSlots().forEachWaiting((address, version) ->
                {
                    add(addresses, address, version);
                    readers.computeIfAbsent(version, key -> new ArrayList<>()).add(manager.host().id());
                });
                manager.store().forEachOpen(MAX_VARIABLES, (address, version) -> add(addresses, address, version));
            }
        }
        addresses.forEach((version, address) ->
        {
            final SharedMemoryManager holder = managers[Version.host(version)];
            // What an expelled host has scheduled is about to be taken back.
            if (!holder.host().isExpelled())
            {
                report.addReservation(
                    new OpenScheds.Key(managers, version),
                    names.describe(address),
                    holder.host().id(),
                    ports.describeHolder(version),
                    readers.getOrDefault(version, List.of()));
            }
        });
    }

    private void add(final Map<Long, Integer> addresses, final int address, final long version)
    {
        // Anything else is an UPDATE that waits, or was written in the moment in which it was read.
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
