/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import java.util.function.Consumer;

import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.logbuffer.FragmentHandler;

/**
 * Looks for the image of the sender at the other end of a trunk. It owns the rule that there is one, from the first
 * byte on. An image that begins later is mostly that of a member that was killed: the media driver knows it for some
 * seconds, in which all members may be launched again. One that stays belongs to a sender that goes on.
 * <p>
 * When the sender is known to hear this member, whoever else sends is a stranger, for instance a program of another
 * cluster with the wrong list. What it says is dropped. Before that, nobody knows which of two is the right one.
 * <p>
 * Belongs to the thread that polls.
 */
final class ImageSearch
{
    private static final FragmentHandler DISCARD = (buffer, offset, length, header) -> {};
    private static final int FRAGMENTS = 64;

    // No session has this number.
    private static final int NOBODY = 0;

    private final Subscription subscription;
    private final int ownSession;
    private final long patienceNs;
    private final Consumer<Image> consider = this::consider;
    private final Consumer<Image> dropStranger = this::dropStranger;
    private Image image;

    // Read by all threads that send: a record that says NOBODY for a moment longer does no harm.
    private volatile int heardSession = NOBODY;

    // Does the sender of the image hear this member?
    private boolean isPaired;

    // Those that begin later, and whether there is another one that does not.
    private long laterPosition;
    private Image second;
    private boolean isLaterSeen;
    private long laterSinceNs;

    /**
     * @param ownSession of the stream to the other end.
     * @param patienceNs how long an image may stay that begins behind the first byte: a driver forgets first the
     *                   sender, then its image.
     */
    ImageSearch(final Subscription subscription, final int ownSession, final long patienceNs)
    {
        this.subscription = subscription;
        this.ownSession = ownSession;
        this.patienceNs = patienceNs;
    }

    /**
     * Returns the image, null if it has not been found.
     */
    Image image()
    {
        return image;
    }

    /**
     * Returns the session of the image, for the sender there. Any thread may call it.
     */
    int heardSession()
    {
        return heardSession;
    }

    /**
     * The sender of the image says which session it hears.
     */
    void hear(final int session)
    {
        isPaired |= ownSession == session;
    }

    /**
     * Looks for the image, and for others.
     *
     * @return why the stream is lost, null if it is not.
     */
    String look()
    {
        if (subscription.imageCount() == (null == image ? 0 : 1))
        {
            isLaterSeen = false;
            return null;
        }
        laterPosition = 0;
        second = null;
        subscription.forEachImage(isPaired ? dropStranger : consider);
        if (null != second)
        {
            return "a second sender is at the other end: start no member twice, and give clusters that share a media " +
                "driver or a port different values of AeronTrunksContext.firstStreamId(); the senders are " +
                image.sourceIdentity() + " and " + second.sourceIdentity();
        }
        return isTooLate() ? "the other end had sent " + laterPosition + " bytes before: launch a member again only " +
            "together with all others" : null;
    }

    private void dropStranger(final Image candidate)
    {
        if (candidate.sessionId() == image.sessionId())
        {
            // A part of the stream that has not come from its first byte on.
            consider(candidate);
        }
        else
        {
            // It waits for an answer in vain, and not for room.
            candidate.poll(DISCARD, FRAGMENTS);
        }
    }

    private void consider(final Image candidate)
    {
        if (candidate == image)
        {
            return;
        }
        if (0 != candidate.joinPosition())
        {
            laterPosition = candidate.joinPosition();
            // The driver keeps an image of its own until all is read, also when it has forgotten the sender.
            candidate.poll(DISCARD, FRAGMENTS);
        }
        else if (null == image)
        {
            image = candidate;
            heardSession = candidate.sessionId();
        }
        else
        {
            second = candidate;
        }
    }

    private boolean isTooLate()
    {
        if (0 == laterPosition)
        {
            isLaterSeen = false;
            return false;
        }
        final long nowNs = System.nanoTime();
        if (!isLaterSeen)
        {
            isLaterSeen = true;
            laterSinceNs = nowNs;
        }
        return nowNs - laterSinceNs > patienceNs;
    }

    @Override
    public String toString()
    {
        return "ImageSearch{image=" + image + ", paired=" + isPaired + ", later=" + isLaterSeen + '}';
    }
}
