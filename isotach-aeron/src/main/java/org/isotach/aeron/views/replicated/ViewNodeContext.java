/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron.views.replicated;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;

/**
 * Settings of a {@link ViewNode}. <b>Note:</b> this class is not threadsafe.
 */
public final class ViewNodeContext
{
    /**
     * Default of {@link #leaderTimeout}.
     */
    public static final Duration LEADER_TIMEOUT_DEFAULT = Duration.ofSeconds(3);

    private static final Duration MIN_TIMEOUT = Duration.ofMillis(500);
    private static final Duration MAX_TIMEOUT = Duration.ofMinutes(1);

    private String nodes;
    private int number = -1;
    private Path directory;
    private Duration leaderTimeout = LEADER_TIMEOUT_DEFAULT;

    /**
     * Creates settings with their defaults. {@link #nodes}, {@link #number} and {@link #directory} have none.
     */
    public ViewNodeContext()
    {
    }

    ViewNodeContext copy()
    {
        if (null == nodes || null == directory)
        {
            throw new IllegalArgumentException(
                "nodes: " + nodes + ", directory: " + directory + " (expected: both)");
        }
        final int count = new Addresses(nodes).count();
        if (number < 0 || number >= count)
        {
            throw new IllegalArgumentException("number: " + number + " (expected: 0.." + (count - 1) +
                ", the place of this node in " + nodes + ')');
        }
        final ViewNodeContext copy = new ViewNodeContext();
        copy.nodes = nodes;
        copy.number = number;
        copy.directory = directory;
        copy.leaderTimeout = leaderTimeout;
        return copy;
    }

    /**
     * Sets where all nodes are, the same list everywhere. Each node takes the port that is named and the four behind
     * it.
     *
     * @param value {@code HOST:PORT} of each, with commas in between: 1 to 7 nodes, an odd number as a rule.
     * @return this.
     * @throws IllegalArgumentException when an address is none, or two nodes share a port.
     */
    public ViewNodeContext nodes(final String value)
    {
        nodes = new Addresses(value).toString();
        return this;
    }

    /**
     * Returns where all nodes are.
     *
     * @return as it was set; null if it was not.
     */
    public String nodes()
    {
        return nodes;
    }

    /**
     * Sets which node this is.
     *
     * @param value its place in {@link #nodes}, from 0.
     * @return this.
     */
    public ViewNodeContext number(final int value)
    {
        number = value;
        return this;
    }

    /**
     * Returns which node this is.
     *
     * @return as it was set; -1 if it was not.
     */
    public int number()
    {
        return number;
    }

    /**
     * Sets where the node keeps its log and its snapshots. It belongs to one node, for ever: whoever gives a node an
     * empty directory while others go on takes from them what this one had promised.
     *
     * @param value the directory; it is created if it does not exist.
     * @return this.
     */
    public ViewNodeContext directory(final Path value)
    {
        directory = Objects.requireNonNull(value, "directory");
        return this;
    }

    /**
     * Returns where the node keeps its log and its snapshots.
     *
     * @return as it was set; null if it was not.
     */
    public Path directory()
    {
        return directory;
    }

    /**
     * Sets after which silence of the leader the others elect another one. A node that has been started waits for all
     * others four times as long, then a majority begins.
     *
     * @param value half a second to a minute; default {@link #LEADER_TIMEOUT_DEFAULT}.
     * @return this.
     * @throws IllegalArgumentException when it is out of range.
     */
    public ViewNodeContext leaderTimeout(final Duration value)
    {
        if (value.compareTo(MIN_TIMEOUT) < 0 || value.compareTo(MAX_TIMEOUT) > 0)
        {
            throw new IllegalArgumentException(
                "leaderTimeout: " + value + " (expected: " + MIN_TIMEOUT + ".." + MAX_TIMEOUT + ')');
        }
        leaderTimeout = value;
        return this;
    }

    /**
     * Returns after which silence of the leader the others elect another one.
     *
     * @return the time.
     */
    public Duration leaderTimeout()
    {
        return leaderTimeout;
    }

    @Override
    public String toString()
    {
        return "ViewNodeContext{nodes=" + nodes +
            ", number=" + number +
            ", directory=" + directory +
            ", leaderTimeout=" + leaderTimeout + '}';
    }
}
