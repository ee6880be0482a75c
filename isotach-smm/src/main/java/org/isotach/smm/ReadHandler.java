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
     * The value will never arrive, because a host that was needed has been expelled, a SCHED was cancelled after its
     * variable had been overwritten, an UPDATE has changed nothing, or the cluster was closed. Called once per read, on
     * the thread that finds that out, just before {@link IsoValue#isFailed()} turns true. When the cluster is closed
     * that is the thread that closes it, or another one that works for the host at that moment, and the call comes
     * before {@code Cluster.close()} returns; or, if another handler of the host does not end, it is the thread of that
     * handler, when it comes back. The same rules as for {@link #onValue}.
     *
     * @param address of the variable.
     * @param cause   {@link org.isotach.HostExpelledException}, {@link SchedCancelledException},
     *                {@link UpdateFailedException} or {@link org.isotach.ClusterClosedException}: which host, and what
     *                to do.
     */
    default void onFailure(final int address, final IsotachException cause)
    {
    }
}
