/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.link;

/**
 * Carries packets of bytes from one host to another, outside of logical time. Without faults each packet arrives once,
 * in the order in which it was sent. With faults packets are lost, doubled, late and out of order; corrupt ones are
 * dropped, and counted, by the receiving end. Who needs more puts a protocol above it.
 */
public interface PacketLink
{
    /**
     * Returns the sending end.
     *
     * @return always the same object.
     */
    PacketWriter writer();

    /**
     * Returns the receiving end.
     *
     * @return always the same object.
     */
    PacketReader reader();

    /**
     * Returns the length of the longest packet.
     *
     * @return the length in bytes.
     */
    int maxPacketLength();
}
