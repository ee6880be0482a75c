/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet;

/**
 * How a thread waits on a {@link Channel}: the two ways of the interface card, to interrupt and to poll.
 */
public enum Reception
{
    /**
     * The thread spins and yields, and then parks until a packet comes, as {@link
     * org.isotach.niu.ClusterContext#waiting} says.
     */
    PARK,

    /**
     * The thread spins: it hears of a packet soonest, and needs a processor of its own.
     */
    SPIN
}
