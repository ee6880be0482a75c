/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import java.util.function.Function;

import org.isotach.memory.OffHeapBuffer;

/**
 * Brings frames to a {@link FrameRing} over a {@link MessagePath}, to the places that were reserved for them, as if the
 * ring were at the receiver. A frame that is longer than a message goes in several, each of which is put to its part of
 * the place when it arrives; with the last one the frame is there. Belongs to the {@code Lanai} of the sender.
 * <pre>
 *   first message:     place | issue | number | timestamp | length, for applications | operations
 *   further messages:  operations
 * </pre>
 */
final class FrameChannel implements FrameCarrier
{
    static final int HEADER_LENGTH = 5 * Long.BYTES;

    private static final int NUMBER_OFFSET = 2 * Long.BYTES;
    private static final int TIMESTAMP_OFFSET = 3 * Long.BYTES;
    private static final int LENGTH_OFFSET = 4 * Long.BYTES;
    private static final long FOR_APPLICATIONS = 1L << Integer.SIZE;

    private final FrameRing link;
    private final MessagePath path;
    private final int maxLength;
    private long sent;

    // The frame that arrives, and how much of it is in its place.
    private final FrameEntry arriving = new FrameEntry();
    private long place;
    private long issue;
    private int present;
    private long arrived;

    /**
     * @param link    where the frames arrive.
     * @param newPath creates the path, given what takes its messages.
     */
    FrameChannel(final FrameRing link, final Function<DrivenWindow.Receiver, MessagePath> newPath)
    {
        this.link = link;
        path = newPath.apply(this::onMessage);
        maxLength = path.maxMessageLength();
    }

    @Override
    public void prepare(final FrameEntry entry)
    {
        // The first message is the longest one.
        path.prepare(Math.min(HEADER_LENGTH + entry.length, maxLength));
    }

    @Override
    public void send(final long framePlace, final long frameIssue, final FrameEntry entry)
    {
        final int first = Math.min(entry.length, maxLength - HEADER_LENGTH);
        final int index = path.claim(HEADER_LENGTH + first);
        final OffHeapBuffer message = path.buffer();
        message.putLongs(index, framePlace, frameIssue, entry.number, entry.timestamp);
        message.putLong(index + LENGTH_OFFSET, entry.length | (entry.isForApplications ? FOR_APPLICATIONS : 0));
        if (first > 0)
        {
            entry.buffer.copyTo(entry.offset, message, index + HEADER_LENGTH, first);
        }
        path.commit();
        if (first < entry.length)
        {
            sendRest(entry, first);
        }
        sent++;
    }

    private void sendRest(final FrameEntry entry, final int from)
    {
        int next = from;
        while (next < entry.length)
        {
            final int length = Math.min(entry.length - next, maxLength);
            final int index = path.claim(length);
            entry.buffer.copyTo(entry.offset + next, path.buffer(), index, length);
            path.commit();
            next += length;
        }
    }

    @Override
    public boolean work()
    {
        return path.work();
    }

    private void onMessage(final OffHeapBuffer message, final int offset, final int length)
    {
        if (present < arriving.length)
        {
            put(message, offset, length);
        }
        else
        {
            begin(message, offset);
            put(message, offset + HEADER_LENGTH, length - HEADER_LENGTH);
        }
        if (present == arriving.length)
        {
            link.publish(place, issue, arriving);
            arrived++;
        }
    }

    private void begin(final OffHeapBuffer message, final int offset)
    {
        place = message.getLong(offset);
        issue = message.getLong(offset + Long.BYTES);
        arriving.number = message.getLong(offset + NUMBER_OFFSET);
        arriving.timestamp = message.getLong(offset + TIMESTAMP_OFFSET);
        final long lengthWord = message.getLong(offset + LENGTH_OFFSET);
        arriving.length = (int)lengthWord;
        arriving.isForApplications = 0 != (lengthWord & FOR_APPLICATIONS);
        present = 0;
    }

    private void put(final OffHeapBuffer message, final int offset, final int length)
    {
        link.put(place, present, message, offset, length);
        present += length;
    }

    /**
     * Returns how many frames have left their host, and are not on their link.
     */
    long underWay()
    {
        return sent - arrived;
    }

    @Override
    public String toString()
    {
        return "FrameChannel{sent=" + sent + ", arrived=" + arrived + ", path=" + path + '}';
    }
}
