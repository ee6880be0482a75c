/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet.mcp;

/**
 * How the processor of a board learns that a packet has arrived (Panariti, "Receiving"). The host is not interrupted in
 * either mode.
 */
public enum ReceiveMode
{
    /**
     * The packet interrupts the polling loop, and is attended to at once. It cannot be on its way to the host before it
     * has arrived as a whole.
     */
    INTERRUPT,

    /**
     * The polling loop looks, when it comes to that.
     */
    POLLED
}
