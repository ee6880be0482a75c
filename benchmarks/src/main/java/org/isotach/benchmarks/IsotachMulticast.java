/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.util.function.IntSupplier;

import com.lmax.disruptor.Sequence;

import org.isotach.HostSet;
import org.isotach.Isochron;
import org.isotach.mbm.Delivery;
import org.isotach.mbm.Mailbox;
import org.isotach.mbm.MessageBuffer;
import org.isotach.mbm.MessagePort;
import org.isotach.mbm.MessageView;
import org.isotach.mbm.Messaging;
import org.isotach.mbm.MessagingContext;
import org.isotach.memory.Padded;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;

/**
 * Isotach multicasts from host 0 to the other hosts, each an isochron of its own. One thread receives for all of them.
 */
final class IsotachMulticast implements Multicast
{
    // A poll sends collected messages: receivers need not wait for the end of a burst.
    private static final int ISSUES_PER_POLL = 32;

    private final Cluster cluster;
    private final MessagePort port;
    private final Isochron isochron;
    private final HostSet targets;
    private final int payload;
    private final Receivers receivers;
    private final SpinningThread thread;

    IsotachMulticast(final int receiverCount, final int payload)
    {
        this.payload = payload;
        cluster = Cluster.launch(new ClusterContext().hosts(1 + receiverCount).threadingMode(ThreadingMode.INVOKER));
        final Messaging messaging = Messaging.on(cluster, new MessagingContext().maxMessageLength(payload));
        isochron = cluster.host(0).isochron();
        port = messaging.port(isochron);
        targets = new HostSet(1 + receiverCount);
        final Mailbox[] mailboxes = new Mailbox[receiverCount];
        for (int i = 0; i < receiverCount; i++)
        {
            targets.add(1 + i);
            mailboxes[i] = messaging.mailbox(cluster.host(1 + i));
        }
        receivers = new Receivers(mailboxes, payload);
        thread = SpinningThread.start("receivers", receivers);
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
            Thread.onSpinWait();
        }
        if (0 == word % ISSUES_PER_POLL)
        {
            port.host().poll();
        }
    }

    @Override
    public long received()
    {
        port.host().poll();
        return receivers.received();
    }

    @Override
    public void close()
    {
        try
        {
            thread.stop();
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
        }
        cluster.close();
    }

    /**
     * All receivers, and their counters.
     */
    private static final class Receivers extends Padded implements IntSupplier
    {
        private final Mailbox[] mailboxes;
        private final int payload;
        private final long[] counts;
        private final Sequence received = new Sequence(0);

        Receivers(final Mailbox[] mailboxes, final int payload)
        {
            this.mailboxes = mailboxes;
            this.payload = payload;
            counts = new long[mailboxes.length];
        }

        /**
         * Messages that all receivers have received; for any thread.
         */
        long received()
        {
            return received.get();
        }

        @Override
        public int getAsInt()
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
                received.set(slowest);
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
}
