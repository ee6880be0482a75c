/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.ArrayList;
import java.util.List;

import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.test.LaunchedCluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

/**
 * A cluster with messages for tests: one port and mailbox per host.
 */
final class TestCluster extends LaunchedCluster
{
    private final Messaging messaging;
    private final List<MessagePort> ports = new ArrayList<>();

    TestCluster(final ClusterContext context)
    {
        this(context, new MessagingContext());
    }

    TestCluster(final ClusterContext context, final MessagingContext messagingContext)
    {
        super(context);
        messaging = Messaging.on(cluster(), messagingContext);
        for (int host = 0; host < hostCount(); host++)
        {
            ports.add(messaging.port(isochron(host)));
        }
    }

    /**
     * Hosts on one switch, no thread but that of the test.
     */
    static TestCluster invoker(final int hosts)
    {
        return new TestCluster(new ClusterContext().hosts(hosts).threadingMode(ThreadingMode.INVOKER));
    }

    Messaging messaging()
    {
        return messaging;
    }

    MessagePort port(final int host)
    {
        return ports.get(host);
    }

    Mailbox mailbox(final int host)
    {
        return messaging.mailbox(host(host));
    }

    /**
     * Sends a number in an isochron of its own.
     */
    void send(final int sender, final int receiver, final long number)
    {
        isochron(sender).begin();
        port(sender).claim(receiver, Long.BYTES).putLong(0, number);
        isochron(sender).issue();
    }

    /**
     * Tries to send a number in an isochron of its own.
     */
    boolean trySend(final int sender, final int receiver, final long number)
    {
        isochron(sender).begin();
        port(sender).claim(receiver, Long.BYTES).putLong(0, number);
        final boolean isSent = isochron(sender).tryIssue();
        if (!isSent)
        {
            isochron(sender).abandon();
        }
        return isSent;
    }

    /**
     * Receives a number.
     */
    long receive(final int host)
    {
        final Delivery delivery = mailbox(host).await();
        assertEquals(Delivery.Kind.MESSAGE, delivery.kind(), delivery::toString);
        assertEquals(Long.BYTES, delivery.message().length());
        return delivery.message().getLong(0);
    }

    /**
     * Receives a signal or the completion of a barrier.
     *
     * @return its pulse.
     */
    long receive(final int host, final Delivery.Kind kind, final int channel)
    {
        final Delivery delivery = mailbox(host).await();
        assertEquals(kind, delivery.kind(), delivery::toString);
        assertEquals(channel, delivery.channel());
        return delivery.pulse();
    }

    /**
     * In {@link ThreadingMode#INVOKER}: works until there is nothing left to do.
     */
    void settle()
    {
        pollUntilIdle(cluster());
    }

    /**
     * In {@link ThreadingMode#INVOKER}: no host has anything to receive.
     */
    void assertNothingToReceive()
    {
        settle();
        for (int host = 0; host < hostCount(); host++)
        {
            assertNull(mailbox(host).receive(), "host " + host);
        }
    }
}
