/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.wait;

/**
 * The action of a waiting thread between two checks of its condition; it depends on which threads do the work of the
 * cluster.
 */
public interface WaitStep
{
    /**
     * A wait begins.
     */
    void begin();

    /**
     * Works, or lets others work, for a moment.
     *
     * @param what names what the thread waits for, for messages.
     */
    void take(Object what);
}
