/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.nio.ByteBuffer;

import org.isotach.niu.fault.FaultInjector;
import org.isotach.niu.thread.Doorbell;

/**
 * A link for results over a wire with faults.
 */
final class FaultyReplyLink extends ReplyLink
{
    private static final int MESSAGE_LENGTH = 2 * Integer.BYTES + Long.BYTES;

    private final ReliableChannel channel;

    /**
     * See {@link ReplyLink}.
     *
     * @param injector of the faults.
     */
    FaultyReplyLink(
        final int sender, final int maxSize, final Doorbell receiverDoorbell, final FaultInjector injector)
    {
        super(sender, maxSize, receiverDoorbell);
        channel = new ReliableChannel(injector, this::onMessage);
    }

    @Override
    public void publish(final int family, final int slot, final long value)
    {
        channel.deliver(ByteBuffer.allocate(MESSAGE_LENGTH).putInt(family).putInt(slot).putLong(value).array());
    }

    private void onMessage(final byte[] bytes)
    {
        final ByteBuffer message = ByteBuffer.wrap(bytes);
        super.publish(message.getInt(), message.getInt(), message.getLong());
    }
}
