/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import org.isotach.memory.Padded;

/**
 * A message there and back: the other thread sends the sum of the words that it has received, in every word.
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
        echo = new Echo(connection.endpoint(1));
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
        private final long factor;
        private long sent;

        Caller(final Endpoint endpoint, final long words)
        {
            this.endpoint = endpoint;
            factor = words * words;
        }

        long call()
        {
            final long word = ++sent;
            endpoint.send(word);
            final long sum = endpoint.receive();
            if (sum != word * factor)
            {
                throw new IllegalStateException("received " + sum + " after " + word + " was sent");
            }
            return word;
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

        Echo(final Endpoint endpoint)
        {
            this.endpoint = endpoint;
        }

        int answer()
        {
            final long sum = endpoint.tryReceive();
            if (Endpoint.NONE == sum)
            {
                return 0;
            }
            endpoint.send(sum);
            return 1;
        }
    }
}
