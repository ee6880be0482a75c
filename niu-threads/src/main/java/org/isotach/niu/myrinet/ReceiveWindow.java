/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

/**
 * The receiving half of {@link Rpp}: what has arrived, in the order of its numbers. It owns the rule that each message
 * is handed out once and in order. Belongs to the thread of the connection.
 */
final class ReceiveWindow
{
    private final SendSide sendSide;
    private final int target;
    private final int channel;
    private final Buffer[] arrived;
    private final int mask;
    private long expected;
    private long acknowledged;
    private long doubled;
    private boolean isAsked;

    /**
     * @param sendSide of the host, for acknowledgements.
     * @param target   host of the other end.
     * @param channel  of the other end.
     * @param window   largest number of messages that have arrived and were not handed out, a power of two.
     */
    ReceiveWindow(final SendSide sendSide, final int target, final int channel, final int window)
    {
        this.sendSide = sendSide;
        this.target = target;
        this.channel = channel;
        arrived = new Buffer[window];
        mask = window - 1;
    }

    /**
     * A message has arrived, whose number may be any.
     */
    void arrive(final long number, final Buffer buffer)
    {
        if (number < expected || number > expected + mask || null != arrived[(int)number & mask])
        {
            doubled++;
            isAsked = true;
            buffer.drop();
        }
        else
        {
            arrived[(int)number & mask] = buffer;
        }
    }

    /**
     * Hands out the next message.
     *
     * @return null if it has not arrived.
     */
    Buffer poll()
    {
        final Buffer buffer = arrived[(int)expected & mask];
        if (null != buffer)
        {
            arrived[(int)expected & mask] = null;
            expected++;
        }
        return buffer;
    }

    /**
     * Acknowledges what was handed out, if that is due: when nothing more has arrived, or half of the window is waiting
     * for it.
     */
    void acknowledge()
    {
        final long due = expected - acknowledged;
        if ((isAsked || due > 0 && (due > mask / 2 || null == arrived[(int)expected & mask])) &&
            sendSide.trySendTag(target, channel, RppTag.acknowledgement(expected)))
        {
            acknowledged = expected;
            isAsked = false;
        }
    }

    void close()
    {
        for (int i = 0; i <= mask; i++)
        {
            if (null != arrived[i])
            {
                arrived[i].drop();
                arrived[i] = null;
            }
        }
    }

    long doubled()
    {
        return doubled;
    }

    long expected()
    {
        return expected;
    }
}
