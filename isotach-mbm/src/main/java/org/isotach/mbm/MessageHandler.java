/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

/**
 * A handler of isotach messages, which is called in the pulse in which a message is delivered.
 */
@FunctionalInterface
public interface MessageHandler
{
    /**
     * Handles a message. The call is part of the isochron of the message, and therefore atomic. It must neither issue
     * nor wait; exceptions that it throws go to the error handler of the cluster.
     *
     * @param sender  id of the host that has sent the message.
     * @param message the message, valid until the call returns.
     */
    void onMessage(int sender, MessageView message);
}
