/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.status;

/**
 * The part of a model in {@code Cluster.status()}: the state of its hosts.
 */
@FunctionalInterface
public interface StatusSource
{
    /**
     * Tells what is reserved at this moment. Called by any thread, by several at a time: it must neither wait nor
     * throw, and what belongs to a unit that is at work meanwhile must be read in a way that allows for that.
     *
     * @param report is told.
     */
    void addStatus(StatusReport report);
}
