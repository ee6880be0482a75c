/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

/**
 * A way of packets between two threads. Every word of a packet is written by its sender, and checked where it arrives.
 */
interface PacketPath
{
    /**
     * Sends packets, one after the other, which come back with the same words. One more than is asked for comes first,
     * so that both threads run when the clock starts.
     *
     * @param length of a packet in bytes, a multiple of 8.
     * @param trips  number of them.
     * @return the time of a round trip in microseconds.
     */
    double roundTripUs(int length, int trips);

    /**
     * Sends packets in one direction, without waiting for answers. The clock of the receiver starts with the first one,
     * as in the paper on HPAM.
     *
     * @param length of a packet in bytes, a multiple of 8.
     * @param count  number of packets, at least 2.
     * @return megabytes of payload in a second.
     */
    double streamMegabytes(int length, int count);
}
