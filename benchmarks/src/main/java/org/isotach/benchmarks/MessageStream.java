/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A stream of messages from one thread to another, over a connection that the benchmark chooses: one operation is one
 * message received, in order, by the measured thread.
 */
@State(Scope.Benchmark)
public abstract class MessageStream
{
    private Exchange exchange;
    private SpinningThread sender;

    /**
     * The protocol.
     *
     * @return a name that {@link Connection#open} knows.
     */
    abstract String protocolName();

    /**
     * Length of a message.
     *
     * @return number of bytes.
     */
    abstract int payloadLength();

    /**
     * Starts the sender.
     */
    @Setup
    public void start()
    {
        exchange = new StreamExchange(Connection.open(protocolName(), payloadLength()), payloadLength());
        sender = SpinningThread.start("sender", exchange::serve);
    }

    /**
     * Ends the sender.
     *
     * @throws InterruptedException when interrupted.
     */
    @TearDown
    public void stop() throws InterruptedException
    {
        sender.stop();
        exchange.close();
    }

    /**
     * The next message.
     *
     * @return the sum of its words.
     */
    @Benchmark
    public long receive()
    {
        return exchange.operate();
    }
}
