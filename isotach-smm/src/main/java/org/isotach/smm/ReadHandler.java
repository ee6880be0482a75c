/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import org.isotach.IsotachException;

/**
 * Called when the value of a read has arrived.
 */
@FunctionalInterface
public interface ReadHandler
{
    /**
     * The value of a read has arrived. Called once per read, on the thread that delivers the value, just before
     * {@link IsoValue#isReady()} turns true. It must be quick, and can neither issue isochrons nor wait; what it
     * throws goes to the error handler of the cluster.
     *
     * @param address of the variable.
     * @param value   that was read.
     */
    void onValue(int address, long value);

    /**
     * The value will never arrive, because a host that was needed has been expelled, or a SCHED was cancelled
     * after its variable had been overwritten.
     *
     * @param address of the variable.
     * @param cause   {@link org.isotach.HostExpelledException} or {@link SchedCancelledException}: which host, and what
     *                to do.
     */
    default void onFailure(final int address, final IsotachException cause)
    {
    }
}
