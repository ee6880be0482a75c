/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import org.isotach.niu.link.DrivenWindow;
import org.isotach.niu.link.MessagePath;
import org.isotach.simulation.PrivateField;

/**
 * Messages with frames on a Myrinet.
 */
public final class MyrinetPathAudit
{
    private MyrinetPathAudit()
    {
    }

    /**
     * Number of messages that are not acknowledged.
     *
     * @param path of the messages.
     * @return the number.
     */
    public static long unacknowledged(final MessagePath path)
    {
        return PrivateField.<Rpp>read(path, "sendEnd").unacknowledged();
    }

    /**
     * Shows the messages that have not arrived.
     *
     * @param path    of the messages.
     * @param visitor is given them in order.
     */
    public static void visit(final MessagePath path, final DrivenWindow.Receiver visitor)
    {
        final SendWindow sent = PrivateField.read(PrivateField.read(path, "sendEnd"), "sendWindow");
        final ReceiveWindow received = PrivateField.read(PrivateField.read(path, "receiveEnd"), "receiveWindow");
        final Buffer[] buffers = PrivateField.read(sent, "buffers");
        final long next = PrivateField.<Long>read(sent, "next");
        for (long number = received.expected(); number < next; number++)
        {
            final Buffer buffer = buffers[(int)number & buffers.length - 1];
            visitor.onMessage(
                buffer.region().memory(),
                buffer.region().offset(buffer.block()),
                PrivateField.<Integer>read(buffer, "length"));
        }
    }
}
