/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet.mcp;

import org.isotach.memory.OffHeapBuffer;

/**
 * The host communications block: where host and control program meet, in the memory of the board (Panariti, "Host
 * Communications Block"). Both sides have an object of this class, so there is one layout. A fixed word says where the
 * block is. Three signatures, at its begin, in its middle and at its end, show whether both sides agree.
 * <pre>
 *   signature | state                       state: the handshake
 *   enqueued                                written by the host, counts what is to be sent
 *   sent                                    written by the control program
 *   send queue                              place, length, channel, routes or PIO, numbers of routes: 32 bytes each
 *   PIO buffers                             header of the frame and payload, one for each place of the send queue
 *   signature
 *   channels                                open | free count | received items | free items
 *   routes                                  length, bytes
 *   signature
 * </pre>
 */
final class Hcb
{
    /**
     * Where the address of the block is.
     */
    static final int POINTER = 8;

    /**
     * States of the handshake.
     */
    static final int NEW = 0;
    static final int HELLO = 1;
    static final int READY = 2;

    /**
     * Largest number of routes of one packet.
     */
    static final int MAX_TARGETS = 8;

    // Parts of an item of the send queue.
    static final int LENGTH = 4;
    static final int CHANNEL = 8;
    static final int TARGETS = 12;
    static final int ROUTES = 16;

    /**
     * In the number of routes: the payload is in the PIO buffer.
     */
    static final int PIO = 1 << 16;

    private static final long[] SIGNATURES = { 0x4D43_5042_4547_494EL, 0x4D43_504D_4944_444CL, 0x4D43_5045_4E44_454EL };
    private static final int LINE = OffHeapBuffer.CACHE_LINE_LENGTH;
    private static final int STATE = 8;
    private static final int ENQUEUED = LINE;
    private static final int SENT = 2 * LINE;
    private static final int ITEMS = 3 * LINE;
    private static final int ITEM_LENGTH = 32;
    private static final int ROUTE_LENGTH = LINE;

    private final OffHeapBuffer sram;
    private final int base;
    private final int sendQueue;
    private final int channelLength;
    private final int pioLength;
    private final int pio;
    private final int middle;
    private final int receivedItems;
    private final int freeItems;
    private final int channelSize;
    private final int channels;
    private final int routes;
    private final int end;

    Hcb(final McpContext context, final OffHeapBuffer sram, final int base)
    {
        this.sram = sram;
        this.base = base;
        sendQueue = context.sendQueue();
        channelLength = context.channelLength();
        pioLength = lines(Frame.HEADER_LENGTH + context.pioLength());
        pio = base + ITEMS + lines(sendQueue * ITEM_LENGTH);
        middle = pio + sendQueue * pioLength;
        receivedItems = 2 * LINE;
        freeItems = receivedItems + lines(channelLength * Long.BYTES);
        channelSize = freeItems + lines(channelLength * Long.BYTES);
        channels = middle + LINE;
        routes = channels + context.channels() * channelSize;
        end = routes + context.routes() * ROUTE_LENGTH;
    }

    private static int lines(final int length)
    {
        return length + LINE - 1 & -LINE;
    }

    /**
     * Returns where the block ends.
     */
    int limit()
    {
        return end + LINE;
    }

    /**
     * For the control program: makes the block, and says where it is.
     */
    void create()
    {
        final int[] places = signaturePlaces();
        for (int i = 0; i < places.length; i++)
        {
            sram.putLong(places[i], SIGNATURES[i]);
        }
        // Release: the block. Partner: HostPort.tryInit().
        sram.putLongRelease(POINTER, base);
    }

    /**
     * For the host: refuses a block that is not as expected.
     */
    void checkSignatures(final String board)
    {
        final int[] places = signaturePlaces();
        for (int i = 0; i < places.length; i++)
        {
            if (SIGNATURES[i] != sram.getLong(places[i]))
            {
                throw new IllegalStateException("board " + board + " has 0x" +
                    Long.toHexString(sram.getLong(places[i])) + " at " + places[i] + " (expected: signature 0x" +
                    Long.toHexString(SIGNATURES[i]) + "; load the control program again)");
            }
        }
    }

    int[] signaturePlaces()
    {
        return new int[] { base, middle, end };
    }

    int state()
    {
        return base + STATE;
    }

    int enqueued()
    {
        return base + ENQUEUED;
    }

    int sent()
    {
        return base + SENT;
    }

    int item(final long number)
    {
        return base + ITEMS + (int)(number % sendQueue) * ITEM_LENGTH;
    }

    int pio(final long number)
    {
        return pio + (int)(number % sendQueue) * pioLength;
    }

    int open(final int channel)
    {
        return channels + channel * channelSize;
    }

    int freeCount(final int channel)
    {
        return open(channel) + LINE;
    }

    int received(final int channel, final long number)
    {
        return open(channel) + receivedItems + (int)(number % channelLength) * Long.BYTES;
    }

    int free(final int channel, final long number)
    {
        return open(channel) + freeItems + (int)(number % channelLength) * Long.BYTES;
    }

    int routeLength(final int id)
    {
        return routes + id * ROUTE_LENGTH;
    }

    int routeBytes(final int id)
    {
        return routeLength(id) + Long.BYTES;
    }

    int targets(final long number)
    {
        return sram.getInt(item(number) + TARGETS) & PIO - 1;
    }

    /**
     * Returns the number of one of the routes of a packet.
     */
    int route(final long number, final int target)
    {
        return (int)(sram.getLong(item(number) + ROUTES + (target & -4) * Short.BYTES) >>>
            (target & 3) * Short.SIZE) & 0xFFFF;
    }

    @Override
    public String toString()
    {
        return "Hcb{" + base + ".." + limit() + '}';
    }
}
