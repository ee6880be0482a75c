/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

/**
 * A pipeline of three: a source, a stage that reads 8 bytes of each long message and passes it on, and a sink.
 */
interface PassOn extends AutoCloseable
{
    /**
     * Makes the pipeline.
     *
     * @param protocol name of the protocol.
     * @param payload  length of the messages in bytes.
     * @return the pipeline.
     */
    static PassOn open(final String protocol, final int payload)
    {
        switch (protocol)
        {
            case "channel":
                return new ChannelPassOn(payload);
            case "aeron":
                return new AeronPassOn(payload);
            default:
                throw new IllegalArgumentException("protocol: " + protocol + " (expected: channel or aeron)");
        }
    }

    /**
     * The stage, on the measured thread: passes one message on, spinning until there is one.
     *
     * @return the first word of the message.
     */
    long pass();

    /**
     * Source and sink, on the other thread: sends what there is room for, with a number as its first word, and drops
     * what arrives.
     *
     * @return amount of work done.
     */
    int serve();

    @Override
    void close();
}
