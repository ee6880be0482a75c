/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

/**
 * Called with an isotach message in the pulse in which it is delivered.
 */
@FunctionalInterface
public interface MessageHandler
{
    /**
     * A message was delivered. The call is part of the isochron of the message and therefore atomic; it can neither
     * issue nor wait.
     *
     * @param sender  number of the host that has sent the message.
     * @param message valid until the call ends.
     */
    void onMessage(int sender, MessageView message);
}
