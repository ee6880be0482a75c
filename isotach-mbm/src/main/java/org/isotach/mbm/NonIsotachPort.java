/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import org.isotach.niu.Cluster;
import org.isotach.niu.Host;

/**
 * Where the application of a host sends and receives non-isotach messages (Ironman section 6.1).
 * <p>
 * <b>Note:</b> this class is not threadsafe: one application thread at a time.
 */
public final class NonIsotachPort
{
    private final Host host;

    private NonIsotachPort(final Host host)
    {
        this.host = host;
    }

    /**
     * The ports of all hosts of a cluster.
     */
    static NonIsotachPort[] forHosts(final Cluster cluster)
    {
        final NonIsotachPort[] ports = new NonIsotachPort[cluster.hostCount()];
        for (int id = 0; id < ports.length; id++)
        {
            ports[id] = new NonIsotachPort(cluster.host(id));
        }
        return ports;
    }

    /**
     * The host of the port.
     *
     * @return the host.
     */
    public Host host()
    {
        return host;
    }
}
