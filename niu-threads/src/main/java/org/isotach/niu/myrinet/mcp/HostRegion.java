/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet.mcp;

import org.isotach.memory.OffHeapBuffer;

/**
 * The memory of a host that its board may read and write (Panariti, "Buffers"): an array of send buffers, one of
 * receive buffers for each channel, and for each channel a line in which the board counts what has arrived.
 */
final class HostRegion
{
    private final int sendQueue;
    private final int channelLength;
    private final int bufferLength;
    private final int receive;
    private final int counts;
    private final OffHeapBuffer memory;

    HostRegion(final McpContext context)
    {
        sendQueue = context.sendQueue();
        channelLength = context.channelLength();
        bufferLength = context.bufferLength();
        receive = sendQueue * bufferLength;
        counts = receive + context.channels() * channelLength * bufferLength;
        memory = OffHeapBuffer.allocate(counts + (long)context.channels() * OffHeapBuffer.CACHE_LINE_LENGTH);
    }

    OffHeapBuffer memory()
    {
        return memory;
    }

    int sendBuffer(final long number)
    {
        return (int)(number % sendQueue) * bufferLength;
    }

    int receiveBuffer(final int channel, final int number)
    {
        return receive + (channel * channelLength + number) * bufferLength;
    }

    int count(final int channel)
    {
        return counts + channel * OffHeapBuffer.CACHE_LINE_LENGTH;
    }

    @Override
    public String toString()
    {
        return "HostRegion{" + memory + '}';
    }
}
