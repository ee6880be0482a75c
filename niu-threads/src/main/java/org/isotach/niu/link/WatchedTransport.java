/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.function.Consumer;

import org.isotach.niu.thread.Doorbell;

/**
 * Paranoid mode: gives each frame a number on its link, and detects what another transport does to it.
 */
public final class WatchedTransport extends ForwardingTransport
{
    /**
     * Gives each frame its number, before anything can happen to it.
     */
    private static final class Numbering implements FrameCarrier
    {
        private final FrameCarrier carrier;
        private long next;

        Numbering(final FrameCarrier carrier)
        {
            this.carrier = carrier;
        }

        @Override
        public void prepare(final FrameEntry entry)
        {
            carrier.prepare(entry);
        }

        @Override
        public void send(final long place, final long issue, final FrameEntry entry)
        {
            entry.number = next++;
            carrier.send(place, issue, entry);
        }

        @Override
        public boolean work()
        {
            return carrier.work();
        }
    }

    private final Consumer<Throwable> errorHandler;

    /**
     * @param errorHandler told of frames that are executed in another pulse.
     * @param carriers     brings frames to the rings of this transport, and everything else to its own.
     */
    public WatchedTransport(final Consumer<Throwable> errorHandler, final Transport carriers)
    {
        super(carriers);
        this.errorHandler = errorHandler;
    }

    @Override
    public FrameRing newRing(
        final int sender,
        final int receiver,
        final LinkSize size,
        final Doorbell senderDoorbell,
        final Doorbell receiverDoorbell)
    {
        final FrameWatch watch = new FrameWatch(sender, receiver, size.frames(), errorHandler);
        return new WatchedFrameRing(sender, size, senderDoorbell, receiverDoorbell, watch);
    }

    @Override
    public FrameCarrier newCarrier(final FrameRing ring, final int receiver)
    {
        return new Numbering(super.newCarrier(ring, receiver));
    }
}
