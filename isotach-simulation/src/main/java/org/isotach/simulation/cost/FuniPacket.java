/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.cost;

import java.util.function.Supplier;

import org.isotach.niu.funi.Priority;

/**
 * A packet on its way between two nodes.
 *
 * @param target   number of the node that gets it.
 * @param priority of the queues that it goes through.
 * @param words    in the slot of the send queue, and in that of the receive queue, the header included.
 * @param payload  words that the cards fetch from memory and write to memory, 0 for a message.
 * @param handler  returns what the processor of the receiver does when it has the packet.
 */
record FuniPacket(int target, Priority priority, int words, int payload, Supplier<Program> handler)
{
    /**
     * Words of the header that the network needs: route, group and line.
     */
    static final int NETWORK_HEADER = 3;

    /**
     * Words of the header of a transfer: where to, and its argument.
     */
    static final int TRANSFER_HEADER = 2;

    /**
     * Returns how many words go through the network.
     */
    int wordsOnNetwork()
    {
        return NETWORK_HEADER + (payload > 0 ? TRANSFER_HEADER + payload : words - 1);
    }
}
