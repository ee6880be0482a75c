/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.isotach.Isochron;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

/**
 * A cluster with messages for tests: one isochron, port and mailbox per host. Errors that the cluster reports fail the
 * test when it is closed, unless the test has taken them.
 */
final class TestCluster implements AutoCloseable
{
    private final Cluster cluster;
    private final Messaging messaging;
    private final Isochron[] isochrons;
    private final MessagePort[] ports;
    private final List<Throwable> errors = new CopyOnWriteArrayList<>();

    TestCluster(final ClusterContext context)
    {
        this(context, new MessagingContext());
    }

    TestCluster(final ClusterContext context, final MessagingContext messagingContext)
    {
        cluster = Cluster.launch(context.errorHandler(errors::add));
        messaging = Messaging.on(cluster, messagingContext);
        isochrons = new Isochron[cluster.hostCount()];
        ports = new MessagePort[cluster.hostCount()];
        for (int host = 0; host < ports.length; host++)
        {
            isochrons[host] = cluster.host(host).isochron();
            ports[host] = messaging.port(isochrons[host]);
        }
    }

    /**
     * Hosts on one switch, no thread but that of the test.
     */
    static TestCluster invoker(final int hosts)
    {
        return new TestCluster(new ClusterContext().hosts(hosts).threadingMode(ThreadingMode.INVOKER));
    }

    Cluster cluster()
    {
        return cluster;
    }

    Messaging messaging()
    {
        return messaging;
    }

    int hostCount()
    {
        return ports.length;
    }

    Host host(final int id)
    {
        return cluster.host(id);
    }

    Isochron isochron(final int host)
    {
        return isochrons[host];
    }

    MessagePort port(final int host)
    {
        return ports[host];
    }

    Mailbox mailbox(final int host)
    {
        return messaging.mailbox(cluster.host(host));
    }

    List<Throwable> errors()
    {
        return errors;
    }

    /**
     * Sends a number in an isochron of its own.
     */
    void send(final int sender, final int receiver, final long number)
    {
        isochrons[sender].begin();
        ports[sender].claim(receiver, Long.BYTES).putLong(0, number);
        isochrons[sender].issue();
    }

    /**
     * Tries to send a number in an isochron of its own.
     */
    boolean trySend(final int sender, final int receiver, final long number)
    {
        isochrons[sender].begin();
        ports[sender].claim(receiver, Long.BYTES).putLong(0, number);
        final boolean isSent = isochrons[sender].tryIssue();
        if (!isSent)
        {
            isochrons[sender].abandon();
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
        int work = 1;
        while (work > 0)
        {
            work = 0;
            for (int host = 0; host < ports.length; host++)
            {
                work += cluster.host(host).poll();
            }
        }
    }

    /**
     * In {@link ThreadingMode#INVOKER}: no host has anything to receive.
     */
    void assertNothingToReceive()
    {
        settle();
        for (int host = 0; host < ports.length; host++)
        {
            assertNull(mailbox(host).receive(), "host " + host);
        }
    }

    @Override
    public void close()
    {
        cluster.close();
        if (!errors.isEmpty())
        {
            throw new AssertionError("the cluster reported errors", errors.get(0));
        }
    }
}
