/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import org.isotach.Isochron;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;
import org.isotach.smm.UpdateFunction;

/**
 * The shared memory of one member. Members meet by counting in a variable, which has a copy at every host.
 */
final class MemberMemory implements AutoCloseable
{
    private static final long POLL_MS = 1;

    private final Cluster cluster;
    private final SharedMemory memory;
    private final Host host;
    private final MemoryPort port;
    private final Isochron isochron;

    MemberMemory(final Cluster cluster, final SharedMemory memory)
    {
        this.cluster = cluster;
        this.memory = memory;
        host = cluster.localHosts().get(0);
        port = memory.port(host);
        isochron = host.isochron();
    }

    Cluster cluster()
    {
        return cluster;
    }

    SharedMemory memory()
    {
        return memory;
    }

    /**
     * Returns the first host of this member.
     */
    Host host()
    {
        return host;
    }

    /**
     * Waits until all members are here: what each has issued before is executed before what any issues later.
     *
     * @param counter address of a variable that nobody else uses.
     * @param count   number of members.
     */
    void meet(final int counter, final int count)
    {
        port.update(isochron.begin().fresh(), counter, UpdateFunction.ADD, 1);
        isochron.issue();
        isochron.awaitExecuted();
        final long[] values = new long[1];
        read(new int[]{ counter }, values);
        while (values[0] < count)
        {
            sleep();
            read(new int[]{ counter }, values);
        }
    }

    /**
     * Reads variables at one moment, behind all that was seen to be executed before.
     */
    void read(final int[] addresses, final long[] values)
    {
        final IsoValue[] into = new IsoValue[addresses.length];
        isochron.begin().fresh();
        for (int i = 0; i < addresses.length; i++)
        {
            into[i] = new IsoValue();
            port.read(isochron, addresses[i], into[i]);
        }
        isochron.issue();
        for (int i = 0; i < addresses.length; i++)
        {
            values[i] = into[i].await();
        }
    }

    /**
     * Writes variables in one isochron.
     */
    void write(final int[] addresses, final long[] values)
    {
        port.write(isochron.begin(), addresses, values);
        isochron.issue();
        isochron.awaitExecuted();
    }

    private static void sleep()
    {
        try
        {
            Thread.sleep(POLL_MS);
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            throw new SampleFailedException("interrupted", ex);
        }
    }

    @Override
    public void close()
    {
        cluster.close();
    }
}
