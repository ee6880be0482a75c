/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

/**
 * Makes the paths between the hosts of a cluster. Threadsafe.
 */
@FunctionalInterface
public interface MessagePaths
{
    /**
     * Creates a path from one host to another one.
     *
     * @param sender   number of the sending host.
     * @param receiver number of the receiving host.
     * @param taker    takes the messages that arrive, on the thread that sends.
     * @return a new path.
     */
    MessagePath newPath(int sender, int receiver, DrivenWindow.Receiver taker);
}
