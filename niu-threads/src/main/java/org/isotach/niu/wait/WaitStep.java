/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.wait;

/**
 * What a thread that waits does between two looks at what it waits for: who does the work of the cluster decides.
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
     * @param what is waited for, for messages.
     */
    void take(Object what);
}
