/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.concurrent.atomic.AtomicInteger;

import org.isotach.ClusterClosedException;
import org.isotach.OperationHeader;
import org.isotach.niu.execute.IsochronExecutor;
import org.isotach.niu.issue.ClusterState;
import org.isotach.niu.issue.HostUnits;
import org.isotach.niu.issue.IssueGate;
import org.isotach.niu.issue.IssueProgress;
import org.isotach.niu.issue.Issuer;
import org.isotach.niu.link.ExpelledHosts;
import org.isotach.niu.link.LinkSize;
import org.isotach.niu.notice.NoticeBoard;

/**
 * How one host comes to its end: because its application closes it, because it is expelled, or with the cluster. It
 * owns the rule when a host is done with what was issued at it. Threadsafe.
 */
final class HostEnd
{
    private final HostUnits units;
    private final HostCluster cluster;
    private final ClusterState clusterState;
    private final IsochronExecutor executor;
    private final IssueGate gate;
    private final IssueProgress progress;
    private final Issuer issuer;
    private final HostModels models;
    private final NoticeBoard noticeBoard;
    private final ExpelledHosts expelledHosts;
    private final AtomicInteger failedCloses = new AtomicInteger();
    private volatile boolean isUsed;
    private volatile Expulsion expulsion;

    /**
     * @param units         of the host.
     * @param cluster       of the host.
     * @param clusterState  of the cluster.
     * @param gate          of the host.
     * @param progress      of the host.
     * @param issuer        of the host.
     * @param models        of the host.
     * @param noticeBoard   of the cluster.
     * @param expelledHosts of the cluster.
     */
    HostEnd(
        final HostUnits units,
        final HostCluster cluster,
        final ClusterState clusterState,
        final IssueGate gate,
        final IssueProgress progress,
        final Issuer issuer,
        final HostModels models,
        final NoticeBoard noticeBoard,
        final ExpelledHosts expelledHosts)
    {
        this.units = units;
        this.cluster = cluster;
        this.clusterState = clusterState;
        this.gate = gate;
        this.progress = progress;
        this.issuer = issuer;
        this.models = models;
        this.noticeBoard = noticeBoard;
        this.expelledHosts = expelledHosts;
        executor = units.executor;
    }

    /**
     * An application of the host is about to issue something: others wait for it to close.
     */
    void use()
    {
        isUsed = true;
    }

    /**
     * See {@link Host#tryClose()}.
     */
    boolean tryClose()
    {
        if (gate.tryEnd())
        {
            // Some may wait for this host to close.
            cluster.wakeAll();
        }
        units.openBatch.close();
        // In INVOKER; else nothing.
        units.work();
        final boolean isOver = clusterState.isClosed() || gate.isExpelled() || gate.isShutDown() ||
            cluster.areHostsClosed() && issuer.tryEndBatch() && progress.isNothingPending();
        if (!isOver && 0 == failedCloses.incrementAndGet() % FailurePoll.FAILURES_PER_ROUND &&
            cluster.waitSettings().isInvoker())
        {
            // The application of a host that has closed may call nothing any more.
            cluster.work();
        }
        return isOver;
    }

    /**
     * Is there nobody at the host who may still issue something?
     */
    boolean isDone()
    {
        return gate.isEnded() || !isUsed || gate.isExpelled();
    }

    /**
     * Has anything been issued at this host, or executed?
     */
    boolean hasIssued()
    {
        // A purely local isochron that was executed at once has left no other trace.
        return issuer.hasIssued() || executor.execution().hasExecuted();
    }

    /**
     * Has everything that was issued been executed everywhere, and does this host know?
     */
    boolean isExecutedEverywhere()
    {
        if (gate.isExpelled())
        {
            return units.links.areExecuted() && (null == expulsion || expulsion.isKnown());
        }
        // First this: what an application thread executes alone, at this moment, may send results.
        return (cluster.waitSettings().isInvoker() || executor.lock().isFree()) && issuer.tryEndBatch() &&
            progress.areAllExecuted() && progress.isNothingPending();
    }

    boolean hasTakenReplies()
    {
        return gate.isExpelled() || executor.replies().areEmpty();
    }

    boolean hasTakenNotices()
    {
        return gate.isExpelled() || executor.application().hasTakenNotices();
    }

    /**
     * In paranoid mode, when everything has been executed: in the right pulse?
     */
    void checkAcknowledgements()
    {
        units.links.checkAcknowledgements();
    }

    /**
     * The cluster is closed: tells the models.
     *
     * @return false if somebody is at work for this host, who will do it at the end of the work.
     */
    boolean tryCloseModels()
    {
        final Expulsion ended = expulsion;
        if (null != ended && ended.isEnded())
        {
            // The units of the host have no other owner any more.
            executor.models().close();
            return true;
        }
        return executor.tryCloseModels();
    }

    /**
     * Expels the host: from now on nothing can be issued from it. One thread at a time; can be called again after it
     * has failed.
     *
     * @param waiter of another host.
     * @return the pulse in which the host goes.
     * @throws ClusterClosedException when the cluster is closed: the host is not expelled.
     */
    long expel(final Waiter waiter)
    {
        final boolean isFirst = null == expulsion;
        if (isFirst)
        {
            expulsion = newExpulsion();
        }
        models.expel();
        cluster.duty().at(units.hostId).wakeAll();
        try
        {
            cluster.checkOpenForExpulsion(units.hostId);
        }
        catch (final ClusterClosedException ex)
        {
            if (isFirst)
            {
                // Or the end of the cluster would wait for what never begins.
                gate.expelled(false);
                expulsion = null;
            }
            throw ex;
        }
        try
        {
            return expulsion.run(waiter, cluster.context().topology().hostCount());
        }
        finally
        {
            // What is appended before the thread notices is executed nowhere: nobody becomes owner any more.
            units.openBatch.close();
        }
    }

    private Expulsion newExpulsion()
    {
        final ClusterContext context = cluster.context();
        return new Expulsion(
            units,
            context.topology().eccentricity(units.hostId),
            noticeBoard,
            units.links.another(LinkSize.ofOne(OperationHeader.LENGTH)),
            expelledHosts,
            context.handlerTimeoutNs(),
            cluster::abandon);
    }
}
