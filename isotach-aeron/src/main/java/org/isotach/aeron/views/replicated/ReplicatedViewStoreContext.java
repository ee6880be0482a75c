/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron.views.replicated;

import java.time.Duration;
import java.util.Objects;

/**
 * Settings of a {@link ReplicatedViewStore}: set what differs from the defaults. <b>Note:</b> this class is not
 * threadsafe.
 */
public final class ReplicatedViewStoreContext
{
    /**
     * Default of {@link #attemptTimeout}.
     */
    public static final Duration ATTEMPT_TIMEOUT_DEFAULT = Duration.ofSeconds(2);

    private static final Duration MIN_TIMEOUT = Duration.ofMillis(100);
    private static final Duration MAX_TIMEOUT = Duration.ofMinutes(1);

    private String nodes;
    private String host = "localhost";
    private String aeronDirectoryName;
    private Duration attemptTimeout = ATTEMPT_TIMEOUT_DEFAULT;

    /**
     * Creates settings with their defaults. {@link #nodes} has none.
     */
    public ReplicatedViewStoreContext()
    {
    }

    ReplicatedViewStoreContext copy()
    {
        if (null == nodes)
        {
            throw new IllegalArgumentException("nodes: null (expected: HOST:PORT of each node, with commas between)");
        }
        final ReplicatedViewStoreContext copy = new ReplicatedViewStoreContext();
        copy.nodes = nodes;
        copy.host = host;
        copy.aeronDirectoryName = aeronDirectoryName;
        copy.attemptTimeout = attemptTimeout;
        return copy;
    }

    /**
     * Sets where the nodes are, in the order of their numbers.
     *
     * @param value {@code HOST:PORT} of each, with commas in between: what the nodes were started with.
     * @return this.
     * @throws IllegalArgumentException when an address is none, or two nodes share a port.
     */
    public ReplicatedViewStoreContext nodes(final String value)
    {
        nodes = new Addresses(value).toString();
        return this;
    }

    /**
     * Returns where the nodes are.
     *
     * @return as it was set; null if it was not.
     */
    public String nodes()
    {
        return nodes;
    }

    /**
     * Sets the address of this machine, as the nodes reach it: they send their answers there, to a port that nobody
     * has.
     *
     * @param value name or number of the machine; default {@code localhost}, for nodes on this machine.
     * @return this.
     * @throws IllegalArgumentException when it is empty.
     */
    public ReplicatedViewStoreContext host(final String value)
    {
        if (value.isEmpty())
        {
            throw new IllegalArgumentException("host: \"\" (expected: the address of this machine)");
        }
        host = value;
        return this;
    }

    /**
     * Returns the address of this machine.
     *
     * @return as it was set.
     */
    public String host()
    {
        return host;
    }

    /**
     * Sets the directory of a media driver that is running, a process of its own.
     *
     * @param value name of the directory; by default the store runs a driver itself, from its first request until it is
     *              closed. If that one fails, the next request launches another one.
     * @return this.
     */
    public ReplicatedViewStoreContext aeronDirectoryName(final String value)
    {
        aeronDirectoryName = Objects.requireNonNull(value, "aeronDirectoryName");
        return this;
    }

    /**
     * Returns the directory of the media driver.
     *
     * @return as it was set; null if the store runs one itself.
     */
    public String aeronDirectoryName()
    {
        return aeronDirectoryName;
    }

    /**
     * Sets how long one attempt may take, to connect, and to be answered. A register tries again until its own time is
     * over, {@link org.isotach.aeron.views.ViewRegisterContext#timeout}: that should be some of these, and longer than
     * the nodes take to elect another leader. An attempt that finds its media driver silent takes two seconds at least.
     *
     * @param value a tenth of a second to a minute; default {@link #ATTEMPT_TIMEOUT_DEFAULT}.
     * @return this.
     * @throws IllegalArgumentException when it is out of range.
     */
    public ReplicatedViewStoreContext attemptTimeout(final Duration value)
    {
        if (value.compareTo(MIN_TIMEOUT) < 0 || value.compareTo(MAX_TIMEOUT) > 0)
        {
            throw new IllegalArgumentException(
                "attemptTimeout: " + value + " (expected: " + MIN_TIMEOUT + ".." + MAX_TIMEOUT + ')');
        }
        attemptTimeout = value;
        return this;
    }

    /**
     * Returns how long one attempt may take.
     *
     * @return the time.
     */
    public Duration attemptTimeout()
    {
        return attemptTimeout;
    }

    @Override
    public String toString()
    {
        return "ReplicatedViewStoreContext{nodes=" + nodes +
            ", host=" + host +
            ", aeronDirectoryName=" + aeronDirectoryName +
            ", attemptTimeout=" + attemptTimeout + '}';
    }
}
