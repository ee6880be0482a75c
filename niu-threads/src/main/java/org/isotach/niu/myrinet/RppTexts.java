/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

/**
 * What a connection waits for, as messages of time-outs say it. Made once, since a wait allocates nothing.
 */
final class RppTexts
{
    final String buffer;
    final String room;
    final String message;
    final String acknowledgement;

    /**
     * @param target  host of the other end, by number and name.
     * @param channel of the other end.
     */
    RppTexts(final String target, final int channel)
    {
        final String peer = "channel " + channel + " of " + target;
        buffer = "a buffer that comes back from " + peer;
        room = "room in the window to " + peer;
        message = "the next message in order from " + peer;
        acknowledgement = "the acknowledgement of " + peer;
    }
}
