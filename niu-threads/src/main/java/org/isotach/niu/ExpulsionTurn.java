/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import org.isotach.ClusterClosedException;
import org.isotach.niu.issue.ClusterState;
import org.isotach.niu.wait.Duty;

/**
 * Expels hosts. It owns the rule that one host is expelled at a time, and never the last one. Threadsafe.
 */
final class ExpulsionTurn
{
    private final AtomicBoolean isTaken = new AtomicBoolean();
    private final Object awaited = new Object()
    {
        @Override
        public String toString()
        {
            return "another expulsion to end" + hostsBeingExpelled();
        }
    };
    private final AllHosts hosts;
    private final ClusterState state;
    private final Duty duty;

    /**
     * @param hosts of the cluster.
     * @param state of the cluster.
     * @param duty  of the waiting threads, which are told.
     */
    ExpulsionTurn(final AllHosts hosts, final ClusterState state, final Duty duty)
    {
        this.hosts = hosts;
        this.state = state;
        this.duty = duty;
    }

    /**
     * Expels a host of this JVM, see {@link Cluster#expel}.
     *
     * @return the pulse in which the host leaves.
     */
    long expel(final Host host)
    {
        hosts.awaitAt(
            () -> remainingBesides(host),
            waiter -> waiter.awaitCall(this::tryTake, awaited));
        try
        {
            return host.end().expel(hosts.otherThan(host).waiter());
        }
        finally
        {
            release();
        }
    }

    /**
     * Goes on with expulsions as far as that is possible without waiting, unless another thread does; for the thread
     * that closes the cluster. Those that began them may not come back.
     */
    void goOn()
    {
        for (int id = 0; id < hosts.count(); id++)
        {
            final HostEnd end = hosts.get(id).end();
            if (end.isBeingExpelled() && tryTake())
            {
                boolean isStuck = false;
                try
                {
                    // Once more: who had the turn may have found that the expulsion comes too late.
                    isStuck = end.isBeingExpelled() && !end.tryEndExpulsion();
                }
                finally
                {
                    giveBack(!isStuck);
                }
            }
        }
    }

    /**
     * For who must not wait.
     *
     * @return true if no other host is being expelled: call {@link #release}.
     */
    boolean tryTake()
    {
        return isTaken.compareAndSet(false, true);
    }

    void release()
    {
        giveBack(true);
    }

    private void giveBack(final boolean isNews)
    {
        isTaken.set(false);
        // Who waits for the turn while the cluster is being closed gets nothing from it: the end wakes all.
        if (isNews)
        {
            duty.wakeAll();
        }
    }

    /**
     * Returns whether a host may still be expelled.
     */
    boolean isOpen()
    {
        return state.isOpen() && !hosts.areShutDown();
    }

    /**
     * Refuses to expel a host.
     *
     * @throws ClusterClosedException when the cluster is closed, or all hosts have been shut down.
     */
    void checkOpen(final int host)
    {
        if (!isOpen())
        {
            throw new ClusterClosedException("the cluster is closed: host " + host + " cannot be expelled");
        }
    }

    private String hostsBeingExpelled()
    {
        final List<Host> leaving = hosts.local().stream().filter(host -> host.end().isBeingExpelled()).toList();
        return leaving.isEmpty() ? "" : ": " + AllHosts.names(leaving);
    }

    private Host remainingBesides(final Host host)
    {
        final Host other = hosts.otherThan(host);
        checkOpen(host.id());
        return other;
    }
}
