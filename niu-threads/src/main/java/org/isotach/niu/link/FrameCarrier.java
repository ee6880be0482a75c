/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

/**
 * Brings the frames of one host to their reserved places on a link. Belongs to the unit that ships for the host.
 */
interface FrameCarrier
{
    /**
     * Does for a frame what can fail, before anything is reserved for it; for the unit that stamps for the host.
     *
     * @param entry of the frame.
     */
    default void prepare(final FrameEntry entry)
    {
        // A place that is reserved is all that most of them need.
    }

    /**
     * Puts a frame on the link, or on its way there.
     *
     * @param place reserved for it; frames are sent in that order.
     * @param issue sequence of the frame at its host.
     * @param entry of the frame.
     */
    void send(long place, long issue, FrameEntry entry);

    /**
     * Moves frames that are on their way.
     *
     * @return true if all are on the link.
     */
    default boolean work()
    {
        return true;
    }
}
