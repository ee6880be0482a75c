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
     * Says in a stall that no host is missing, and the reset does not come.
     */
    String NOT_SENT = " has not sent the reset: it has closed, or does not call Messaging.tryOpen() again: ";

    /**
     * A host is ready to be opened, or has closed: the sender may wait for that.
     */
    void ready(int host);

    /**
     * Issues the first reset, if all hosts are ready and it has not been issued, and the host is the one that sends it;
     * for the application of a host that is ready.
     */
    void tryOpen(int host);

    /**
     * Returns whether a host has to say by a notice that it is ready: the sender may be in another JVM.
     */
    boolean needsNotices();

    /**
     * A host has said so by a notice, or was expelled; for the executor of a host of this JVM.
     */
    void onReady(int host);

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
     * Returns whether the host that sends the first reset has closed before that: there will be none.
     */
    boolean isGivenUp();

    /**
     * Describes what the callers that open a host wait for, for messages.
     */
    String describeWait();
}
