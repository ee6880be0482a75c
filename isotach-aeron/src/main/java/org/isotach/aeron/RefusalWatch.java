/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import java.time.Duration;

import io.aeron.Publication;

import org.isotach.IsotachException;

/**
 * Notices that the other end of a trunk takes nothing any more. If the network is cut one way only, this end goes on to
 * hear the other one, which does not hear it: nobody else would say so. Threadsafe.
 */
final class RefusalWatch
{
    private final Publication publication;
    private final String name;
    private final Duration limit;

    // Written by any thread that offers; one that is a little late does no harm.
    private long sinceNs;
    private volatile long position;

    /**
     * @param publication to the other end.
     * @param name        of the trunk, for exceptions.
     * @param limit       how long the other end may be gone that has been there.
     */
    RefusalWatch(final Publication publication, final String name, final Duration limit)
    {
        this.publication = publication;
        this.name = name;
        this.limit = limit;
    }

    /**
     * A record was refused. The other end may come late, may be slow, and may come back.
     *
     * @param result of the offer.
     * @throws IsotachException when the other end has been there, and is gone for too long, or the stream is as long as
     *                          it can be: 2^31 terms.
     */
    void onRefusal(final long result)
    {
        if (Publication.MAX_POSITION_EXCEEDED == result)
        {
            throw new IsotachException(name + " is lost: its stream is used up after " + publication.position() +
                " bytes: launch all members again, with a longer AeronTrunksContext.termLength()");
        }
        if (Publication.BACK_PRESSURED == result || Publication.ADMIN_ACTION == result)
        {
            // The other end is there.
            position = 0;
            return;
        }
        final long sent = Publication.NOT_CONNECTED == result ? publication.position() : 0;
        if (sent > 0)
        {
            final long nowNs = System.nanoTime();
            // Volatile: the time. Partner: below.
            if (position != sent)
            {
                sinceNs = nowNs;
                // Volatile. Partner: above.
                position = sent;
            }
            else if (nowNs - sinceNs > limit.toNanos())
            {
                throw new IsotachException(name + " is lost: the other end has taken nothing behind the first " + sent +
                    " bytes for " + limit + ": it does not hear this one, or has ended");
            }
        }
    }
}
