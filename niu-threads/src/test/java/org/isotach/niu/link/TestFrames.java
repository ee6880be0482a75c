/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.thread.Doorbell;

import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Frames that no isochron has made.
 */
public final class TestFrames
{
    private static final int LENGTH = 1 << 16;

    private TestFrames()
    {
    }

    /**
     * A link of its full length, 64 KiB.
     */
    public static FrameRing link(final int sender, final int size)
    {
        return new FrameRing(sender, new LinkSize(size, LENGTH, LENGTH), new Doorbell(), new Doorbell());
    }

    /**
     * A link that paranoid mode watches.
     */
    public static FrameRing watchedLink(
        final int sender, final int receiver, final int size, final Consumer<Throwable> errorHandler)
    {
        return new WatchedFrameRing(
            sender,
            new LinkSize(size, LENGTH, LENGTH),
            new Doorbell(),
            new Doorbell(),
            new FrameWatch(sender, receiver, size, errorHandler));
    }

    /**
     * Reserves the place of a frame, for which there is room, and publishes the frame.
     */
    public static void publish(final FrameRing link, final long issue, final FrameEntry entry)
    {
        assertTrue(link.hasRoom(entry.length), () -> "no room for frame " + (link.reserved() + 1));
        link.send(link.reserve(entry.length), issue, entry);
    }

    /**
     * As {@link #publish}, for a link that is watched.
     *
     * @param number of the frame.
     */
    public static void publish(final FrameRing link, final long issue, final long number, final FrameEntry entry)
    {
        entry.number = number;
        publish(link, issue, entry);
    }

    /**
     * Timestamp of the oldest frame on a link that nobody has taken from.
     */
    public static long firstTimestamp(final FrameRing link)
    {
        return FrameDescriptor.timestamp(link.firstSegment(), 0);
    }

    /**
     * Words of a frame that was taken.
     */
    public static List<Long> words(final InboundLink link)
    {
        final List<Long> words = new ArrayList<>();
        for (int i = 0; i < link.length(); i += Long.BYTES)
        {
            words.add(link.buffer().getLong(link.offset() + i));
        }
        return words;
    }

    /**
     * Makes a frame one that is for applications only.
     */
    public static FrameEntry forApplications(final FrameEntry entry)
    {
        entry.isForApplications = true;
        return entry;
    }

    public static FrameEntry entry(final long timestamp, final OffHeapBuffer buffer, final int offset, final int length)
    {
        final FrameEntry entry = new FrameEntry();
        entry.timestamp = timestamp;
        entry.buffer = buffer;
        entry.offset = offset;
        entry.length = length;
        return entry;
    }
}
