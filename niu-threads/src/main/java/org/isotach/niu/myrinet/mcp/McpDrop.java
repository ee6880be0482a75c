/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet.mcp;

/**
 * Why a board has dropped packets that arrived.
 */
public enum McpDrop
{
    /**
     * The packet was longer than a buffer.
     */
    OVERRUN,

    /**
     * The checksum was wrong.
     */
    CRC,

    /**
     * The rx pool was full.
     */
    POOL_FULL,

    /**
     * Type and subtype of the frame were others, or parts of a route were in front of them.
     */
    TYPE,

    /**
     * There is no channel of that number.
     */
    NO_CHANNEL,

    /**
     * The channel was not open.
     */
    NOT_OPEN
}
