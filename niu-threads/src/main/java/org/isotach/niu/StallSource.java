/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

/**
 * The part of a model in {@link Cluster#stalls()}: it reports hosts that hold others up. See {@link
 * ModelCluster#addStallSource}.
 */
@FunctionalInterface
public interface StallSource
{
    /**
     * Adds the stalls of this moment. Called by any thread, by several at a time, and from time to time while a thread
     * waits. It must neither wait nor throw, and must read the state of a unit in a way that allows the unit to work
     * meanwhile.
     *
     * @param report takes the stalls.
     */
    void addStalls(StallReport report);
}
