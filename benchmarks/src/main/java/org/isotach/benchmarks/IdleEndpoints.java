/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import org.isotach.niu.Cluster;
import org.isotach.niu.am.ActiveMessages;
import org.isotach.niu.am.AmPort;
import org.isotach.niu.funi.FuniSupervisor;
import org.isotach.niu.funi.Gang;
import org.isotach.niu.funi.GangContext;
import org.isotach.niu.funi.PacketHandler;
import org.isotach.niu.myrinet.Network;

/**
 * A port for active messages, a queue pair over rings, and an open Myrinet channel at each host, which nobody uses.
 * There are no FUNi devices: without threads of the cluster nobody serves those for which nobody waits.
 */
final class IdleEndpoints
{
    private static final PacketHandler NONE = (priority, type, node, view) ->
    {
    };

    private final AmPort[] ports;
    private final Gang gang;
    private final Network network;

    IdleEndpoints(final Cluster cluster)
    {
        final ActiveMessages messages = ActiveMessages.on(cluster);
        gang = FuniSupervisor.on(cluster).open(new GangContext());
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
        for (int node = 0; node < gang.size(); node++)
        {
            used += gang.queuePair(node).poll(1, NONE) + gang.queuePair(node).dropped();
        }
        return used;
    }

    Gang gang()
    {
        return gang;
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
        gang.close();
        network.close();
    }
}
