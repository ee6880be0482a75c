/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.jcstress;

import java.util.concurrent.atomic.AtomicIntegerArray;

import org.isotach.PageMap;
import org.isotach.mbm.Messaging;
import org.isotach.mbm.MessagingContext;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.smm.SharedMemory;

/**
 * Base of the states of tests with messages: the applications of the hosts, and one variable on all of them that is 0
 * before an execution.
 * <p>
 * As with {@link ClusterState} a number of executions share a cluster. Every actor receives in each execution exactly
 * what was sent to it in that execution, so nothing is left for the next one, although one actor may be ahead of the
 * other by several executions. Rings are as small as can be.
 */
abstract class MessagingState
{
    private static final int MAX_MESSAGE_LENGTH = 64;
    private static Network last;

    final int round;
    private final Network network;

    MessagingState()
    {
        this(2);
    }

    MessagingState(final int hosts)
    {
        this(hosts, MAX_MESSAGE_LENGTH);
    }

    MessagingState(final int hosts, final int maxMessageLength)
    {
        synchronized (MessagingState.class)
        {
            if (null == last || Clusters.ROUNDS == last.nextRound || last.applications.length != hosts ||
                last.maxMessageLength != maxMessageLength)
            {
                last = new Network(hosts, maxMessageLength);
            }
            network = last;
            round = network.nextRound++;
        }
    }

    final MessagingApplication host(final int id)
    {
        return network.applications[id];
    }

    /**
     * How often has the handler of host 1 been called in this execution?
     */
    final int handled()
    {
        return network.handled.get(round);
    }

    private static final class Network
    {
        private final MessagingApplication[] applications;
        private final AtomicIntegerArray handled;
        private final int maxMessageLength;
        private int nextRound;

        Network(final int hosts, final int maxMessageLength)
        {
            this.maxMessageLength = maxMessageLength;
            final int maxIsochronLength = 2 * maxMessageLength;
            final Cluster cluster = Clusters.launch(this, new ClusterContext()
                .hosts(hosts)
                .sendRingSize(4)
                .linkRingSize(2)
                .maxIsochronLength(maxIsochronLength)
                .slabLength(3 * maxIsochronLength));
            final SharedMemory memory =
                SharedMemory.on(cluster, PageMap.builder().pageSize(Clusters.ROUNDS).everywhere(0, 0).build());
            final Messaging messaging = Messaging.on(
                cluster, new MessagingContext()
                    .maxMessageLength(maxMessageLength)
                    .nonIsotachRingLength(2 * maxMessageLength));
            applications = new MessagingApplication[hosts];
            for (int host = 0; host < hosts; host++)
            {
                applications[host] = new MessagingApplication(cluster.host(host), messaging, memory);
            }
            // The handler does not refer to the network, which would never end otherwise.
            final AtomicIntegerArray counts = new AtomicIntegerArray(Clusters.ROUNDS);
            messaging.handler(cluster.host(1), 0, (sender, message) ->
                counts.getAndIncrement((int)message.getLong(0)));
            handled = counts;
        }
    }
}
