/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.Arrays;

import org.isotach.memory.Padded;
import org.isotach.niu.Host;
import org.isotach.niu.Waiter;

/**
 * The non-isotach messages from other hosts to one host: one ring for each host that has sent one. Belongs to the
 * application thread of the host, except for {@link #accept}.
 */
final class NonIsotachInbox extends Padded
{
    private static final int NONE = -1;

    private final Host host;
    private final Waiter waiter;
    private volatile NonIsotachReceiver[] receivers = {};
    private int received = NONE;
    private int last;

    NonIsotachInbox(final Host host)
    {
        this.host = host;
        waiter = host.waiter();
    }

    /**
     * Returns the waiter of the application thread, which senders wake.
     */
    Waiter waiter()
    {
        return waiter;
    }

    /**
     * Adds a sender; called by the sending threads.
     */
    synchronized void accept(final NonIsotachReceiver receiver)
    {
        final NonIsotachReceiver[] all = Arrays.copyOf(receivers, receivers.length + 1);
        all[receivers.length] = receiver;
        // Release: the receiver and its ring. Partner: tryReceive().
        receivers = all;
    }

    /**
     * Gives the previous message back, and receives the next one, if there is one.
     */
    boolean tryReceive()
    {
        // Acquire: the receivers. Partner: accept().
        final NonIsotachReceiver[] all = receivers;
        if (NONE != received)
        {
            all[received].release();
            received = NONE;
        }
        int next = last;
        for (int i = 0; i < all.length; i++)
        {
            next = next + 1 < all.length ? next + 1 : 0;
            if (all[next].tryTake())
            {
                last = next;
                received = next;
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the receiver of the last message.
     */
    NonIsotachReceiver receiver()
    {
        if (NONE == received)
        {
            throw new IllegalStateException(
                "host " + host.id() + " has not received a non-isotach message: call receive() until it returns true");
        }
        return receivers[received];
    }

    /**
     * Returns whether everything that was sent to the host has been received and given back.
     */
    boolean isEmpty()
    {
        if (NONE != received)
        {
            return false;
        }
        for (final NonIsotachReceiver receiver : receivers)
        {
            if (!receiver.isEmpty())
            {
                return false;
            }
        }
        return true;
    }

    int senderCount()
    {
        return receivers.length;
    }

    @Override
    public String toString()
    {
        return "NonIsotachInbox{host=" + host.id() + ", senders=" + receivers.length + '}';
    }
}
