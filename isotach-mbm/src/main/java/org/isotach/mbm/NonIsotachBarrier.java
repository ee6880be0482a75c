/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

/**
 * The barrier of non-isotach messages (Ironman section 6.3): the number of barriers that each host has entered. A fast
 * host can be one barrier ahead of a slow one. The numbers never decrease, so a slow host misses nothing. Threadsafe.
 */
interface NonIsotachBarrier
{
    /**
     * Notes that a host of this JVM has entered a barrier.
     */
    void arrive(int host, long epoch);

    /**
     * Returns the number of barriers that a host has entered.
     */
    long epoch(int host);

    /**
     * Returns the first host, from a given one on, that has not entered a barrier yet; the number of hosts if all have.
     */
    int firstMissing(int from, long epoch);
}
