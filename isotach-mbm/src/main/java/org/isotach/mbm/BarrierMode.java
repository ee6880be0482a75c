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
     * The barrier completes when every host that has registered the channel has participated. It promises nothing about
     * messages.
     */
    WEAK,

    /**
     * Like {@link #WEAK}, and every isotach message that a participant has issued before it participated is received
     * before the completion.
     */
    STRONG
}
