/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import org.isotach.niu.Cluster;
import org.isotach.niu.am.ActiveMessages;
import org.isotach.niu.am.AmPort;
import org.isotach.niu.myrinet.Network;

/**
 * A port for active messages and an open Myrinet channel at each host, which nobody uses.
 */
final class IdleEndpoints
{
    private final AmPort[] ports;
    private final Network network;

    IdleEndpoints(final Cluster cluster)
    {
        final ActiveMessages messages = ActiveMessages.on(cluster);
        network = Network.on(cluster);
        ports = new AmPort[cluster.hostCount()];
        for (int i = 0; i < ports.length; i++)
        {
            ports[i] = messages.port(cluster.host(i));
            network.nic(i).open(0);
        }
    }

    /**
     * Returns how many packets have arrived and what is not answered, which is nothing.
     */
    long used()
    {
        long used = 0;
        for (final AmPort port : ports)
        {
            used += port.poll() + port.outstanding();
        }
        return used;
    }

    Network network()
    {
        return network;
    }

    /**
     * Ends what does not end with the cluster.
     */
    void close()
    {
        network.close();
    }
}
