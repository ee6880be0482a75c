/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.thread.Doorbell;

/**
 * A link with its sender and its receiver: all words of a frame are its issue.
 */
abstract class FrameProgram
{
    /**
     * Length of the link in the beginning, in bytes.
     */
    static final int LENGTH = 512;

    // More looks than it takes to send a frame.
    private static final int LOOKS = 64;

    final FrameRing link;
    final InboundLink inbound;
    private final int frameLength;
    private final FrameEntry entry = new FrameEntry();
    private long issue;

    /**
     * @param frameLength of the operations of a frame in bytes.
     * @param maxLength   that the link may get, in bytes.
     */
    FrameProgram(final int frameLength, final int maxLength)
    {
        this.frameLength = frameLength;
        link = new FrameRing(0, new LinkSize(8, LENGTH, maxLength), new Doorbell(), new Doorbell());
        inbound = new InboundLink(link);
        entry.buffer = OffHeapBuffer.allocate(frameLength);
        entry.length = frameLength;
    }

    /**
     * Sends a frame if there is room for it.
     */
    final void send()
    {
        if (link.hasRoom(frameLength))
        {
            issue++;
            for (int i = 0; i < frameLength; i += Long.BYTES)
            {
                entry.buffer.putLong(i, issue);
            }
            entry.timestamp = issue;
            link.send(link.reserve(frameLength), issue, entry);
        }
    }

    /**
     * Waits for a frame for a moment.
     */
    final boolean isThere()
    {
        int looks = LOOKS;
        while (InboundLink.NONE == inbound.timestamp() && looks > 0)
        {
            looks--;
        }
        return looks > 0;
    }

    /**
     * Takes a frame that is there.
     *
     * @return is it the one behind the one that was taken last, and whole?
     */
    final boolean isNextWhole()
    {
        final long timestamp = inbound.timestamp();
        final long expected = inbound.next() + 1;
        return expected == timestamp && expected == inbound.issue() && frameLength == inbound.length() &&
            consistsOf(inbound.buffer(), inbound.offset(), expected);
    }

    /**
     * Are all words of a frame the same?
     */
    final boolean consistsOf(final OffHeapBuffer buffer, final int offset, final long word)
    {
        boolean isWhole = true;
        for (int i = 0; i < frameLength; i += Long.BYTES)
        {
            isWhole &= buffer.getLong(offset + i) == word;
        }
        return isWhole;
    }

    /**
     * The link goes round until there are frames everywhere that were given back.
     */
    final void fill()
    {
        for (int i = 0; i < 2 * LENGTH / OffHeapBuffer.CACHE_LINE_LENGTH; i++)
        {
            send();
            if (!isThere() || !isNextWhole())
            {
                throw new AssertionError("frame " + i);
            }
            inbound.release();
        }
    }
}
