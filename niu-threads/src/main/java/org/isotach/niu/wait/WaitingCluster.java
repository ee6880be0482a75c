/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.wait;

import org.isotach.niu.jfr.ClusterEvents;
import org.isotach.niu.thread.Doorbell;

/**
 * A cluster as the threads that wait at its hosts see it.
 */
public interface WaitingCluster
{
    /**
     * Returns the settings for waiting threads.
     */
    WaitSettings waitSettings();

    /**
     * Works for all hosts, on the calling thread.
     *
     * @return how much was done.
     */
    int work();

    /**
     * Called by a waiting thread: remembers since when each stall has lasted.
     */
    void lookForStalls(long waitingSinceNs, long nowNs);

    /**
     * Describes what holds the cluster up, for messages; empty if nothing does.
     */
    String stallReport();

    /**
     * Returns the object that is told how long threads wait.
     */
    ClusterEvents events();

    /**
     * Returns the doorbell that is rung for every change, in {@code ThreadingMode.INVOKER}; else null.
     */
    Doorbell invokerDoorbell();

    /**
     * Returns the duty of the parked threads.
     */
    Duty duty();
}
