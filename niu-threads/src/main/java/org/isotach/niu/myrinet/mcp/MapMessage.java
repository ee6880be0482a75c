/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet.mcp;

import java.nio.charset.StandardCharsets;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.myrinet.Routes;

/**
 * What a {@link Mapper} sends and gets.
 * <pre>
 *   kind, number, length of the route, length of the name: 32 bits each | route, 32 bytes | name, 32 bytes
 * </pre>
 */
final class MapMessage
{
    /**
     * A host that gets it answers.
     */
    static final int PROBE = 1;

    /**
     * A host has got a probe.
     */
    static final int ANSWER = 2;

    /**
     * Has to come back by itself.
     */
    static final int LOOP = 3;

    static final int LENGTH = 80;

    private static final int MAX_NAME = 32;
    private static final int NUMBER_OFFSET = 4;
    private static final int ROUTE_LENGTH_OFFSET = 8;
    private static final int NAME_LENGTH_OFFSET = 12;
    private static final int ROUTE_OFFSET = 16;
    private static final int NAME_OFFSET = ROUTE_OFFSET + Routes.MAX_LENGTH;

    private final OffHeapBuffer buffer;
    private final HostPort port;
    private final int channel;

    MapMessage(final HostPort port, final int channel)
    {
        if (port.maxLength() < LENGTH)
        {
            throw new IllegalArgumentException("payload: " + port.maxLength() + " bytes (expected: at least " +
                LENGTH + "; see McpContext.bufferLength)");
        }
        this.port = port;
        this.channel = channel;
        buffer = OffHeapBuffer.allocate(port.maxLength());
        port.open(channel);
    }

    /**
     * Sends a message with the name of this host by some route, which becomes the last one of its table. To be called
     * when nothing waits to be sent.
     */
    void send(final int kind, final int number, final byte[] route)
    {
        buffer.putInt(0, kind);
        buffer.putInt(NUMBER_OFFSET, number);
        buffer.putInt(ROUTE_LENGTH_OFFSET, route.length);
        buffer.putBytes(ROUTE_OFFSET, route, 0, route.length);
        final byte[] name = port.name().getBytes(StandardCharsets.US_ASCII);
        buffer.putInt(NAME_LENGTH_OFFSET, name.length);
        buffer.putBytes(NAME_OFFSET, name, 0, name.length);
        final int id = port.routes() - 1;
        port.route(id, route);
        port.trySend(id, channel, buffer, 0, LENGTH);
    }

    /**
     * Returns the kind of the next message.
     *
     * @return 0 if there is none.
     */
    int receive()
    {
        final int length = port.tryReceive(channel, buffer, 0);
        return LENGTH == length && isInRange(ROUTE_LENGTH_OFFSET, Routes.MAX_LENGTH) &&
            isInRange(NAME_LENGTH_OFFSET, MAX_NAME) ? buffer.getInt(0) : 0;
    }

    private boolean isInRange(final int offset, final int limit)
    {
        return buffer.getInt(offset) >= 0 && buffer.getInt(offset) <= limit;
    }

    int number()
    {
        return buffer.getInt(NUMBER_OFFSET);
    }

    byte[] route()
    {
        return bytes(ROUTE_OFFSET, buffer.getInt(ROUTE_LENGTH_OFFSET));
    }

    String name()
    {
        return new String(bytes(NAME_OFFSET, buffer.getInt(NAME_LENGTH_OFFSET)), StandardCharsets.US_ASCII);
    }

    private byte[] bytes(final int offset, final int length)
    {
        final byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes, 0, length);
        return bytes;
    }

    /**
     * Returns the way back: the same ports, last ones first.
     */
    static byte[] reverse(final byte[] route)
    {
        final byte[] reverse = new byte[route.length];
        for (int i = 0; i < route.length; i++)
        {
            reverse[i] = (byte)-route[route.length - 1 - i];
        }
        return reverse;
    }
}
