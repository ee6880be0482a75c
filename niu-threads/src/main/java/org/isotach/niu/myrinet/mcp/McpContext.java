/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet.mcp;

import java.util.Objects;

import org.isotach.memory.OffHeapBuffer;

/**
 * The settings of a {@link Fabric}: sizes that the paper does not print, and the choices that its control program had
 * at different times. A fabric copies them.
 * <p>
 * <b>Note:</b> this class is not threadsafe.
 */
public final class McpContext
{
    private static final int MAX_COUNT = 1 << 10;
    private static final int MAX_BUFFER_LENGTH = 1 << 20;
    private static final int MAX_HOST_LENGTH = 1 << 30;
    private static final int MAX_CABLE_LENGTH = 4032;

    private int channels = 4;
    private int channelLength = 8;
    private int sendQueue = 8;
    private int bufferLength = 8 * 1024;
    private int txBuffers = 3;
    private int rxBuffers = 9;
    private int pioLength = 64;
    private int routes = 64;
    private int cableChunks = 4;
    private int cableChunkLength = 256;
    private int hostDmaLength = 128;
    private int threshold = 128;
    private boolean isSendOverlapped = true;
    private boolean isReceiveOverlapped;
    private ReceiveMode receiveMode = ReceiveMode.INTERRUPT;
    private HostDmaPolicy hostDmaPolicy = HostDmaPolicy.RECEIVE_FIRST;
    private int highWater = 4;

    /**
     * Creates settings with their default values.
     */
    public McpContext()
    {
    }

    /**
     * Sets the number of channels of a board.
     *
     * @param count 1..1024, default 4.
     * @return this.
     */
    public McpContext channels(final int count)
    {
        channels = inRange("channels", count, 1, MAX_COUNT);
        return this;
    }

    /**
     * Sets how many packets a channel holds for its receiver.
     *
     * @param packets 1..1024, default 8.
     * @return this.
     */
    public McpContext channelLength(final int packets)
    {
        channelLength = inRange("channelLength", packets, 1, MAX_COUNT);
        return this;
    }

    /**
     * Sets how many packets a host may have given to its board, which the board has not sent.
     *
     * @param packets 1..1024, default 8.
     * @return this.
     */
    public McpContext sendQueue(final int packets)
    {
        sendQueue = inRange("sendQueue", packets, 1, MAX_COUNT);
        return this;
    }

    /**
     * Sets the length of all buffers. Eight bytes of it are the header of the frame. The send queue and the channels of
     * a host have at most 2^30 bytes together, and so have the pools of a board.
     *
     * @param bytes a multiple of 64 up to 2^20, default 8192.
     * @return this.
     */
    public McpContext bufferLength(final int bytes)
    {
        if (0 != bytes % OffHeapBuffer.CACHE_LINE_LENGTH)
        {
            throw new IllegalArgumentException("bufferLength: " + bytes + " (expected: a multiple of " +
                OffHeapBuffer.CACHE_LINE_LENGTH + ')');
        }
        bufferLength = inRange("bufferLength", bytes, OffHeapBuffer.CACHE_LINE_LENGTH, MAX_BUFFER_LENGTH);
        return this;
    }

    /**
     * Sets the numbers of buffers on the board. One of each pool is never in the queue.
     *
     * @param tx what is to be sent, 2..1024, default 3.
     * @param rx what has arrived, 2..1024, default 9.
     * @return this.
     */
    public McpContext pools(final int tx, final int rx)
    {
        inRange("tx", tx, 2, MAX_COUNT);
        rxBuffers = inRange("rx", rx, 2, MAX_COUNT);
        txBuffers = tx;
        return this;
    }

    /**
     * Sets the longest payload that the processor of the host copies into the memory of the board.
     *
     * @param bytes 0..4096, default 64.
     * @return this.
     */
    public McpContext pioLength(final int bytes)
    {
        pioLength = inRange("pioLength", bytes, 0, 1 << 12);
        return this;
    }

    /**
     * Sets how many routes a board remembers.
     *
     * @param count 2..1024, default 64.
     * @return this.
     */
    public McpContext routes(final int count)
    {
        routes = inRange("routes", count, 2, MAX_COUNT);
        return this;
    }

    /**
     * Sets what fits into a cable each way, until its sender has to wait.
     *
     * @param chunks 2, 4, 8, up to 1024; default 4.
     * @param length memory for a chunk, a multiple of 64 up to 4032; default 256.
     * @return this.
     */
    public McpContext cable(final int chunks, final int length)
    {
        if (1 != Integer.bitCount(chunks) || 0 != length % OffHeapBuffer.CACHE_LINE_LENGTH)
        {
            throw new IllegalArgumentException("chunks: " + chunks + ", length: " + length +
                " (expected: a power of two, and a multiple of " + OffHeapBuffer.CACHE_LINE_LENGTH + ')');
        }
        inRange("length", length, OffHeapBuffer.CACHE_LINE_LENGTH, MAX_CABLE_LENGTH);
        cableChunks = inRange("chunks", chunks, 2, MAX_COUNT);
        cableChunkLength = length;
        return this;
    }

    /**
     * Sets how much the engine between host and board moves in one step.
     *
     * @param bytes 1..2^20, default 128.
     * @return this.
     */
    public McpContext hostDmaLength(final int bytes)
    {
        hostDmaLength = inRange("hostDmaLength", bytes, 1, MAX_BUFFER_LENGTH);
        return this;
    }

