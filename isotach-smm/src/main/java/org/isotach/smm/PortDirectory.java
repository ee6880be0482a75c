/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongFunction;

import org.isotach.Topology;
import org.isotach.niu.Host;

/**
 * The memory ports of all hosts, to find the thread that has scheduled a version, for messages. Threadsafe.
 */
final class PortDirectory
{
    private static final PortOwner NOBODY = version -> null;

    private final List<Host> hosts;
    private final List<List<PortOwner>> owners = new ArrayList<>();

    // By host, guarded by its owners: the numbers of ports that were closed.
    private final List<Deque<PortNumber>> unused = new ArrayList<>();
    private volatile LongFunction<Thread> holders = version -> null;

    /**
     * @param hosts the hosts of the cluster.
     */
    PortDirectory(final List<Host> hosts)
    {
        this.hosts = hosts;
        hosts.forEach(host ->
        {
            owners.add(new CopyOnWriteArrayList<>());
            unused.add(new ArrayDeque<>());
        });
    }

    /**
     * The number of a port, and how many SCHEDs ports with that number have made before: those of the next one have
     * other versions.
     */
    record PortNumber(int number, long scheds)
    {
    }

    /**
     * Returns a number for a new port of a host, that of one that was closed if possible.
     *
     * @param owner the owner of the port.
     */
    PortNumber open(final int host, final PortOwner owner)
    {
        final List<PortOwner> ofHost = owners.get(host);
        synchronized (ofHost)
        {
            final PortNumber again = unused.get(host).peek();
            if (null == again)
            {
                return new PortNumber(add(host, owner), 0);
            }
            // This first, because it can fail.
            ofHost.set(again.number, owner);
            return unused.get(host).remove();
        }
    }

    /**
     * A port was closed.
     *
     * @param scheds the number of its SCHEDs, and of those of earlier ports with the number.
     */
    void close(final int host, final int number, final long scheds)
    {
        final List<PortOwner> ofHost = owners.get(host);
        synchronized (ofHost)
        {
            unused.get(host).add(new PortNumber(number, scheds));
            ofHost.set(number, NOBODY);
        }
    }

    /**
     * Returns a number that no port of a host has had.
     *
     * @param owner the owner of the port.
     */
    int add(final int host, final PortOwner owner)
    {
        final List<PortOwner> ofHost = owners.get(host);
        synchronized (ofHost)
        {
            final int ports = ofHost.size();
            if (ports == Version.MAX_PORTS)
            {
                throw new IllegalStateException("host " + host + " has " + ports + " memory ports, as many as there " +
                    "can be: close those of threads that have ended, or reuse the port of each application thread");
            }
            ofHost.add(owner);
            return ports;
        }
    }

    /**
     * Sets what finds the thread of a version when the port does not know it.
     */
    void holders(final LongFunction<Thread> threads)
    {
        holders = Objects.requireNonNull(threads, "threads");
    }

    /**
     * Returns whether a version can belong to a port.
     */
    boolean hasHolder(final long version)
    {
        final int host = Version.host(version);
        return host >= 0 && host < owners.size() && Version.port(version) < owners.get(host).size();
    }

    /**
     * Describes the host, and the thread, to which a version belongs.
     */
    String describeHolder(final long version)
    {
        final int host = Version.host(version);
        final String holder = Topology.describeHost(host, hosts.get(host).name());
        // The ports of another member are not known here.
        return hasHolder(version) ? holder + ", " + describe(threadOf(version)) : holder;
    }

    private Thread threadOf(final long version)
    {
        final Thread thread = owners.get(Version.host(version)).get(Version.port(version)).threadOf(version);
        return null == thread ? holders.apply(version) : thread;
    }

    private static String describe(final Thread thread)
    {
        return null == thread ? "a thread of the host" :
            "thread '" + thread.getName() + (thread.isAlive() ? "'" : "', which has ended");
    }

    /**
     * Describes a wait for the ASSIGN of a version.
     */
    String describeVersion(final long version)
    {
        return ", which waits for the ASSIGN of version " + Version.toString(version) + ", scheduled by " +
            describeHolder(version);
    }

    @Override
    public String toString()
    {
        return "PortDirectory{hosts=" + hosts.size() + '}';
    }
}
