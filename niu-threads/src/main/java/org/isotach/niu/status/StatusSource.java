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
     * Reports the reservations of this moment. Called by any thread, by several at a time. It must neither wait nor
     * throw, and must read the state of a unit in a way that allows the unit to work meanwhile.
     *
     * @param report takes the reservations.
     */
    void addStatus(StatusReport report);
}
