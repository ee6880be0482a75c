/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntFunction;

/**
 * The channels of one host by number, as the ports of a socket interface. A number belongs to who has opened it until
 * the channel is closed; or until the thread that has used it last has ended, and somebody asks for the number, or for
 * any when no other is free. Threadsafe.
 */
final class ChannelTable
{
    private final int host;
    private final AtomicReferenceArray<Channel> channels;

    ChannelTable(final int host, final int count)
    {
        this.host = host;
        channels = new AtomicReferenceArray<>(count);
    }

    /**
     * Opens a channel.
     *
     * @return null if the number is in use, or all numbers are.
     */
    Channel tryOpen(final int number, final IntFunction<Channel> newChannel)
    {
        checkNumber(number, Channel.ANY);
        return Channel.ANY == number ? tryOpenAny(newChannel) : tryOpenAt(number, true, newChannel);
    }

    private Channel tryOpenAny(final IntFunction<Channel> newChannel)
    {
        // The channel of a thread that has ended may be handed to another one that has not used it yet.
        final Channel channel = tryOpenAny(false, newChannel);
        return null == channel ? tryOpenAny(true, newChannel) : channel;
    }

    private Channel tryOpenAny(final boolean takesAbandoned, final IntFunction<Channel> newChannel)
    {
        for (int number = 0; number < channels.length(); number++)
        {
            final Channel channel = tryOpenAt(number, takesAbandoned, newChannel);
            if (null != channel)
            {
                return channel;
            }
        }
        return null;
    }

    private Channel tryOpenAt(
        final int number, final boolean takesAbandoned, final IntFunction<Channel> newChannel)
    {
        final Channel before = channels.get(number);
        if (null != before && !before.isClosed() && !(takesAbandoned && before.isAbandoned()))
        {
            return null;
        }
        final Channel channel = newChannel.apply(number);
        if (!channels.compareAndSet(number, before, channel))
        {
            return null;
        }
        if (null != before)
        {
            before.close();
        }
        return channel;
    }

    /**
     * Returns an open channel.
     *
     * @return null if there is none of this number.
     */
    Channel get(final int number)
    {
        final Channel channel = channels.get(number);
        return null == channel || channel.isClosed() ? null : channel;
    }

    int count()
    {
        return channels.length();
    }

    void checkNumber(final int number, final int min)
    {
        if (number < min || number >= channels.length())
        {
            throw new IllegalArgumentException("channel: " + number + " (expected: 0.." + (channels.length() - 1) +
                ", the numbers of the channels of host " + host + "; see MyrinetContext.channels)");
        }
    }

    void closeAll()
    {
        for (int number = 0; number < channels.length(); number++)
        {
            final Channel channel = channels.get(number);
            if (null != channel)
            {
                channel.close();
            }
        }
    }
}
