/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.logbuffer.FragmentHandler;

/**
 * Looks for the image of the sender at the other end of a trunk. It owns the rule that there is one, from the first
 * byte on. An image that begins later is mostly that of a member that was killed: the media driver knows it for some
 * seconds, in which all members may be launched again. One that stays belongs to a sender that goes on.
 * <p>
 * Belongs to the thread that polls.
 */
final class ImageSearch
{
    private static final FragmentHandler DISCARD = (buffer, offset, length, header) -> {};
    private static final int FRAGMENTS = 64;

    private final Subscription subscription;
    private final long patienceNs;
    private Image image;

    // Those that begin later, and whether there is another one that does not.
    private long laterPosition;
    private boolean isSecondThere;
    private boolean isLaterSeen;
    private long laterSinceNs;

    /**
     * @param patienceNs how long an image may stay that begins behind the first byte: a driver forgets first the
     *                   sender, then its image.
     */
    ImageSearch(final Subscription subscription, final long patienceNs)
    {
        this.subscription = subscription;
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
        isSecondThere = false;
        subscription.forEachImage(this::consider);
        if (isSecondThere)
        {
            return "a second sender is at the other end: start no member twice, and give clusters that share a media " +
                "driver or a port different values of AeronTrunksContext.firstStreamId()";
        }
        return isTooLate() ? "the other end had sent " + laterPosition + " bytes before: launch a member again only " +
            "together with all others" : null;
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
        }
        else
        {
            isSecondThere = true;
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
        return "ImageSearch{image=" + image + ", later=" + isLaterSeen + '}';
    }
}
