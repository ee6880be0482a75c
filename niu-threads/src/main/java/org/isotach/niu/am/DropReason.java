/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

/**
 * Why a packet that has arrived ran no handler, in the order of the checks (Martin, HPAM, section 7.2). Each is counted
 * by {@link AmCounters#dropped}. What was dropped is sent again until it is answered, broadcasts excepted.
 */
public enum DropReason
{
    /**
     * The port was switched out between the arrival of the packet and its handler.
     */
    SWITCHED_OUT,

    /**
     * A packet of at most 18 bytes: the state of a device, and no message.
     */
    STATUS,

    /**
     * The checksum was wrong.
     */
    CORRUPT,

    /**
     * No program here has the key of the packet.
     */
    FOREIGN,

    /**
     * The packet belongs to another program that is not switched in, whose queue is full.
     */
    QUEUE_FULL,

    /**
     * Length, type, instance or handler are impossible.
     */
    MALFORMED,

    /**
     * A request that has been handled: its reply was sent again.
     */
    REPEATED_REQUEST,

    /**
     * A request that is older than the last one in its place, or is being kept for its turn.
     */
    OLD_REQUEST,

    /**
     * A reply to a request that has been answered.
     */
    INVALID_REPLY,

    /**
     * A broadcast that has been handled, or is older than one that has been handled.
     */
    OLD_BROADCAST,

    /**
     * A transfer to memory that is not registered.
     */
    DENIED
}
