/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The host side of an isochron: takes it over and reports whether it has been executed.
 */
public interface IsochronIssuer
{
    /**
     * Result of {@link #tryIssue}: the isochron was taken over and has no ticket yet, see {@link #endBatch}.
     */
    long APPENDED = -3;

    /**
     * Result of {@link #tryIssue}: there is no room at present, and nothing was taken over; try again later.
     */
    long BACK_PRESSURED = -2;

    /**
     * Result of {@link #tryIssue}: the isochron was purely local and has been executed, and its frame is free.
     */
    long EXECUTED = -1;

    /**
     * Takes an isochron over, whole or not at all.
     *
     * @param isochron complete and prepared.
     * @return its ticket for {@link #isExecuted}, 0 or more, or {@link #EXECUTED}, {@link #APPENDED}, or {@link
     * #BACK_PRESSURED}.
     * @throws ClusterClosedException when the cluster or the host takes no more isochrons.
     */
    long tryIssue(IsochronFrame isochron);

    /**
     * Works or waits until an isochron is issued.
     *
     * @param isochron issued by repeated calls of {@link IsochronFrame#tryIssue()}.
     * @throws ClusterClosedException  when the cluster or the host takes no more isochrons.
     * @throws IsotachTimeoutException when that takes longer than the time limit of the cluster.
     */
    void issue(IsochronFrame isochron);

    /**
     * Returns whether an isochron of this host has been executed at this host or, if it has no operations here, whether
     * everything before it has been.
     *
     * @param ticket as {@link #tryIssue} returned it; {@link #APPENDED} stands for the isochron that was issued last.
     * @return true if so.
     */
    boolean isExecuted(long ticket);

    /**
     * Works or waits until {@link #isExecuted} returns true.
     *
     * @param ticket as in {@link #isExecuted}.
     * @throws ClusterClosedException  when the cluster is closed first.
     * @throws IsotachTimeoutException when that takes longer than the time limit of the cluster.
     */
    void awaitExecuted(long ticket);

    /**
     * Where isochrons are read in place: returns the last isochron of this host that all its destinations have
     * executed, so that its frame and those of all earlier ones may be overwritten.
     *
     * @return its ticket, -1 when there is none; tickets ascend where isochrons are read in place.
     */
    long retired();

    /**
     * Sends all isochrons that were {@link #APPENDED}.
     *
     * @return the ticket of the last one, or {@link #BACK_PRESSURED} if they cannot be sent at present.
     */
    long endBatch();

    /**
     * Asks for an update of {@link #retired()} soon.
     */
    void requestRetirement();

    /**
     * An isochron could not be issued: works for the host if no other thread does, so that there will be room soon.
     */
    void backPressured();

    /**
     * Refuses the call if no more isochrons are taken.
     *
     * @throws ClusterClosedException when the cluster or the host takes no more isochrons.
     */
    void checkOpen();

    /**
     * Returns the number of handlers that the cluster is running at the moment, on any thread. A thread inside a
     * handler never reads 0, even with a plain read, so only a value other than 0 needs {@link #checkNotInHandler}.
     *
     * @return the number, always the same object.
     */
    AtomicInteger runningHandlers();

    /**
     * Refuses a call from inside a handler that the cluster is running on the calling thread.
     *
     * @param what the call, as the message names it.
     * @throws IllegalStateException when the calling thread is inside a handler of this host.
     */
    void checkNotInHandler(String what);
}
