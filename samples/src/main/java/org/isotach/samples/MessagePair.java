/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

import org.isotach.Isochron;
import org.isotach.Topology;
import org.isotach.mbm.Delivery;
import org.isotach.mbm.Mailbox;
import org.isotach.mbm.MessageBuffer;
import org.isotach.mbm.MessagePort;
import org.isotach.mbm.MessageView;
import org.isotach.mbm.Messaging;
import org.isotach.mbm.MessagingContext;
import org.isotach.mbm.NonIsotachPort;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;

/**
 * Times messages between two hosts, each with its thread: host 0 begins, host 1 answers or receives. Every message is
 * written and read as a whole, and checked.
 */
final class MessagePair
{
    private static final long NONE = Long.MIN_VALUE;

    private final int payload;
    private final InvokerModeOption mode;
    private long wrong;

    MessagePair(final int payload, final InvokerModeOption mode)
    {
        this.payload = payload;
        this.mode = mode;
    }

    /**
     * Messages that were not as they were sent.
     */
    long wrong()
    {
        return wrong;
    }

    /**
     * Time of a round trip, there and back, in nanoseconds; the first half is not timed.
     */
    double roundTripNs(final boolean isIsotach, final int count)
    {
        return run(
            isIsotach,
            mine ->
            {
                long startNs = 0;
                for (int i = 0; i < count; i++)
                {
                    if (count / 2 == i)
                    {
                        startNs = System.nanoTime();
                    }
                    mine.send(i);
                    check(mine.receive(), i);
                }
                return nsPerMessage(startNs, count);
            },
            other ->
            {
                for (int i = 0; i < count; i++)
                {
                    other.send(other.receive());
                }
            });
    }

    /**
     * Time per message of a stream, as the receiver sees it, in nanoseconds; the first half is not timed.
     */
    double streamNs(final boolean isIsotach, final int count)
    {
        return run(
            isIsotach,
            mine ->
            {
                long startNs = 0;
                for (int i = 0; i < count; i++)
                {
                    if (count / 2 == i)
                    {
                        startNs = System.nanoTime();
                    }
                    check(mine.receive(), i);
                }
                return nsPerMessage(startNs, count);
            },
            other ->
            {
                for (int i = 0; i < count; i++)
                {
                    other.send(i);
                }
                other.flush();
            });
    }

    private static double nsPerMessage(final long startNs, final int count)
    {
        return (System.nanoTime() - startNs) / (double)(count - count / 2);
    }

    private void check(final long word, final long expected)
    {
        if (word != expected)
        {
            wrong++;
        }
    }

    private double run(final boolean isIsotach, final ToDoubleFunction<Side> timed, final Consumer<Side> peer)
    {
        try (Cluster cluster = Cluster.launch(mode.context(Topology.singleSwitch(2))))
        {
            final Messaging messaging = Messaging.on(cluster, new MessagingContext().maxMessageLength(payload));
            final Side mine = side(isIsotach, messaging, cluster.host(0));
            final Side other = side(isIsotach, messaging, cluster.host(1));
            final double[] ns = new double[1];
            HostThreads.run(cluster, host ->
            {
                if (0 == host.id())
                {
                    ns[0] = timed.applyAsDouble(mine);
                }
                else
                {
                    peer.accept(other);
                }
            });
            return ns[0];
        }
    }

    private Side side(final boolean isIsotach, final Messaging messaging, final Host host)
    {
        return isIsotach ? new IsotachSide(messaging, host) : new NonIsotachSide(messaging, host);
    }

    private void fill(final MessageBuffer message, final long word)
    {
        for (int i = 0; i < payload; i += Long.BYTES)
        {
            message.putLong(i, word);
        }
    }

    /**
     * The word that a message consists of, {@link #NONE} if it does not.
     */
    private long word(final MessageView message)
    {
        long differences = payload - message.length();
        final long word = message.getLong(0);
        for (int i = 0; i < payload; i += Long.BYTES)
        {
            differences |= word ^ message.getLong(i);
        }
        return 0 == differences ? word : NONE;
    }

    /**
     * One of the two hosts, for its thread.
     */
    private interface Side
    {
        void send(long word);

        long receive();

        void flush();
    }

    private final class IsotachSide implements Side
    {
        private final Isochron isochron;
        private final MessagePort port;
        private final Mailbox mailbox;
        private final int target;
        private final Pause pause = new Pause();

        IsotachSide(final Messaging messaging, final Host host)
        {
            isochron = host.isochron();
            port = messaging.port(isochron);
            mailbox = messaging.mailbox(host);
            target = 1 - host.id();
        }

        @Override
        public void send(final long word)
        {
            isochron.begin();
            fill(port.claim(target, payload), word);
            isochron.issue();
        }

        @Override
        public long receive()
        {
            Delivery delivery = mailbox.receive();
            while (null == delivery)
            {
                pause.after(0);
                delivery = mailbox.receive();
            }
            pause.after(1);
            return word(delivery.message());
        }

        @Override
        public void flush()
        {
            isochron.awaitExecuted();
        }
    }

    private final class NonIsotachSide implements Side
    {
        private final NonIsotachPort port;
        private final int target;
        private final Pause pause = new Pause();

        NonIsotachSide(final Messaging messaging, final Host host)
        {
            port = messaging.nonIsotachPort(host);
            target = 1 - host.id();
        }

        @Override
        public void send(final long word)
        {
            MessageBuffer message = port.tryClaim(target, payload);
            while (null == message)
            {
                pause.after(0);
                message = port.tryClaim(target, payload);
            }
            pause.after(1);
            fill(message, word);
            port.commit();
        }

        @Override
        public long receive()
        {
            while (!port.receive())
            {
                pause.after(0);
            }
            pause.after(1);
            return word(port.message());
        }

        @Override
        public void flush()
        {
            // What was committed is sent.
        }
    }
}
