/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.scale;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;

/**
 * Two hosts with a copy of every variable each. A value has the address of its variable as its lower half, from the
 * beginning on, so that one in the wrong place shows.
 */
final class Replicas
{
    /**
     * Number of hosts.
     */
    static final int HOSTS = 2;

    private static final int CHUNK = PageMap.DEFAULT_PAGE_SIZE;

    private final Cluster cluster;
    private final SharedMemory memory;
    private final int variables;

    /**
     * Launches the cluster and writes every variable once.
     *
     * @param context   the settings, without hosts and mode.
     * @param variables number of variables in use.
     */
    Replicas(final ClusterContext context, final int variables)
    {
        this.variables = variables;
        cluster = Cluster.launch(context.hosts(HOSTS).threadingMode(ThreadingMode.INVOKER));
        memory = SharedMemory.on(
            cluster, PageMap.replicated((variables + PageMap.DEFAULT_PAGE_SIZE - 1) / PageMap.DEFAULT_PAGE_SIZE));
        final MemoryPort port = port(0);
        final Isochron isochron = port.host().isochron();
        for (int first = 0; first < variables; first += CHUNK)
        {
            isochron.begin();
            for (int address = first; address < Math.min(first + CHUNK, variables); address++)
            {
                port.write(isochron, address, value(0, address));
            }
            isochron.issue();
        }
        Polling.drain(cluster);
    }

    /**
     * The value that an isochron writes.
     *
     * @param number  of the isochron.
     * @param address of the variable.
     * @return the value.
     */
    static long value(final long number, final int address)
    {
        return number << Integer.SIZE | address;
    }

    /**
     * Checks the address in a value.
     *
     * @param host    that has read.
     * @param address of the variable.
     * @param value   that was read.
     */
    static void check(final Host host, final int address, final long value)
    {
        if ((int)value != address)
        {
            throw new IllegalStateException(
                "variable " + address + " at " + host + ": " + value + " is a value of variable " + (int)value);
        }
    }

    Cluster cluster()
    {
        return cluster;
    }

    /**
     * A new port.
     *
     * @param host number of its host.
     * @return the port.
     */
    MemoryPort port(final int host)
    {
        return memory.port(cluster.host(host));
    }

    /**
     * Compares all copies and closes the cluster.
     */
    void close()
    {
        Polling.drain(cluster);
        final Copy first = new Copy(port(0));
        final Copy second = new Copy(port(1));
        for (int address = 0; address < variables; address++)
        {
            final long expected = first.read(address);
            final long actual = second.read(address);
            if (expected != actual)
            {
                throw new IllegalStateException("variable " + address + ": " + actual + " at host 1 (expected: " +
                    expected + " as at host 0)");
            }
        }
        cluster.close();
    }

    /**
     * What one host holds.
     */
    private static final class Copy
    {
        private final MemoryPort port;
        private final Isochron isochron;
        private final IsoValue value = new IsoValue();

        Copy(final MemoryPort port)
        {
            this.port = port;
            isochron = port.host().isochron();
        }

        long read(final int address)
        {
            isochron.begin();
            port.read(isochron, address, value);
            isochron.issue();
            final long result = value.await();
            check(port.host(), address, result);
            return result;
        }
    }
}
