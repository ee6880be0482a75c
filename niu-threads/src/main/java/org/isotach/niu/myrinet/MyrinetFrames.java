/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

import org.isotach.niu.FrameTransport;
import org.isotach.niu.link.DrivenWindow;
import org.isotach.niu.link.FrameLayer;
import org.isotach.niu.link.MessagePath;
import org.isotach.niu.link.PathTransport;
import org.isotach.niu.link.Transport;

/**
 * The frames of isochrons over Myrinet, for {@link org.isotach.niu.ClusterContext#frames}: for each ordered pair of
 * hosts that send to each other a channel, with {@link Rpp} for order and acknowledgements. A frame is cut into
 * buffers. The isotach networks of the papers stood on a Myrinet, too (Regehr, An Isotach Implementation for Myrinet,
 * section 3).
 * <p>
 * These channels are beside those of a {@link Network} on the same cluster, and know nothing of them. With
 * {@link org.isotach.niu.ClusterContext#linkFaults} their packets are lost, doubled, late and corrupt, and isochrons
 * arrive nevertheless. Immutable.
 */
public final class MyrinetFrames extends FrameTransport
{
    private static final int BUFFER_LENGTH_DEFAULT = 2048;
    private static final int BUFFERS_DEFAULT = 2 * Rpp.WINDOW_DEFAULT;
    private static final int CHANNEL_LENGTH_DEFAULT = 4 * Rpp.WINDOW_DEFAULT;
    private static final int MIN_BUFFER_LENGTH = 64;
    private static final int MIN_CHANNEL_LENGTH = 2;

    /**
     * Frames in buffers of 2048 bytes.
     */
    public MyrinetFrames()
    {
        this(new MyrinetContext()
            .bufferLength(BUFFER_LENGTH_DEFAULT)
            .buffers(BUFFERS_DEFAULT)
            .channelLength(CHANNEL_LENGTH_DEFAULT));
    }

    /**
     * Frames in buffers of another number or length.
     *
     * @param context the settings, for each pair of hosts: {@link MyrinetContext#bufferLength} of at least 64 bytes,
     *                {@link MyrinetContext#buffers}, {@link MyrinetContext#channelLength} of at least 2, {@link
     *                MyrinetContext#inlineLength}. Others have no effect, and neither do later changes.
     * @throws IllegalArgumentException when the settings contradict each other, or are too small.
     */
    public MyrinetFrames(final MyrinetContext context)
    {
        super("MyrinetFrames{bufferLength=" + context.bufferLength() + ", buffers=" + context.buffers() +
            ", channelLength=" + context.channelLength() + ", inlineLength=" + context.inlineLength() + '}',
            layer(context.checkedCopy().channels(1)));
    }

    private static FrameLayer layer(final MyrinetContext context)
    {
        if (context.bufferLength() < MIN_BUFFER_LENGTH || context.channelLength() < MIN_CHANNEL_LENGTH)
        {
            throw new IllegalArgumentException("bufferLength: " + context.bufferLength() + ", channelLength: " +
                context.channelLength() + " (expected: at least " + MIN_BUFFER_LENGTH + " bytes, and at least " +
                MIN_CHANNEL_LENGTH + " packets)");
        }
        final int window = Integer.highestOneBit(Math.min(Rpp.WINDOW_DEFAULT, context.channelLength() / 2));
        return (links, hasFaults, isParanoid) -> new PathTransport(links, (sender, receiver, taker) ->
            newPath(links, sender, receiver, hasFaults, isParanoid, context, window, taker));
    }

    private static MessagePath newPath(
        final Transport links,
        final int sender,
        final int receiver,
        final boolean hasFaults,
        final boolean isParanoid,
        final MyrinetContext context,
        final int window,
        final DrivenWindow.Receiver taker)
    {
        final Station[] stations =
        {
            new PathStation(0, capacity -> links.newPacketLink(sender, receiver, capacity), hasFaults, isParanoid),
            new PathStation(1, capacity -> links.newPacketLink(receiver, sender, capacity), hasFaults, isParanoid)
        };
        return new MyrinetPath(stations, context, window, taker);
    }
}
