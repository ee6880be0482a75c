/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

/**
 * One sender and several receivers that all receive in one total order.
 */
interface Multicast extends AutoCloseable
{
    /**
     * Opens a group.
     *
     * @param protocol  name of the protocol.
     * @param receivers number of receivers.
     * @param payload   length of the messages in bytes, a multiple of 8.
     * @return the group.
     */
    static Multicast open(final String protocol, final int receivers, final int payload)
    {
        switch (protocol)
        {
            case "isotach":
                return new IsotachMulticast(receivers, payload);
            case "jgroups":
                return new JGroupsMulticast(receivers, payload);
            default:
                throw new IllegalArgumentException("protocol: " + protocol + " (expected: isotach or jgroups)");
        }
    }

    /**
     * Sends a message to all receivers.
     *
     * @param word that the message consists of.
     */
    void send(long word);

    /**
     * Returns the number of messages that all receivers have received.
     *
     * @return the number of messages that the slowest one has received.
     */
    long received();

    @Override
    void close();
}
