/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.niu.thread.Doorbell;

/**
 * A ring of frames in paranoid mode.
 */
final class WatchedFrameRing extends FrameRing
{
    private final FrameWatch watch;

    /**
     * See {@link FrameRing}.
     *
     * @param watch of this ring.
     */
    WatchedFrameRing(
        final int sender,
        final LinkSize size,
        final Doorbell senderDoorbell,
        final Doorbell receiverDoorbell,
        final FrameWatch watch)
    {
        super(sender, size, senderDoorbell, receiverDoorbell);
        this.watch = watch;
    }

    FrameWatch watch()
    {
        return watch;
    }

    @Override
    void publish(final long place, final long issue, final FrameEntry entry)
    {
        watch.sent(published() + 1, entry.number, entry.timestamp);
        super.publish(place, issue, entry);
    }

    @Override
    void checkAcknowledgements()
    {
        watch.checkUpTo(executed());
    }
}
