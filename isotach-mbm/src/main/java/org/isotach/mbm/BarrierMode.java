/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

/**
 * The promise of a barrier of isotach messages.
 */
public enum BarrierMode
{
    /**
     * Completes when every host has participated. Promises nothing about messages.
     */
    WEAK,

    /**
     * As {@link #WEAK}; every isotach message that a participant has issued before it participated is received before
     * the completion.
     */
    STRONG
}
