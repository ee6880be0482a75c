/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.funi.device;

/**
 * What a device counts: what costs time in the model of the paper (Hoe, FUNet, section 6.1), and what its protocol
 * does. Bursts have 8, 4 or 1 words.
 */
public enum DeviceEvent
{
    /**
     * A process, or the system, has read a register.
     */
    REGISTER_READ,

    /**
     * A process, or the system, has written a register.
     */
    REGISTER_WRITE,

    /**
     * The device has read words of user memory in one burst.
     */
    READ_BURST,

    /**
     * The device has read a word of user memory.
     */
    READ_WORD,

    /**
     * The device has written words of user memory in one burst.
     */
    WRITE_BURST,

    /**
     * The device has written a word of user memory.
     */
    WRITE_WORD,

    /**
     * A packet was taken from a send queue.
     */
    RETRIEVED,

    /**
     * A packet was sent, for the first time or again.
     */
    SENT,

    /**
     * A packet was sent again, because it was rejected before.
     */
    SENT_AGAIN,

    /**
     * A packet was accepted, and acknowledged.
     */
    ACCEPTED,

    /**
     * A packet was rejected.
     */
    REJECTED,

    /**
     * A positive acknowledgement has come.
     */
    ACK,

    /**
     * A negative acknowledgement has come.
     */
    NAK,

    /**
     * An acknowledgement for another group has come, and was discarded.
     */
    STALE_ACK,

    /**
     * A packet was put into a receive queue.
     */
    DELIVERED,

    /**
     * A segment was read or written for another member, and the answer is on its way.
     */
    ACCESS,

    /**
     * An access was denied, and the answer is on its way.
     */
    DENIED,

    /**
     * An answer has come to its place.
     */
    ANSWERED,

    /**
     * A packet for a member that is not there any more was dropped, or an answer that nobody waits for.
     */
    STALE,

    /**
     * A packet for a node without route was dropped.
     */
    NO_ROUTE,

    /**
     * An address was not mapped.
     */
    MEMORY_ERROR,

    /**
     * A packet was dropped because its address was not mapped when the system had cleared the error.
     */
    FAULTED
}
