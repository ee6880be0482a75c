/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.isotach.mbm.MessagingContext;
import org.isotach.niu.ClusterContext;

/**
 * The codec of a cluster with members, and how long what it makes may be. Threadsafe.
 */
final class LimitedCodec
{
    // Of a message: what comes in front of the bytes of an object, for example the name of a topic.
    private static final int MAX_HEADER_LENGTH = 256;

    // An isochron has room for some messages, or for one that is as long as it may be, and variables.
    private static final int MESSAGES_PER_ISOCHRON = 4;

    private final ObjectCodec codec;
    private final int maxLength;

    LimitedCodec(final ObjectCodec codec)
    {
        this.codec = codec;
        maxLength = Settings.inRange("ObjectCodec.maxLength()", codec.maxLength(), 1, ObjectCodec.LARGEST_LENGTH);
    }

    /**
     * Makes isochrons as long as the bytes of an object need.
     */
    void prepare(final ClusterContext context)
    {
        final int length = MESSAGES_PER_ISOCHRON * (maxLength + MAX_HEADER_LENGTH) & -Long.BYTES;
        if (length > context.maxIsochronLength())
        {
            context.maxIsochronLength(length);
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
     * Makes bytes of an object.
     *
     * @param what         the topic, or the variable, that it is for.
     * @param headerLength length of what comes in front of the bytes.
     * @throws IllegalArgumentException if it cannot.
     */
    byte[] encode(final Object what, final Object object, final int headerLength)
    {
        final byte[] bytes = codec.encode(object);
        if (bytes.length > maxLength)
        {
            throw new IllegalArgumentException("object for " + what + ": " + bytes.length + " bytes (expected: at" +
                " most " + maxLength + "; see ObjectCodec.maxLength)");
        }
        if (headerLength > MAX_HEADER_LENGTH)
        {
            throw new IllegalArgumentException("topic " + what + ": its name takes " + headerLength +
                " bytes (expected: at most " + MAX_HEADER_LENGTH + " in a cluster with members)");
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
