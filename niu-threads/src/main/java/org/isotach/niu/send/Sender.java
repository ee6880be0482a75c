/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.send;

import org.isotach.niu.link.FrameEntry;

/**
 * The way out of one host as a whole: takes frames, stamps them and puts them on their links. Its frames have sequences
 * in the order in which they were issued. Any thread may ask; where it is not so, it is said.
 */
public interface Sender
{
    /**
     * Sequence of the last frame that was issued, -1 if there is none.
     */
    long issued();

    /**
     * Sequence of the last frame that has a timestamp.
     */
    long stamped();

    /**
     * Sequence of the last frame that is on all its links.
     */
    long shipped();

    /**
     * Sequence of the last frame for the host itself, among those that were shipped when the caller called
     * {@link #shipped()}, or later.
     */
    long lastIssueToSelf();

    /**
     * Timestamp of the last frame that is not for the host itself, as {@link #lastIssueToSelf()}.
     */
    long lastPulseToOthers();

    /**
     * Lets frames pass without a timestamp of their own from now on; before the first one is issued.
     */
    void switchOff();

    /**
     * The host whose lack of credit holds back what is to be stamped next, -1 if there is none. For messages only.
     */
    int blockingHost();

    /**
     * The host whose untaken notices hold back what is to be stamped next, -1 if there is none. For messages only.
     */
    int hostWithNotices();

    /**
     * Puts what has a timestamp on its links; for the owner of all units of the host.
     *
     * @return false if it must be called again.
     */
    boolean tryShip();

    /**
     * Stops tokens and stamps the last frame of a host that is expelled; for the owner of all units of the host, who
     * lets tokens go again.
     */
    void stampAlone(FrameEntry entry);

    /**
     * What stamps, for messages.
     */
    String stampingUnit();

    /**
     * What ships, for messages.
     */
    String shippingUnit();
}
