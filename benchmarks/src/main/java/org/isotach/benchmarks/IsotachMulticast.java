/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.util.concurrent.atomic.AtomicLong;

import org.isotach.HostSet;
import org.isotach.Isochron;
import org.isotach.mbm.Delivery;
import org.isotach.mbm.Mailbox;
import org.isotach.mbm.MessageBuffer;
import org.isotach.mbm.MessagePort;
import org.isotach.mbm.MessageView;
import org.isotach.mbm.Messaging;
import org.isotach.mbm.MessagingContext;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;

/**
 * Isotach multicasts from host 0 to the other hosts, each an isochron of its own. One thread receives for all of them.
 */
final class IsotachMulticast implements Multicast
{
    private final Cluster cluster;
    private final MessagePort port;
    private final Isochron isochron;
    private final HostSet targets;
    private final int payload;
    private final Mailbox[] mailboxes;
    private final long[] counts;
    private final AtomicLong received = new AtomicLong();
    private final SpinningThread receiver;

    IsotachMulticast(final int receivers, final int payload)
    {
        this.payload = payload;
        cluster = Cluster.launch(new ClusterContext().hosts(1 + receivers).threadingMode(ThreadingMode.INVOKER));
        final Messaging messaging = Messaging.on(cluster, new MessagingContext().maxMessageLength(payload));
        isochron = cluster.host(0).isochron();
        port = messaging.port(isochron);
        targets = new HostSet(1 + receivers);
        mailboxes = new Mailbox[receivers];
        counts = new long[receivers];
        for (int i = 0; i < receivers; i++)
        {
            targets.add(1 + i);
            mailboxes[i] = messaging.mailbox(cluster.host(1 + i));
        }
        receiver = SpinningThread.start("receivers", this::receive);
    }

    @Override
    public void send(final long word)
    {
        isochron.begin();
        final MessageBuffer message = port.claim(targets, payload);
        for (int i = 0; i < payload; i += Long.BYTES)
        {
            message.putLong(i, word);
        }
        while (!isochron.tryIssue())
        {
            port.host().poll();
        }
    }

    @Override
    public long received()
    {
        port.host().poll();
        return received.getAcquire();
    }

    @Override
    public void close()
    {
        try
        {
            receiver.stop();
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
        }
        cluster.close();
    }

    private int receive()
    {
        int work = 0;
        long slowest = Long.MAX_VALUE;
        for (int i = 0; i < mailboxes.length; i++)
        {
            final Delivery delivery = mailboxes[i].receive();
            if (null != delivery)
            {
                check(delivery.message(), counts[i]++);
                work++;
            }
            slowest = Math.min(slowest, counts[i]);
        }
        if (work > 0)
        {
            received.setRelease(slowest);
        }
        return work;
    }

    private void check(final MessageView message, final long expected)
    {
        long sum = 0;
        for (int i = 0; i < payload; i += Long.BYTES)
        {
            sum += message.getLong(i);
        }
        if (sum != expected * (payload / Long.BYTES))
        {
            throw new IllegalStateException("received " + sum + " as message " + expected);
        }
    }
}
