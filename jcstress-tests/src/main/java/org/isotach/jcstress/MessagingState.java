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
import org.isotach.niu.ThreadingMode;
import org.isotach.smm.SharedMemory;

/**
 * Base of the states of tests with messages: two applications, and one variable on both hosts that is 0 before an
 * execution.
 * <p>
 * As with {@link ClusterState} a number of executions share a cluster. Every actor receives in each execution exactly
 * what was sent to it in that execution, so nothing is left for the next one, although one actor may be ahead of the
 * other by several executions. Rings are as small as can be.
 */
abstract class MessagingState
{
    private static final int ROUNDS = 64;
    private static final ThreadLocal<Network> NETWORK = new ThreadLocal<>();

    final int round;
    private final Network network;

    MessagingState()
    {
        Network last = NETWORK.get();
        if (null == last || ROUNDS == last.nextRound)
        {
            last = new Network();
            NETWORK.set(last);
        }
        network = last;
        round = network.nextRound++;
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
        private final MessagingApplication[] applications = new MessagingApplication[2];
        private final AtomicIntegerArray handled = new AtomicIntegerArray(ROUNDS);
        private int nextRound;

        Network()
        {
            final Cluster cluster = Cluster.launch(new ClusterContext()
                .hosts(2)
                .threadingMode(ThreadingMode.INVOKER)
                .sendRingSize(4)
                .linkRingSize(2)
                .maxIsochronLength(128)
                .slabLength(384));
            final SharedMemory memory =
                SharedMemory.on(cluster, PageMap.builder().pageSize(ROUNDS).everywhere(0, 0).build());
            final Messaging messaging = Messaging.on(
                cluster, new MessagingContext().maxMessageLength(64).nonIsotachRingLength(128));
            for (int host = 0; host < 2; host++)
            {
                applications[host] = new MessagingApplication(cluster.host(host), messaging, memory);
            }
            messaging.handler(cluster.host(1), 0, (sender, message) ->
                handled.getAndIncrement((int)message.getLong(0)));
        }
    }
}
