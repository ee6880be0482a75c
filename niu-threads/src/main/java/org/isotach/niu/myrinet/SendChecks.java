/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;


/**
 * Refuses what a host must not send, before anything has been changed. Threadsafe.
 */
final class SendChecks
{
    private final Station host;
    private final String what;
    private final Object network;
    private final int inlineLength;
    private final int blockLength;
    private final ChannelTable channels;

    /**
     * @param host         the host.
     * @param network      whose buffers may be sent.
     * @param inlineLength longest payload that is copied.
     * @param blockLength  length of a buffer.
     * @param channels     of the host, whose numbers are those of all hosts.
     */
    SendChecks(
        final Station host,
        final Object network,
        final int inlineLength,
        final int blockLength,
        final ChannelTable channels)
    {
        this.host = host;
        what = "using the network interface of host " + host.id();
        this.network = network;
        this.inlineLength = inlineLength;
        this.blockLength = blockLength;
        this.channels = channels;
    }

    void checkOpen()
    {
        host.checkNotInHandler(what);
        host.checkOpen();
    }

    void checkChannel(final int channel)
    {
        channels.checkNumber(channel, 0);
    }

    void checkLength(final int length)
    {
        if (length > blockLength)
        {
            throw new IllegalArgumentException("length: " + length + " (expected: 0.." + blockLength +
                " bytes; see MyrinetContext.bufferLength, or send several messages)");
        }
    }

    /**
     * Checks the number of parts of a message that is gathered.
     */
    void checkCount(final Buffer[] buffers)
    {
        if (buffers.length < 2 || buffers.length > Packet.MAX_PARTS)
        {
            throw new IllegalArgumentException(
                "buffers: " + buffers.length + " (expected: 2.." + Packet.MAX_PARTS + " different ones)");
        }
    }

    /**
     * Checks the parts of a message that is gathered.
     */
    void checkParts(final Buffer[] buffers)
    {
        for (int i = 0; i < buffers.length; i++)
        {
            checkBuffer(buffers[i], 1);
            checkInPlace(buffers[i]);
            for (int j = 0; j < i; j++)
            {
                if (buffers[i] == buffers[j])
                {
                    throw new IllegalArgumentException("buffers " + j + " and " + i +
                        " are the same one (expected: different ones)");
                }
            }
        }
    }

    /**
     * Checks the receivers of a multicast.
     */
    void checkTargets(final int[] targets)
    {
        if (targets.length < 1 || targets.length > BlockWord.FILLING)
        {
            throw new IllegalArgumentException("hosts: " + targets.length + " (expected: 1.." + BlockWord.FILLING +
                " different ones; send a copy to others)");
        }
        for (int i = 0; i < targets.length; i++)
        {
            if (targets[i] < 0 || targets[i] >= host.hostCount())
            {
                throw new IllegalArgumentException(
                    "host: " + targets[i] + " (expected: 0.." + (host.hostCount() - 1) + ')');
            }
            for (int j = 0; j < i; j++)
            {
                if (targets[i] == targets[j])
                {
                    throw new IllegalArgumentException(
                        "host " + targets[i] + " is named twice (expected: different hosts)");
                }
            }
        }
    }

    /**
     * Checks a buffer that is sent to one host or more.
     */
    void checkBuffer(final Buffer buffer, final int shares)
    {
        buffer.checkSendable(shares);
        if (buffer.length() > inlineLength)
        {
            checkInPlace(buffer);
        }
    }

    private void checkInPlace(final Buffer buffer)
    {
        if (!buffer.region().isOf(network))
        {
            throw new IllegalStateException("the buffer is not from a pool of this network: take one with" +
                " tryBuffer(), and copy the content");
        }
    }

    @Override
    public String toString()
    {
        return "SendChecks{host=" + host.id() + '}';
    }
}
