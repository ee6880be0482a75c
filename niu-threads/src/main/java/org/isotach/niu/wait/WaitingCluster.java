/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.wait;

import org.isotach.niu.jfr.ClusterEvents;
import org.isotach.niu.thread.Doorbell;

/**
 * A cluster as the threads that wait at its hosts know it.
 */
public interface WaitingCluster
{
    /**
     * What they need of the settings.
     */
    WaitSettings waitSettings();

    /**
     * Works for all hosts, on the calling thread.
     *
     * @return how much was done.
     */
    int work();

    /**
     * Somebody waits: remembers since when things are as they are.
     */
    void lookForStalls(long waitingSinceNs, long nowNs);

    /**
     * What holds the cluster up, for messages; empty if nothing does.
     */
    String stallReport();

    /**
     * Who is told how long threads wait.
     */
    ClusterEvents events();

    /**
     * Rung for whatever is done, in {@code ThreadingMode.INVOKER}; else null.
     */
    Doorbell invokerDoorbell();

    /**
     * Who of those that are parked is on duty.
     */
    Duty duty();
}
