/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

import org.isotach.Isochron;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;

/**
 * Reads all copies of all variables when all programs have ended.
 */
final class FinalCopies
{
    private final Records records;
    private final List<Isochron> isochrons = new ArrayList<>();
    private final List<MemoryPort> ports = new ArrayList<>();

    FinalCopies(final Records records, final Cluster cluster, final SharedMemory memory)
    {
        this(records, cluster::host, host -> memory);
    }

    /**
     * @param hosts    by their numbers.
     * @param memories that each host uses.
     */
    FinalCopies(final Records records, final IntFunction<Host> hosts, final IntFunction<SharedMemory> memories)
    {
        this.records = records;
        for (int host = 0; host < records.hosts; host++)
        {
            isochrons.add(hosts.apply(host).isochron());
            ports.add(memories.apply(host).port(hosts.apply(host)));
        }
    }

    /**
     * @return what is wrong, null if all copies have the value.
     */
    String violation(final int address, final long expected)
    {
        for (int host = 0; host < records.hosts; host++)
        {
            if (records.pageMap.holds(address / records.pageMap.pageSize(), host))
            {
                final IsoValue value = new IsoValue();
                ports.get(host).read(isochrons.get(host).begin(), address, value);
                isochrons.get(host).issue();
                if (expected != value.await())
                {
                    return "the copy of variable " + address + " at host " + host + " is " + value.get() +
                        " instead of " + expected;
                }
            }
        }
        return null;
    }
}
