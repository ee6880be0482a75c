/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import org.isotach.niu.Cluster;
import org.isotach.niu.Host;

/**
 * The message based model on a cluster (Ironman sections 6.1 and 6.2). All methods are threadsafe.
 */
public final class Messaging
{
    private final MessagingContext context;
    private final NonIsotachPort[] nonIsotachPorts;

    private Messaging(final Cluster cluster, final MessagingContext context)
    {
        this.context = context;
        nonIsotachPorts = NonIsotachPort.forHosts(cluster, context);
    }

    /**
     * Adds messages with default settings to a cluster, before the first isochron is issued.
     *
     * @param cluster to be used.
     * @return the messaging of the cluster.
     */
    public static Messaging on(final Cluster cluster)
    {
        return on(cluster, new MessagingContext());
    }

    /**
     * Adds messages to a cluster, before the first isochron is issued.
     *
     * @param cluster to be used.
     * @param context the settings, which cannot be changed or used for another cluster after that.
     * @return the messaging of the cluster.
     * @throws IllegalArgumentException when the settings do not go together.
     * @throws IllegalStateException    when the settings have been used for another cluster.
     */
    public static Messaging on(final Cluster cluster, final MessagingContext context)
    {
        context.conclude();
        return new Messaging(cluster, context);
    }

    /**
     * Where the application of a host sends and receives non-isotach messages: one port per host, always the same.
     *
     * @param host in question.
     * @return its port.
     * @throws IllegalArgumentException when the host is not one of the cluster.
     */
    public NonIsotachPort nonIsotachPort(final Host host)
    {
        return nonIsotachPorts[checked(host)];
    }

    /**
     * The settings.
     *
     * @return the settings.
     */
    public MessagingContext context()
    {
        return context;
    }

    private int checked(final Host host)
    {
        final int id = host.id();
        if (id >= nonIsotachPorts.length || nonIsotachPorts[id].host() != host)
        {
            throw new IllegalArgumentException("host: " + host + " is not a host of the cluster of this messaging");
        }
        return id;
    }

    @Override
    public String toString()
    {
        return "Messaging{hosts=" + nonIsotachPorts.length + ", context=" + context + '}';
    }
}
