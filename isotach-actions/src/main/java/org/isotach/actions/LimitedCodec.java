/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

import org.isotach.mbm.MessagingContext;
import org.isotach.niu.ClusterContext;

/**
 * The codec of a cluster with members. It refuses objects that are too long. Threadsafe.
 */
final class LimitedCodec
{
    // Of a message: what comes in front of the bytes of an object, for example the name of a topic.
    private static final int MAX_HEADER_LENGTH = 256;
    private static final int MAX_NAME_LENGTH = MAX_HEADER_LENGTH - Integer.BYTES;

    // An isochron of the default length has room for some messages and variables.
    private static final int MESSAGES_PER_ISOCHRON = 4;

    private final ObjectCodec codec;
    private final int maxLength;

    LimitedCodec(final ObjectCodec codec)
    {
        this.codec = codec;
        maxLength = Settings.inRange("ObjectCodec.maxLength()", codec.maxLength(), 1, ObjectCodec.LARGEST_LENGTH);
    }

    /**
     * Makes isochrons long enough for one object that is as long as it may be, besides all that fits by default.
     */
    void prepare(final ClusterContext context)
    {
        final int before = context.maxIsochronLength();
        final int longest = maxLength + MAX_HEADER_LENGTH;
        if (longest > before / MESSAGES_PER_ISOCHRON)
        {
            context.maxIsochronLength(before + longest & -Long.BYTES);
        }
    }

    MessagingContext newMessagingContext()
    {
        final int longest = maxLength + MAX_HEADER_LENGTH;
        // Nobody sends such messages, but each one would have to fit.
        final int ring = Math.max(MessagingContext.NON_ISOTACH_RING_LENGTH_DEFAULT, Integer.highestOneBit(4 * longest));
        return new MessagingContext().maxMessageLength(longest).nonIsotachRingLength(ring);
    }

    /**
     * Returns the bytes of the name of a topic.
     *
     * @throws IllegalArgumentException if it is too long.
     */
    static byte[] encodeName(final String name)
    {
        final byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > MAX_NAME_LENGTH)
        {
            throw new IllegalArgumentException("topic " + name + ": its name takes " + bytes.length +
                " bytes (expected: at most " + MAX_NAME_LENGTH + " in a cluster with members)");
        }
        return bytes;
    }

    /**
     * Makes bytes of an object.
     *
     * @param what the topic, or the variable, that it is for.
     * @throws IllegalArgumentException if it cannot.
     */
    byte[] encode(final Object what, final Object object)
    {
        final byte[] bytes = Objects.requireNonNull(codec.encode(object), "the bytes that the codec has made");
        if (bytes.length > maxLength)
        {
            throw new IllegalArgumentException("object for " + what + ": " + bytes.length + " bytes (expected: at" +
                " most " + maxLength + "; see ObjectCodec.maxLength)");
        }
        return bytes;
    }

    Object decode(final byte[] bytes)
    {
        return codec.decode(bytes);
    }

    @Override
    public String toString()
    {
        return codec.toString();
    }
}
