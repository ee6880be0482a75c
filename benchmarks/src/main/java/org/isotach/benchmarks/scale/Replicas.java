/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.scale;

import java.util.function.Function;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Hosts with a copy of every variable each. The lower half of a value is the address of its variable, from the start
 * on, so that a value in the wrong place shows. The upper half says which isochron of which host has written it, so
 * that isochrons that two hosts have executed in different orders show, too.
 */
final class Replicas
{
    private static final int CHUNK = PageMap.DEFAULT_PAGE_SIZE;

    private final Cluster cluster;
    private final SharedMemory memory;
    private final int variables;

    /**
     * Launches the cluster and writes every variable once.
     *
     * @param context   the settings, without the mode.
     * @param variables number of variables in use.
     */
    Replicas(final ClusterContext context, final int variables)
    {
        this.variables = variables;
        cluster = Cluster.launch(context.threadingMode(ThreadingMode.INVOKER));
        memory = SharedMemory.on(
            cluster, PageMap.replicated((variables + PageMap.DEFAULT_PAGE_SIZE - 1) / PageMap.DEFAULT_PAGE_SIZE));
        final MemoryPort port = port(0);
        final Isochron isochron = port.host().isochron();
        for (int first = 0; first < variables; first += CHUNK)
        {
            isochron.begin();
            for (int address = first; address < Math.min(first + CHUNK, variables); address++)
            {
                port.write(isochron, address, value(tag(port.host(), 0), address));
            }
            isochron.issue();
        }
        Polling.drain(cluster);
    }

    /**
     * Returns the tag of all values that an isochron writes.
     *
     * @param host   that issues the isochron.
     * @param number of the isochron at that host.
     * @return the number among the isochrons of all hosts.
     */
    long tag(final Host host, final long number)
    {
        return number * cluster.hostCount() + host.id();
    }

    /**
     * The value that an isochron writes.
     *
     * @param tag     of the isochron.
     * @param address of the variable.
     * @return the value.
     */
    static long value(final long tag, final int address)
    {
        return tag << Integer.SIZE | address;
    }

    /**
     * Checks the address in a value.
     *
     * @param host    that has read the value.
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

    /**
     * The streams of the hosts that one thread drives.
     *
     * @param threadParams of this thread.
     * @param stream       makes a stream of the port that it is to use.
     * @return the streams.
     */
    StreamTurns streams(final ThreadParams threadParams, final Function<MemoryPort, WriteStream> stream)
    {
        final int[] driven = Driven.by(threadParams, cluster.hostCount());
        final WriteStream[] streams = new WriteStream[driven.length];
        for (int i = 0; i < driven.length; i++)
        {
            streams[i] = stream.apply(port(driven[i]));
        }
        return new StreamTurns(cluster, streams);
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
        for (int host = 1; host < cluster.hostCount(); host++)
        {
            first.checkEquals(new Copy(port(host)), variables);
        }
        cluster.close();
    }

    /**
     * The contents of one host.
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

        void checkEquals(final Copy other, final int variables)
        {
            for (int address = 0; address < variables; address++)
            {
                final long expected = read(address);
                final long actual = other.read(address);
                if (expected != actual)
                {
                    throw new IllegalStateException("variable " + address + ": " + actual + " at " +
                        other.port.host() + " (expected: " + expected + " as at " + port.host() + ')');
                }
            }
        }

        private long read(final int address)
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
