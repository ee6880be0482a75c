/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

import org.isotach.ClusterClosedException;
import org.isotach.niu.ModelHost;
import org.isotach.niu.spi.Marker;

/**
 * The notice by which a host says that it is ready to be opened, in a cluster with members. It owns the rule that it is
 * given once, when the host is ready. Threadsafe.
 */
final class ReadyNotice
{
    private final ModelHost models;
    private final HostReset reset;
    private final Marker marker;

    // True if the host has said so, or is saying so.
    private final AtomicBoolean isTold = new AtomicBoolean();

    /**
     * @param host   number of the host.
     * @param models of the host.
     * @param reset  of the host.
     */
    ReadyNotice(final int host, final ModelHost models, final HostReset reset)
    {
        this.models = models;
        this.reset = reset;
        marker = new ResetMarker(Notice.ready(host));
    }

    /**
     * Gives it, if the host is ready and has not said so; for a thread of the application. What there is no room for is
     * done by the executor.
     */
    void tryGive()
    {
        try
        {
            give(models::tryIssue);
        }
        catch (final ClusterClosedException ex)
        {
            // The executor does it, unless the cluster is closed.
        }
    }

    /**
     * Does the same for the executor.
     *
     * @return number of notices.
     */
    int giveFromExecutor()
    {
        return give(models::tryIssueFromListener);
    }

    private int give(final Predicate<Marker> issuer)
    {
        if (isTold.get() || !reset.isReady() || !isTold.compareAndSet(false, true))
        {
            return 0;
        }
        boolean isGiven = false;
        try
        {
            isGiven = issuer.test(marker);
        }
        finally
        {
            if (!isGiven)
            {
                isTold.set(false);
            }
        }
        return isGiven ? 1 : 0;
    }

    @Override
    public String toString()
    {
        return "ReadyNotice{told=" + isTold + '}';
    }
}
