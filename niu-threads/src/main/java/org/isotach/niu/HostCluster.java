/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

/**
 * A cluster as its hosts, and the threads that wait at them, know it.
 */
interface HostCluster
{
    /**
     * The settings.
     */
    ClusterContext context();

    /**
     * What tells the error handler, and knows who is inside a handler.
     */
    Handlers handlers();

    /**
     * Who of those that are parked is on duty.
     */
    Duty duty();

    /**
     * Rung for whatever is done, in {@link ThreadingMode#INVOKER}; else null.
     */
    Doorbell invokerDoorbell();

    /**
     * Works for all hosts, on the calling thread.
     *
     * @return how much was done.
     */
    int work();

    /**
     * Sends what hosts have collected, on the calling thread.
     *
     * @return how much was done.
     */
    int sendCollected();

    /**
     * Wakes all threads that are parked.
     */
    void wakeAll();

    /**
     * Have the applications of all hosts ended?
     */
    boolean areHostsClosed();

    /**
     * A thread is inside a handler of a host that is being expelled, and may never return.
     */
    void abandon(Thread thread);

    /**
     * Refuses to expel a host.
     *
     * @throws org.isotach.ClusterClosedException when the cluster is closed, or all hosts have been shut down.
     */
    void checkOpenForExpulsion(int host);

    /**
     * Somebody waits: remembers since when things are as they are.
     */
    void lookForStalls(long waitingSinceNs, long nowNs);

    /**
     * What holds the cluster up, for messages; empty if nothing does.
     */
    String stallReport();
}
