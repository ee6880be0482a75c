/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

/**
 * The sender of all resets, as seen by the hosts that are opened and shut down.
 */
interface ResetSender
{
    /**
     * Id of the host that sends them.
     */
    int HOST = 0;

    /**
     * Wakes the sender: something that it may wait for has happened.
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
     * Returns whether the first reset has a timestamp.
     */
    boolean isOpeningPassed();

    /**
     * Describes what the callers that open a host wait for, for messages.
     */
    String describeWait();
}
