/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi;

/**
 * Takes packets that a queue pair polls. Called by the thread that polls, inside its call. What it throws reaches the
 * caller; the packet counts as taken.
 */
@FunctionalInterface
public interface PacketHandler
{
    /**
     * Takes a packet. The handler may send. In the handler of a request, calls that poll or wait take replies only; in
     * the handler of a reply they are refused. What it throws comes out of the call that takes packets: the packet is
     * taken then, and those behind it are left for the next call.
     *
     * @param priority of the packet.
     * @param type     of the packet, 0..511.
     * @param node     number in the gang of the member that has sent it.
     * @param view     its content, which ends with the call.
     */
    void onPacket(Priority priority, int type, int node, PacketView view);
}
