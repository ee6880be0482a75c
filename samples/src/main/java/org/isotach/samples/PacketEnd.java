/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

/**
 * One end of a way for packets, for one thread. No call waits: what could not be done is to be tried again, with the
 * same arguments.
 */
interface PacketEnd
{
    /**
     * Sends a packet whose words count up from a value.
     *
     * @return false if there is no room at present.
     */
    boolean trySend(int length, long value);

    /**
     * Takes a packet, and checks that its words count up from a value.
     *
     * @return false if there is none yet.
     */
    boolean tryReceive(int length, long value);

    /**
     * Sends the next packet back.
     *
     * @return false if there is none yet, or no room.
     */
    boolean tryEcho(int length);
}
