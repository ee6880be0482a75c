/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import org.isotach.memory.Padded;

/**
 * A message there and back: the other thread sends what it has received.
 */
final class RoundTripExchange implements Exchange
{
    private final Connection connection;
    private final Caller caller;
    private final Echo echo;

    RoundTripExchange(final Connection connection, final int payload)
    {
        this.connection = connection;
        caller = new Caller(connection.endpoint(0), payload / Long.BYTES);
        echo = new Echo(connection.endpoint(1), payload / Long.BYTES);
    }

    @Override
    public long operate()
    {
        return caller.call();
    }

    @Override
    public int serve()
    {
        return echo.answer();
    }

    @Override
    public void complete()
    {
        caller.checkNothingIsLeft();
    }

    @Override
    public void close()
    {
        connection.close();
    }

    private static final class Caller extends Padded
    {
        private final Endpoint endpoint;
        private final int words;
        private long sent;

        Caller(final Endpoint endpoint, final int words)
        {
            this.endpoint = endpoint;
            this.words = words;
        }

        long call()
        {
            final long word = ++sent;
            endpoint.send(word);
            final long sum = endpoint.receive();
            if (sum != word * words)
            {
                throw new IllegalStateException("received " + sum + " after " + word + " was sent");
            }
            return sum;
        }

        void checkNothingIsLeft()
        {
            final long sum = endpoint.tryReceive();
            if (Endpoint.NONE != sum)
            {
                throw new IllegalStateException("received " + sum + " after the answer to " + sent);
            }
        }
    }

    private static final class Echo extends Padded
    {
        private final Endpoint endpoint;
        private final int words;

        Echo(final Endpoint endpoint, final int words)
        {
            this.endpoint = endpoint;
            this.words = words;
        }

        int answer()
        {
            final long sum = endpoint.tryReceive();
            if (Endpoint.NONE == sum)
            {
                return 0;
            }
            endpoint.send(sum / words);
            return 1;
        }
    }
}
