/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

/**
 * The sender of all resets, as the hosts know it that are opened and shut down.
 */
interface ResetSender
{
    /**
     * Number of the host that sends them.
     */
    int HOST = 0;

    /**
     * Something has happened that it may wait for.
     */
    void wakeSender();

    /**
     * Issues the first reset, if all hosts are ready and it has not been issued; for the application of the sender.
     */
    void tryOpen();

    /**
     * Issues a later reset.
     *
     * @return false if there is no room at present.
     */
    boolean tryShutDown();

    /**
     * Has the first reset a timestamp?
     */
    boolean isOpeningPassed();

    /**
     * What those wait for who are being opened, for messages.
     */
    String describeWait();
}