    /**
     * Sets how much of a packet must be there until a second engine follows the first one. The last piece may be
     * shorter.
     *
     * @param bytes more than the header of a frame, 9..2^20, default 128.
     * @return this.
     */
    public McpContext threshold(final int bytes)
    {
        threshold = inRange("threshold", bytes, Frame.HEADER_LENGTH + 1, MAX_BUFFER_LENGTH);
        return this;
    }

    /**
     * Sets whether a packet may leave the board while it still comes from the host.
     *
     * @param value default true.
     * @return this.
     */
    public McpContext overlappedSend(final boolean value)
    {
        isSendOverlapped = value;
        return this;
    }

    /**
     * Sets how the board receives.
     *
     * @param mode         default {@link ReceiveMode#INTERRUPT}.
     * @param isOverlapped true if a packet may be on its way to the host while it still arrives; only {@link
     *                     ReceiveMode#POLLED}. Default false.
     * @return this.
     */
    public McpContext receive(final ReceiveMode mode, final boolean isOverlapped)
    {
        if (isOverlapped && ReceiveMode.POLLED != Objects.requireNonNull(mode, "mode"))
        {
            throw new IllegalArgumentException("mode: " + mode + ", overlapped (expected: POLLED, because an" +
                " interrupt could end a packet while it is read)");
        }
        receiveMode = Objects.requireNonNull(mode, "mode");
        isReceiveOverlapped = isOverlapped;
        return this;
    }

    /**
     * Sets what the engine between host and board does first.
     *
     * @param policy default {@link HostDmaPolicy#RECEIVE_FIRST}.
     * @param mark   for {@link HostDmaPolicy#HIGH_WATER}: number of packets in the rx pool, 1..1024, default 4.
     * @return this.
     */
    public McpContext hostDma(final HostDmaPolicy policy, final int mark)
    {
        hostDmaPolicy = Objects.requireNonNull(policy, "policy");
        highWater = inRange("mark", mark, 1, MAX_COUNT);
        return this;
    }

    int channels()
    {
        return channels;
    }

    int channelLength()
    {
        return channelLength;
    }

    int sendQueue()
    {
        return sendQueue;
    }

    int bufferLength()
    {
        return bufferLength;
    }

    int txBuffers()
    {
        return txBuffers;
    }

    int rxBuffers()
    {
        return rxBuffers;
    }

    int pioLength()
    {
        return pioLength;
    }

    int routes()
    {
        return routes;
    }

    LinkEnd[] newCable()
    {
        return LinkEnd.newCable(cableChunks, cableChunkLength);
    }

    int hostDmaLength()
    {
        return hostDmaLength;
    }

    int threshold()
    {
        return threshold;
    }

    boolean isSendOverlapped()
    {
        return isSendOverlapped;
    }

    boolean isReceiveOverlapped()
    {
        return isReceiveOverlapped;
    }

    ReceiveMode receiveMode()
    {
        return receiveMode;
    }

    HostDmaPolicy hostDmaPolicy()
    {
        return hostDmaPolicy;
    }

    int highWater()
    {
        return highWater;
    }

    /**
     * Refuses settings that contradict each other.
     *
     * @return a copy.
     */
    McpContext checkedCopy()
    {
        final long length = (sendQueue + (long)channels * channelLength) * bufferLength;
        if (length > MAX_HOST_LENGTH)
        {
            throw new IllegalArgumentException("sendQueue: " + sendQueue + ", channels: " + channels +
                ", channelLength: " + channelLength + ", bufferLength: " + bufferLength + ": " + length +
                " bytes for each host (expected: at most " + MAX_HOST_LENGTH + "; use fewer or shorter buffers)");
        }
        final long pools = (txBuffers + (long)rxBuffers) * bufferLength;
        if (pools > MAX_HOST_LENGTH)
        {
            throw new IllegalArgumentException("tx: " + txBuffers + ", rx: " + rxBuffers + ", bufferLength: " +
                bufferLength + ": " + pools + " bytes for each board (expected: at most " + MAX_HOST_LENGTH +
                "; use fewer or shorter buffers)");
        }
        return new McpContext()
            .channels(channels)
            .channelLength(channelLength)
            .sendQueue(sendQueue)
            .bufferLength(bufferLength)
            .pools(txBuffers, rxBuffers)
            .pioLength(pioLength)
            .routes(routes)
            .cable(cableChunks, cableChunkLength)
            .hostDmaLength(hostDmaLength)
            .threshold(threshold)
            .overlappedSend(isSendOverlapped)
            .receive(receiveMode, isReceiveOverlapped)
            .hostDma(hostDmaPolicy, highWater);
    }

    private static int inRange(final String name, final int value, final int min, final int max)
    {
        if (value < min || value > max)
        {
            throw new IllegalArgumentException(name + ": " + value + " (expected: " + min + ".." + max + ')');
        }
        return value;
    }

    @Override
    public String toString()
    {
        return "McpContext{channels=" + channels + ", channelLength=" + channelLength + ", sendQueue=" + sendQueue +
            ", bufferLength=" + bufferLength + ", tx=" + txBuffers + ", rx=" + rxBuffers + ", pioLength=" + pioLength +
            ", threshold=" + threshold + ", overlappedSend=" + isSendOverlapped + ", receive=" + receiveMode +
            (isReceiveOverlapped ? ", overlapped" : "") + ", " + hostDmaPolicy + '}';
    }
}
