/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.time.Duration;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.IsotachTimeoutException;
import org.isotach.Topology;
import org.isotach.memory.Padded;
import org.isotach.niu.Host;
import org.isotach.niu.ModelHost;

/**
 * Refuses calls when there is nothing left to wait for: the cluster is closed, this host or the other one expelled, or
 * the other one silent for too long. While nothing of the cluster has ended, that is one look.
 * <p>
 * <b>Note:</b> belongs to the thread of the port.
 */
final class PortGate extends Padded
{
    private final Host host;
    private final ModelHost models;
    private final Host[] hosts;
    private final long giveUpNs;
    private final PortTurn turn;
    private final Requester requester;

    PortGate(final Host host, final Program program, final PortTurn turn, final Requester requester)
    {
        this.host = host;
        this.turn = turn;
        this.requester = requester;
        models = host.models();
        hosts = program.hosts();
        giveUpNs = program.context().giveUpNs();
    }

    /**
     * Refuses a call if this host sends and receives nothing any more.
     */
    void checkOpen()
    {
        if (!models.isUndisturbed() || turn.hasEnded())
        {
            checkEnds();
        }
    }

    private void checkEnds()
    {
        if (host.isExpelled())
        {
            failWhatIsLeft();
            throw new HostExpelledException(
                "host " + host.id() + " was expelled: it sends and receives no active messages any more");
        }
        if (models.isOver() || turn.hasEnded())
        {
            failWhatIsLeft();
            throw new ClusterClosedException("the cluster of host " + host.id() +
                " is closed: it sends and receives no active messages any more");
        }
    }

    private void failWhatIsLeft()
    {
        turn.tryRun(() -> requester.failAll(Failure.Reason.CLOSED));
    }

    void checkTarget(final int target)
    {
        if (target < 0 || target >= hosts.length)
        {
            throw new IllegalArgumentException("target: " + target + " (expected: 0.." + (hosts.length - 1) + ')');
        }
    }

    String describe(final int target)
    {
        return Topology.describeHost(target, hosts[target].name());
    }

    /**
     * Refuses a call if another host receives nothing any more.
     */
    void checkReachable(final int target)
    {
        final Failure.Reason reason = requester.gone(target);
        if (Failure.Reason.NO_ANSWER == reason)
        {
            throw new IsotachTimeoutException(describe(target) + " has not answered for " +
                Duration.ofNanos(giveUpNs) + ": it counts as gone; see AmContext.giveUp, and Cluster.expel");
        }
        if (!models.isUndisturbed() && hosts[target].isExpelled())
        {
            turn.tryRun(() -> requester.fail(target, Failure.Reason.EXPELLED));
            throw new HostExpelledException(describe(target) + " was expelled: it receives no more active messages");
        }
    }

    @Override
    public String toString()
    {
        return "PortGate{host=" + host.id() + '}';
    }
}
