/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.spi;

/**
 * The behaviour of idle threads.
 */
public enum Waiting
{
    /**
     * Spin briefly, yield, then park until there is work, a few milliseconds at a time. The default, and the only one
     * that suits virtual threads and machines with fewer cores than threads.
     */
    PARK,

    /**
     * Spin briefly, then yield. Keeps a core busy unless other threads need it.
     */
    YIELD,

    /**
     * Spin. Keeps a core busy; only for threads that have a core each.
     */
    SPIN
}
