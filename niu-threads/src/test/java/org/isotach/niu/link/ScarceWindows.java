/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

/**
 * Windows in front of all links, for which there is no memory when a test says so.
 */
public final class ScarceWindows extends ForwardingTransport
{
    private int failures;

    public ScarceWindows()
    {
        super(new SharedMemoryTransport());
    }

    /**
     * There is no memory for the next longer window.
     */
    public void failOnce()
    {
        failures++;
    }

    @Override
    public FrameCarrier newCarrier(final FrameRing ring, final int receiver)
    {
        return new FrameChannel(ring, taker -> new DrivenWindow(this::newLink, taker));
    }

    private PacketLink newLink(final int capacity)
    {
        if (failures > 0)
        {
            failures--;
            throw new OutOfMemoryError(capacity + " bytes");
        }
        return new RecordRing(capacity);
    }
}
