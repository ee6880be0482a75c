/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.fault.FaultInjector;
import org.isotach.niu.thread.Doorbell;

/**
 * A link for results over links with faults.
 */
final class FaultyReplyLink extends ReplyLink
{
    private static final int SLOT_OFFSET = Integer.BYTES;
    private static final int VALUE_OFFSET = Long.BYTES;
    private static final int MESSAGE_LENGTH = 2 * Long.BYTES;

    private final DrivenWindow window;

    /**
     * See {@link ReplyLink}.
     *
     * @param injector of the faults.
     */
    FaultyReplyLink(
        final int sender, final int maxSize, final Doorbell receiverDoorbell, final FaultInjector injector)
    {
        super(sender, maxSize, receiverDoorbell);
        window = new DrivenWindow(injector, this::onMessage);
    }

    @Override
    public void publish(final int family, final int slot, final long value)
    {
        final int index = window.claim(MESSAGE_LENGTH);
        final OffHeapBuffer message = window.buffer();
        message.putInt(index, family);
        message.putInt(index + SLOT_OFFSET, slot);
        message.putLong(index + VALUE_OFFSET, value);
        window.commit();
        window.deliver();
    }

    private void onMessage(final OffHeapBuffer message, final int offset, final int length)
    {
        super.publish(
            message.getInt(offset), message.getInt(offset + SLOT_OFFSET), message.getLong(offset + VALUE_OFFSET));
    }
}
