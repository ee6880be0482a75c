/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.jfr;

import java.util.Map;

import org.isotach.niu.status.ClusterStatus;
import org.isotach.niu.status.Counters;
import org.isotach.niu.status.Reservation;

/**
 * What a cluster tells whoever records events. This one tells nobody, and needs no module for that. Threadsafe.
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
         * It is over.
         *
         * @param what was done, or waited for; its {@code toString()} is called if somebody wants to know.
         */
        void end(Object what);
    }

    /**
     * What is looked at from time to time.
     */
    public interface Source
    {
        /**
         * The state of the cluster.
         */
        ClusterStatus status();

        /**
         * What the hosts have counted.
         */
        Counters counters();

        /**
         * What is reserved, each with an object that stands for the reservation.
         */
        Map<Object, Reservation> reservations();
    }

    /**
     * An application thread has to wait.
     *
     * @param host where.
     * @return null if nobody records that.
     */
    public Span beginWait(final int host)
    {
        return null;
    }

    /**
     * An isochron has to wait for room.
     *
     * @param host where.
     * @return null if nobody records that.
     */
    public Span beginNoRoom(final int host)
    {
        return null;
    }

    /**
     * A host is being expelled.
     *
     * @param host in question.
     * @return null if nobody records that.
     */
    public Span beginExpel(final int host)
    {
        return null;
    }

    /**
     * The error handler is told of something.
     */
    public void handlerError(final Throwable error)
    {
        // Nobody records it.
    }

    /**
     * The cluster is closed.
     */
    public void close()
    {
        // Nothing was begun.
    }
}
