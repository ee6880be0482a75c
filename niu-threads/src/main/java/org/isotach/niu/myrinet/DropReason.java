/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

/**
 * Why packets did not reach a channel. The buffers of such packets return to their pool.
 */
public enum DropReason
{
    /**
     * The route leads to no host.
     */
    NO_ROUTE,

    /**
     * The channel was not open.
     */
    NOT_OPEN,

    /**
     * The channel was closed before the packet was received.
     */
    CLOSED,

    /**
     * One of the two hosts was expelled before the packet was received.
     */
    EXPELLED,

    /**
     * A link with faults has lost the packet, or delivered it after it was given up.
     */
    LOST,

    /**
     * The packet arrived a second time, or after it was given up.
     */
    STALE,

    /**
     * The content had been changed since it was sent, or the packet was of no kind that there is.
     */
    CORRUPT
}
