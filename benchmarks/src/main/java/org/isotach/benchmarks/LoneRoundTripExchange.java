/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import org.isotach.memory.Padded;

/**
 * A message there and back, both by the measured thread; the other thread does nothing.
 */
final class LoneRoundTripExchange extends Padded implements Exchange
{
    private final Connection connection;
    private final Endpoint endpoint;
    private final Endpoint other;
    private final long factor;
    private long sent;

    LoneRoundTripExchange(final Connection connection, final int payload)
    {
        this.connection = connection;
        endpoint = connection.endpoint(0);
        other = connection.endpoint(1);
        final long words = payload / Long.BYTES;
        factor = words * words;
    }

    @Override
    public long operate()
    {
        final long word = ++sent;
        endpoint.send(word);
        other.send(other.receive());
        final long sum = endpoint.receive();
        if (sum != word * factor)
        {
            throw new IllegalStateException("received " + sum + " after " + word + " was sent");
        }
        return word;
    }

    @Override
    public int serve()
    {
        return 0;
    }

    @Override
    public void close()
    {
        connection.close();
    }
}
