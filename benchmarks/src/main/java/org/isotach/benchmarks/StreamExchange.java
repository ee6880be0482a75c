/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import org.isotach.memory.Padded;

/**
 * Messages in one direction, as fast as credits allow: the measured thread receives, the other one sends.
 */
final class StreamExchange implements Exchange
{
    private final Connection connection;
    private final Sender sender;
    private final Receiver receiver;

    StreamExchange(final Connection connection, final int payload)
    {
        this.connection = connection;
        sender = new Sender(connection.endpoint(0));
        receiver = new Receiver(connection.endpoint(1), payload / Long.BYTES);
    }

    @Override
    public long operate()
    {
        return receiver.receive();
    }

    @Override
    public int serve()
    {
        return sender.send();
    }

    @Override
    public int help()
    {
        return sender.poll();
    }

    @Override
    public void complete()
    {
        // The thread that has told this one that the other one only helps has published the counters of that one.
        receiver.receiveAll(sender.sent);
    }

    @Override
    public void close()
    {
        connection.close();
    }

    private static final class Sender extends Padded
    {
        private final Endpoint endpoint;
        private long sent;

        Sender(final Endpoint endpoint)
        {
            this.endpoint = endpoint;
        }

        int send()
        {
            if (!endpoint.trySend(sent))
            {
                return 0;
            }
            sent++;
            return 1;
        }

        /**
         * Looks for messages, of which there are none: a protocol that collects messages then sends them.
         */
        int poll()
        {
            final long sum = endpoint.tryReceive();
            if (Endpoint.NONE != sum)
            {
                throw new IllegalStateException("received " + sum + " at the end that sends");
            }
            return 0;
        }
    }

    private static final class Receiver extends Padded
    {
        private final Endpoint endpoint;
        private final int words;
        private long received;

        Receiver(final Endpoint endpoint, final int words)
        {
            this.endpoint = endpoint;
            this.words = words;
        }

        long receive()
        {
            final long sum = endpoint.receive();
            if (sum != received * words)
            {
                throw new IllegalStateException("received " + sum + " as message " + received);
            }
            received++;
            return sum;
        }

        void receiveAll(final long sent)
        {
            while (received < sent)
            {
                receive();
            }
            final long sum = endpoint.tryReceive();
            if (Endpoint.NONE != sum)
            {
                throw new IllegalStateException("received " + sum + " after all of " + sent + " messages");
            }
        }
    }
}
