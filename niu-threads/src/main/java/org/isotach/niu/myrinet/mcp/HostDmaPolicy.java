/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet.mcp;

/**
 * What the engine between host and board does next, when it could do several things (Panariti, "Data flow"). It works
 * in one direction at a time, and is the bottleneck of the board.
 */
public enum HostDmaPolicy
{
    /**
     * First what has arrived, then what is to be sent if the tx pool is not full.
     */
    RECEIVE_FIRST,

    /**
     * The older one: first what has arrived if the rx pool is filled up to a mark, then what is to be sent if the tx
     * pool is not full, then what has arrived.
     */
    HIGH_WATER
}
