/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

/**
 * Something that must be true.
 */
@FunctionalInterface
public interface Invariant
{
    /**
     * Is it true?
     *
     * @return null if it is; otherwise what is wrong, as short as possible.
     */
    String violation();
}
