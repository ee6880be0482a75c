/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks.reservations;

/**
 * The actions of one thread.
 */
@FunctionalInterface
interface Worker
{
    /**
     * The next one.
     */
    void act();
}
