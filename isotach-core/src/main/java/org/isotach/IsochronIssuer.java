/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The host side of an isochron: takes it over and tells what became of it.
 */
public interface IsochronIssuer
{
    /**
     * Result of {@link #tryIssue}: the isochron was taken over, and has no ticket yet, see {@link #endBatch}.
     */
    long APPENDED = -3;

    /**
     * Result of {@link #tryIssue}: there is no room at present, nothing was taken over; try again later.
     */
    long BACK_PRESSURED = -2;

    /**
     * Result of {@link #tryIssue}: the isochron was purely local and has been executed; its frame is free.
     */
    long EXECUTED = -1;

    /**
     * Takes an isochron over, all of it or nothing.
     *
     * @param isochron complete and prepared.
     * @return its ticket, 0 or more, with which {@link #isExecuted} is asked, or {@link #EXECUTED}, {@link #APPENDED},
     * or {@link #BACK_PRESSURED}.
     * @throws ClusterClosedException when the cluster, or the host, takes no isochrons any more.
     */
    long tryIssue(IsochronFrame isochron);

    /**
     * Works or waits until an isochron could be issued.
     *
     * @param isochron to be issued by repeated calls of {@link IsochronFrame#tryIssue()}.
     * @throws ClusterClosedException   when the cluster, or the host, takes no isochrons any more.
     * @throws IsotachTimeoutException when it takes longer than the time limit of the cluster.
     */
    void issue(IsochronFrame isochron);

    /**
     * Has an isochron of this host been executed at this host or, if it has no operations here, has everything that
     * comes before it?
     *
     * @param ticket as {@link #tryIssue} returned it; {@link #APPENDED} stands for the isochron that was issued last.
     * @return true if it has.
     */
    boolean isExecuted(long ticket);

    /**
     * Works or waits until {@link #isExecuted}.
     *
     * @param ticket as {@link #isExecuted}.
     * @throws ClusterClosedException   when the cluster is closed before.
     * @throws IsotachTimeoutException when it takes longer than the time limit of the cluster.
     */
    void awaitExecuted(long ticket);

    /**
     * Where isochrons are read where they lie: the last one of this host that has been executed by all its
     * destinations, so that its frame and those of all earlier ones may be overwritten.
     *
     * @return its ticket, -1 when there is none; tickets ascend there.
     */
    long retired();

    /**
     * Sends all isochrons that were {@link #APPENDED}.
     *
     * @return the ticket of the last one, or {@link #BACK_PRESSURED} if that is not possible at present.
     */
    long endBatch();

    /**
     * Asks for {@link #retired()} to be brought up to date soon.
     */
    void requestRetirement();

    /**
     * An isochron could not be issued: works for the host if nobody else does, so that it can be soon.
     */
    void backPressured();

    /**
     * Refuses to go on when isochrons are not taken any more.
     *
     * @throws ClusterClosedException when the cluster, or the host, takes no isochrons any more.
     */
    void checkOpen();

    /**
     * Handlers that the cluster is running at the moment, on any thread. Who reads it plainly, and is inside of one,
     * does not read 0: there is something to be checked only then, see {@link #checkNotInHandler}.
     *
     * @return their number, always the same object.
     */
    AtomicInteger runningHandlers();

    /**
     * Refuses a call from inside a handler that the cluster is running on the calling thread.
     *
     * @param what the call, for the message.
     * @throws IllegalStateException when the calling thread is inside a handler of this host.
     */
    void checkNotInHandler(String what);
}
