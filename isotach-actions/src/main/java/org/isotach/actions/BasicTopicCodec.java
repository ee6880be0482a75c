/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import org.isotach.IsotachException;

/**
 * Takes messages that are a {@link String}, a {@link Long}, an {@link Integer}, a {@link Double}, a {@link Boolean} or
 * an array of bytes. The bytes are one for the type, then the value, most significant byte first.
 */
public final class BasicTopicCodec implements TopicCodec
{
    private static final byte STRING = 1;
    private static final byte LONG = 2;
    private static final byte INTEGER = 3;
    private static final byte DOUBLE = 4;
    private static final byte BOOLEAN = 5;
    private static final byte BYTES = 6;

    /**
     * Creates a codec.
     */
    public BasicTopicCodec()
    {
    }

    @Override
    public byte[] encode(final Object message)
    {
        if (message instanceof String text)
        {
            return typed(STRING, text.getBytes(StandardCharsets.UTF_8));
        }
        if (message instanceof byte[] bytes)
        {
            return typed(BYTES, bytes);
        }
        if (message instanceof Long number)
        {
            return ByteBuffer.allocate(1 + Long.BYTES).put(LONG).putLong(number).array();
        }
        if (message instanceof Integer number)
        {
            return ByteBuffer.allocate(1 + Integer.BYTES).put(INTEGER).putInt(number).array();
        }
        if (message instanceof Double number)
        {
            return ByteBuffer.allocate(1 + Double.BYTES).put(DOUBLE).putDouble(number).array();
        }
        if (message instanceof Boolean value)
        {
            return new byte[]{ BOOLEAN, (byte)(value ? 1 : 0) };
        }
        throw new IllegalArgumentException("message: " + message + " of " + message.getClass() +
            " (expected: a string, a number, a boolean or bytes, in a cluster with members; give" +
            " IsotachContext.membership() a codec for other messages)");
    }

    private static byte[] typed(final byte type, final byte[] value)
    {
        return ByteBuffer.allocate(1 + value.length).put(type).put(value).array();
    }

    @Override
    public Object decode(final byte[] bytes)
    {
        final ByteBuffer buffer = ByteBuffer.wrap(bytes, 1, bytes.length - 1);
        switch (bytes[0])
        {
            case STRING:
                return new String(bytes, 1, bytes.length - 1, StandardCharsets.UTF_8);
            case BYTES:
                return Arrays.copyOfRange(bytes, 1, bytes.length);
            case LONG:
                return buffer.getLong();
            case INTEGER:
                return buffer.getInt();
            case DOUBLE:
                return buffer.getDouble();
            case BOOLEAN:
                return 0 != bytes[1];
            default:
                throw new IsotachException("a message of type " + bytes[0] + ": give all members the same codec");
        }
    }

    @Override
    public String toString()
    {
        return "BasicTopicCodec";
    }
}
