/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.send;

import com.lmax.disruptor.Sequence;

import org.isotach.niu.link.OutboundLinks;

/**
 * Frees the memory of frames. It owns the rule that a frame is retired when all its destinations, and their
 * applications, have given it back, and all frames before it, too (docs/protocol.md, section 10). Belongs to the unit
 * that ships the frames of one host; any thread may ask for it.
 */
final class Retirement
{
    private final OutboundLinks links;
    private final Sequence retired;
    private final long threshold;
    private final int maxLength;
    private volatile boolean isRequested;

    // Bytes of frames since the last check.
    private long length;

    /**
     * @param links     outbound links of the host.
     * @param retired   sequence of the last frame that is retired.
     * @param threshold number of frames in memory before looking for frames to free, unless asked to.
     * @param maxLength bytes of frames to ship before looking.
     */
    Retirement(final OutboundLinks links, final Sequence retired, final long threshold, final int maxLength)
    {
        this.links = links;
        this.retired = retired;
        this.threshold = threshold;
        this.maxLength = maxLength;
    }

    /**
     * Asks for frames to be freed by the next work. Any thread may call it.
     */
    void request()
    {
        if (!isRequested)
        {
            isRequested = true;
        }
    }

    /**
     * Returns whether a thread waits for frames to be freed.
     */
    boolean isRequested()
    {
        return isRequested;
    }

    /**
     * A frame is shipped.
     */
    void shipped(final int frameLength)
    {
        length += frameLength;
    }

    /**
     * Returns whether it is time to look for frames to free.
     *
     * @param shipped sequence of the last frame that is on all its links.
     */
    boolean isDue(final long shipped)
    {
        return length > maxLength || shipped - retired.get() > threshold || isRequested;
    }

    /**
     * Frees all frames that can be freed.
     *
     * @param shipped sequence of the last frame that is on all its links: frames under way are on none of them.
     * @return number of frames.
     */
    int retire(final long shipped)
    {
        length = 0;
        final boolean wasRequested = isRequested;
        if (wasRequested)
        {
            isRequested = false;
        }
        final long before = retired.get();
        final long sequence = Math.min(shipped, links.retired());
        if (sequence > before)
        {
            // Release: nobody reads the frames any more. Partners: claiming of the send ring, and Sender.retired().
            retired.set(sequence);
        }
        else if (wasRequested && sequence < shipped)
        {
            // The thread that has asked may be parked: it does not ask again before something is free.
            isRequested = true;
        }
        // A link may say less than before, see Consumption.consumed().
        return (int)Math.max(0, sequence - before);
    }
}
