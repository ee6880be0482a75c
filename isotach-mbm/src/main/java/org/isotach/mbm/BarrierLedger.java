/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

/**
 * What all hosts together know of one barrier channel (Ironman section 3.5.1). An execution is complete when no member
 * holds its credit any more. Members are the hosts that have registered; all other hosts count as having sent their
 * credit, as an idle host counts as having sent its tokens.
 * <p>
 * Inside one JVM it is one word that all hosts change, {@link SharedLedger}. In a cluster with members each host has a
 * {@link LedgerCopy}.
 */
interface BarrierLedger
{
    /**
     * No execution has been completed.
     */
    long NONE = -1;

    /**
     * Returns the current execution. Any thread may call it.
     */
    long execution();
}
