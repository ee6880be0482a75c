/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.send;

import org.isotach.niu.link.FrameEntry;

/**
 * The sending side of one host: takes frames, stamps them and puts them on their links. Its frames have sequences in
 * the order in which they were issued. Any thread may call a method unless it says otherwise.
 */
public interface Sender
{
    /**
     * Returns the sequence of the last frame that was issued, -1 if there is none.
     */
    long issued();

    /**
     * Returns the sequence of the last frame that has a timestamp.
     */
    long stamped();

    /**
     * Returns the sequence of the last frame that is on all its links.
     */
    long shipped();

    /**
     * Returns the sequence of the last frame for the host itself, among those that were shipped when the caller called
     * {@link #shipped()}, or later.
     */
    long lastIssueToSelf();

    /**
     * Returns the timestamp of the last frame that is not for the host itself, in the same way as {@link
     * #lastIssueToSelf()}.
     */
    long lastPulseToOthers();

    /**
     * Lets frames pass without a timestamp of their own from now on; call it before the first one is issued.
     */
    void switchOff();

    /**
     * Returns the host whose lack of credit holds back the next frame to stamp, -1 if there is none. For messages only.
     */
    int blockingHost();

    /**
     * Returns the host whose untaken notices hold back the next frame to stamp, -1 if there is none. For messages only.
     */
    int hostWithNotices();

    /**
     * Puts stamped frames on their links; for the owner of all units of the host.
     *
     * @return false if it must be called again.
     */
    boolean tryShip();

    /**
     * Stops tokens and stamps the last frame of a host that is expelled; for the owner of all units of the host, which
     * lets tokens go again.
     */
    void stampAlone(FrameEntry entry);

    /**
     * Returns the name of the unit that stamps, for messages.
     */
    String stampingUnit();

    /**
     * Returns the name of the unit that ships, for messages.
     */
    String shippingUnit();
}
