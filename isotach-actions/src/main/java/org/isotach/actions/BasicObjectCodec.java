/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

import org.isotach.IsotachException;

/**
 * Takes objects that are a {@link String}, a {@link Long}, an {@link Integer}, a {@link Double}, a {@link Boolean} or
 * an array of bytes. The bytes are one for the type, then the value, most significant byte first.
 */
public final class BasicObjectCodec implements ObjectCodec
{
    private static final byte STRING = 1;
    private static final byte LONG = 2;
    private static final byte INTEGER = 3;
    private static final byte DOUBLE = 4;
    private static final byte BOOLEAN = 5;
    private static final byte BYTES = 6;

    private final int maxLength;

    /**
     * Creates a codec that makes at most 1,024 bytes of an object.
     */
    public BasicObjectCodec()
    {
        this(MAX_LENGTH_DEFAULT);
    }

    /**
     * Creates a codec.
     *
     * @param maxLength the largest number of bytes of an object, one for its type included: 1..1,048,576.
     * @throws IllegalArgumentException if the number is out of range.
     */
    public BasicObjectCodec(final int maxLength)
    {
        this.maxLength = Settings.inRange("maxLength", maxLength, 1, LARGEST_LENGTH);
    }

    @Override
    public int maxLength()
    {
        return maxLength;
    }

    @Override
    public byte[] encode(final Object object)
    {
        if (object instanceof String text)
        {
            return typed(STRING, text.getBytes(StandardCharsets.UTF_8));
        }
        if (object instanceof byte[] bytes)
        {
            return typed(BYTES, bytes);
        }
        if (object instanceof Long number)
        {
            return ByteBuffer.allocate(1 + Long.BYTES).put(LONG).putLong(number).array();
        }
        if (object instanceof Integer number)
        {
            return ByteBuffer.allocate(1 + Integer.BYTES).put(INTEGER).putInt(number).array();
        }
        if (object instanceof Double number)
        {
            return ByteBuffer.allocate(1 + Double.BYTES).put(DOUBLE).putDouble(number).array();
        }
        if (object instanceof Boolean value)
        {
            return new byte[]{ BOOLEAN, (byte)(value ? 1 : 0) };
        }
        throw new IllegalArgumentException("object: " + object + " of " +
            Objects.requireNonNull(object, "object").getClass() +
            " (expected: a string, a number, a boolean or bytes, in a cluster with members; give" +
            " IsotachContext.membership() a codec for other objects)");
    }

    private static byte[] typed(final byte type, final byte[] value)
    {
        return ByteBuffer.allocate(1 + value.length).put(type).put(value).array();
    }

    @Override
    public Object decode(final byte[] bytes)
    {
        final ByteBuffer buffer = ByteBuffer.wrap(Objects.requireNonNull(bytes, "bytes"), 1, bytes.length - 1);
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
                throw new IsotachException("an object of type " + bytes[0] + ": give all members the same codec");
        }
    }

    @Override
    public String toString()
    {
        return "BasicObjectCodec";
    }
}
