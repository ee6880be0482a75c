/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

/**
 * A condition that must be true.
 */
@FunctionalInterface
public interface Invariant
{
    /**
     * Checks the condition.
     *
     * @return null if it is true, else a description of the violation, as short as possible.
     */
    String violation();
}
