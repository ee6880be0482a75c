/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.jfr;

import org.isotach.niu.status.ClusterStatus;
import org.isotach.niu.status.Counters;
import org.isotach.niu.status.StatusReport;

/**
 * The events that a cluster reports to a recorder. This class reports to none, and needs no module for that.
 * Threadsafe.
 */
public class ClusterEvents
{
    /**
     * Something that takes time.
     */
    @FunctionalInterface
    public interface Span
    {
        /**
         * Ends the span.
         *
         * @param what names what was done, or waited for; its {@code toString()} is called only if the event is
         *             recorded.
         */
        void end(Object what);
    }

    /**
     * The state that is sampled from time to time.
     */
    public interface Source
    {
        /**
         * Returns the state of the cluster.
         */
        ClusterStatus status();

        /**
         * Returns the counters of the hosts.
         */
        Counters counters();

        /**
         * Passes on the reservations. Their descriptions are made when they are asked for, within the call.
         */
        void forEachReservation(StatusReport report);
    }

    /**
     * The cluster is complete: its state may be asked for from now on.
     */
    public void launched()
    {
        // Nothing asks for it.
    }

    /**
     * An application thread has to wait.
     *
     * @param host number of the host.
     * @return null if nothing records that.
     */
    public Span beginWait(final int host)
    {
        return null;
    }

    /**
     * An isochron has to wait for room.
     *
     * @param host number of the host.
     * @return null if nothing records that.
     */
    public Span beginNoRoom(final int host)
    {
        return null;
    }

    /**
     * A host is being expelled.
     *
     * @param host number of the host.
     * @return null if nothing records that.
     */
    public Span beginExpel(final int host)
    {
        return null;
    }

    /**
     * The error handler is told of an error.
     */
    public void handlerError(final Throwable error)
    {
        // Nothing records it.
    }

    /**
     * The cluster is closed.
     */
    public void close()
    {
        // Nothing was begun.
    }
}
