/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import org.isotach.IsotachException;

/**
 * A handler of the value of a read.
 */
@FunctionalInterface
public interface ReadHandler
{
    /**
     * Handles the value of a read. Called once per read, on the thread that delivers the value, just before
     * {@link IsoValue#isReady()} turns true. It must be quick, and must neither issue isochrons nor wait; exceptions
     * that it throws go to the error handler of the cluster.
     *
     * @param address the address of the variable.
     * @param value   the value.
     */
    void onValue(int address, long value);

    /**
     * Handles a read whose value never arrives, because a host that was needed has been expelled, a SCHED was cancelled
     * after its variable had been overwritten, an UPDATE has changed nothing, or the cluster was closed. Called once
     * per read, on the thread that finds that out, just before {@link IsoValue#isFailed()} turns true. That may be the
     * thread that issues the read, if the host that was to answer has been expelled before; then other handlers of the
     * host run at the same time. The rules of {@link #onValue} apply.
     * <p>
     * What a host has read that is expelled itself fails when the cluster is closed. There is no call for it if its
     * {@link IsoValue} is used for another read.
     * <p>
     * When the cluster is closed, the call comes before {@code Cluster.close()} returns, on the closing thread or on
     * another thread that works for the host at that moment. If another handler of the host has not returned by then,
     * the thread of that handler makes the call when the handler returns.
     *
     * @param address the address of the variable.
     * @param cause   {@link org.isotach.HostExpelledException}, {@link SchedCancelledException},
     *                {@link UpdateFailedException} or {@link org.isotach.ClusterClosedException}; its message names the
     *                host and the remedy.
     */
    default void onFailure(final int address, final IsotachException cause)
    {
    }
}
