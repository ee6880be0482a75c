/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

/**
 * What a model knows of hosts that hold others up, for {@link Cluster#stalls()}: see {@link Cluster#addStallSource}.
 */
@FunctionalInterface
public interface StallSource
{
    /**
     * Adds what holds somebody up at this moment. Called by any thread, by several at a time, and from time to time
     * while somebody waits: it must neither wait nor throw, and what belongs to a unit that is at work meanwhile must
     * be read in a way that allows for that.
     *
     * @param report to be added to.
     */
    void addStalls(StallReport report);
}
