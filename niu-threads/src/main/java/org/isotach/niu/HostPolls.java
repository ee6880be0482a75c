/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import org.isotach.niu.issue.ClusterState;
import org.isotach.niu.issue.HostUnits;
import org.isotach.niu.issue.IssueGate;

/**
 * The polls of one host. It owns the rule that threads that poll in vain work for others, too, so that progress needs
 * no call of any particular application (docs/protocol.md, section 7).
 */
final class HostPolls
{
    // After this many polls without work a thread flushes what other hosts hold back; after some more it works for all
    // of them.
    private static final int MAX_IDLE_POLLS = 64;

    private final HostUnits units;
    private final HostCluster cluster;
    private final ClusterState clusterState;
    private final IssueGate gate;
    private final boolean isInvoker;

    // Threads that poll at the same time may miscount: then others are worked for somewhat later.
    private int idlePolls;

    HostPolls(
        final HostUnits units, final HostCluster cluster, final ClusterState clusterState, final IssueGate gate)
    {
        this.units = units;
        this.cluster = cluster;
        this.clusterState = clusterState;
        this.gate = gate;
        isInvoker = ThreadingMode.INVOKER == cluster.context().threadingMode();
    }

    /**
     * See {@link Host#poll()}.
     */
    int poll()
    {
        return isNoOp() ? 0 : after(units.work());
    }

    /**
     * Does the same as {@link #poll()}, for the application thread that receives for the host.
     */
    int pollToReceive()
    {
        return isNoOp() ? 0 : after(units.workToReceive());
    }

    /**
     * Does the work of {@link #poll()} for all hosts of the cluster.
     */
    int pollForAll()
    {
        return isNoOp() ? 0 : cluster.work();
    }

    private boolean isNoOp()
    {
        return !isInvoker || clusterState.isClosed() || gate.isExpelled();
    }

    private int after(final int work)
    {
        int done = work;
        if (done > 0)
        {
            idlePolls = 0;
        }
        else if (++idlePolls >= FailurePoll.FAILURES_PER_ROUND)
        {
            idlePolls = 0;
            done = cluster.work();
        }
        else if (0 == idlePolls % MAX_IDLE_POLLS)
        {
            done = cluster.flush();
        }
        return done;
    }

    @Override
    public String toString()
    {
        return "HostPolls{host=" + units.hostId + ", idlePolls=" + idlePolls + '}';
    }
}
