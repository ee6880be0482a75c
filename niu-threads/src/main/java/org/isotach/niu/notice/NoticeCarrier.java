/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.notice;

/**
 * Brings the notices of the hosts of one member to the other members of a cluster.
 */
public interface NoticeCarrier
{
    /**
     * Returns whether all other members can be reached; for the unit that stamps for a host, before it stops tokens.
     *
     * @param sender number of the host.
     */
    boolean isOpen(int sender);

    /**
     * Sends a notice; for the unit that ships for a host, while its tokens are stopped. They are let go when it is on
     * its way to all.
     *
     * @param sender number of the host.
     */
    void send(int sender, long pulse, long notice);

    /**
     * Returns the sequence up to which all listeners of all other members have taken the notices of a host. Any thread
     * may call it.
     */
    long taken(int sender);
}
