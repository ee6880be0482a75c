/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron.views;

import java.time.Duration;
import java.util.Objects;

import org.isotach.niu.spi.Members;

/**
 * Settings of a {@link ViewRegister}.
 */
public final class ViewRegisterContext
{
    /**
     * How long a proposal may take by default.
     */
    public static final Duration TIMEOUT_DEFAULT = Duration.ofSeconds(10);

    /**
     * Largest length of the name of a cluster. In a store the number of a launch is behind it, see {@link
     * ViewRegister#ofLaunch}.
     */
    public static final int MAX_NAME_LENGTH = ViewStore.MAX_NAME_LENGTH - 1 - 2 * Long.BYTES;

    private static final Duration MIN_TIMEOUT = Duration.ofMillis(10);
    private static final Duration MAX_TIMEOUT = Duration.ofHours(1);

    private String clusterName;
    private Members members;
    private Duration timeout = TIMEOUT_DEFAULT;

    /**
     * Creates settings with default values. {@link #clusterName} and {@link #members} have none.
     */
    public ViewRegisterContext()
    {
    }

    /**
     * Returns the name under which a store keeps the views of one launch.
     */
    static String nameOfLaunch(final String cluster, final long launch)
    {
        return String.format("%s#%016x", cluster, launch);
    }

    ViewRegisterContext copy()
    {
        if (null == clusterName || null == members)
        {
            throw new IllegalArgumentException(
                "clusterName: " + clusterName + ", members: " + members + " (expected: both)");
        }
        final ViewRegisterContext copy = new ViewRegisterContext();
        copy.clusterName = clusterName;
        copy.members = members;
        copy.timeout = timeout;
        return copy;
    }

    /**
     * Sets the name of the cluster, the same for all members, so that people find its views in the store. Those of each
     * launch are kept apart, so it may be used again.
     *
     * @param value 1 to {@value #MAX_NAME_LENGTH} characters.
     * @return this.
     * @throws IllegalArgumentException when the length is out of range.
     */
    public ViewRegisterContext clusterName(final String value)
    {
        if (value.isEmpty() || value.length() > MAX_NAME_LENGTH)
        {
            throw new IllegalArgumentException("clusterName: \"" + value + "\", " + value.length() +
                " characters (expected: 1.." + MAX_NAME_LENGTH + ')');
        }
        clusterName = value;
        return this;
    }

    /**
     * Returns the name of the cluster.
     *
     * @return as it was set; null if it was not.
     */
    public String clusterName()
    {
        return clusterName;
    }

    /**
     * Sets the members that the cluster begins with.
     *
     * @param value all members.
     * @return this.
     */
    public ViewRegisterContext members(final Members value)
    {
        members = Objects.requireNonNull(value, "members");
        return this;
    }

    /**
     * Returns the members that the cluster begins with.
     *
     * @return as they were set; null if they were not.
     */
    public Members members()
    {
        return members;
    }

    /**
     * Sets how long a proposal may take. Until then it is tried again when the store cannot be reached.
     *
     * @param value a hundredth of a second to an hour; default {@link #TIMEOUT_DEFAULT}.
     * @return this.
     * @throws IllegalArgumentException when it is out of range.
     */
    public ViewRegisterContext timeout(final Duration value)
    {
        if (value.compareTo(MIN_TIMEOUT) < 0 || value.compareTo(MAX_TIMEOUT) > 0)
        {
            throw new IllegalArgumentException(
                "timeout: " + value + " (expected: " + MIN_TIMEOUT + ".." + MAX_TIMEOUT + ')');
        }
        timeout = value;
        return this;
    }

    /**
     * Returns how long a proposal may take.
     *
     * @return the time.
     */
    public Duration timeout()
    {
        return timeout;
    }

    @Override
    public String toString()
    {
        return "ViewRegisterContext{clusterName=" + clusterName + ", members=" + members + ", timeout=" + timeout + '}';
    }
}
