/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.function.BooleanSupplier;

import org.isotach.niu.link.ModelExchange;
import org.isotach.niu.spi.OperationReader;
import org.isotach.niu.status.Counters;
import org.isotach.niu.thread.Handlers;
import org.isotach.niu.trace.HostRecorder;
import org.isotach.niu.trace.TraceRecorder;
import org.isotach.niu.wait.WaitingCluster;

/**
 * A cluster as its hosts, and the threads that wait at them, see it.
 */
interface HostCluster extends WaitingCluster
{
    /**
     * Returns the settings.
     */
    ClusterContext context();

    /**
     * Returns the object that tells the error handler, and knows which threads are inside a handler.
     */
    Handlers handlers();

    /**
     * Returns the counters of the hosts.
     */
    Counters counters();

    /**
     * Returns the recorder of the events of the cluster, null for none.
     */
    TraceRecorder recorder();

    /**
     * Returns the recorder of the events of a host, null for none.
     */
    default HostRecorder recorder(final int host)
    {
        return null == recorder() ? null : recorder().host(host);
    }

    /**
     * Reads operations of a family for the recorder, if there is one.
     */
    default void readOperationsWith(final int family, final OperationReader reader)
    {
        if (null != recorder())
        {
            recorder().reader(family, reader);
        }
    }

    /**
     * Flushes what hosts hold back, on the calling thread.
     *
     * @return how much was done.
     */
    int flush();

    /**
     * Wakes all threads that are parked.
     */
    void wakeAll();

    /**
     * Asks for the results that executors have put for hosts of other members by now.
     *
     * @return whether they are on their way there; always without members.
     */
    BooleanSupplier sendResults();

    /**
     * Returns whether the applications of all hosts have ended.
     */
    boolean areHostsClosed();

    /**
     * Returns the hosts whose applications have not ended, for messages; empty if there are none.
     */
    String unclosedHosts();

    /**
     * Starts a thread of the cluster.
     *
     * @param stop makes the task return.
     */
    void startThread(String name, Runnable task, Runnable stop);

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
     * @throws IllegalStateException when a host belongs to another member.
     */
    void checkOwn(int host);

    /**
     * Returns whether a host does not belong to another member.
     */
    boolean isOwn(int host);

    /**
     * @throws IllegalStateException when the cluster has other members.
     */
    void checkNoMembers(String what);

    /**
     * Returns what models tell those of other members, null without other members.
     */
    ModelExchange exchange();

    /**
     * Notes how the model of a family is set up.
     *
     * @param hash of what all members must have in common.
     */
    void setUpAs(String what, String value);
}
