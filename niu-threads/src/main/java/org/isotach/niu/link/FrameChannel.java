/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.fault.FaultInjector;

/**
 * Brings frames to a {@link FrameRing} over links with faults, to the places that were reserved for them, as if the
 * ring were at the receiver. Belongs to the {@code Lanai} of the sender.
 */
final class FrameChannel implements FrameCarrier
{
    static final int HEADER_LENGTH = 5 * Long.BYTES;

    private static final int NUMBER_OFFSET = 2 * Long.BYTES;
    private static final int TIMESTAMP_OFFSET = 3 * Long.BYTES;
    private static final int FOR_APPLICATIONS_OFFSET = 4 * Long.BYTES;

    private final FrameRing link;
    private final DrivenWindow window;

    // The frame that has arrived, for its link.
    private final FrameEntry arrived = new FrameEntry();

    FrameChannel(final FrameRing link, final FaultInjector injector)
    {
        this.link = link;
        window = new DrivenWindow(injector, this::onFrame);
    }

    @Override
    public void send(final long place, final long issue, final FrameEntry entry)
    {
        final int index = window.claim(HEADER_LENGTH + entry.length);
        final OffHeapBuffer message = window.buffer();
        message.putLongs(index, place, issue, entry.number, entry.timestamp);
        message.putLong(index + FOR_APPLICATIONS_OFFSET, entry.isForApplications ? 1 : 0);
        if (entry.length > 0)
        {
            entry.buffer.copyTo(entry.offset, message, index + HEADER_LENGTH, entry.length);
        }
        window.commit();
    }

    @Override
    public boolean work()
    {
        return window.work();
    }

    private void onFrame(final OffHeapBuffer message, final int offset, final int length)
    {
        arrived.number = message.getLong(offset + NUMBER_OFFSET);
        arrived.timestamp = message.getLong(offset + TIMESTAMP_OFFSET);
        arrived.isForApplications = 0 != message.getLong(offset + FOR_APPLICATIONS_OFFSET);
        arrived.buffer = message;
        arrived.offset = offset + HEADER_LENGTH;
        arrived.length = length - HEADER_LENGTH;
        link.send(message.getLong(offset), message.getLong(offset + Long.BYTES), arrived);
    }
}
