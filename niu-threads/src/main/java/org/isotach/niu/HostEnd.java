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
import org.isotach.niu.wait.WaitSettings;

/**
 * Ends one host: because its application closes it, because it is expelled, or with the cluster. It owns the rule that
 * says when everything issued at the host is finished. Threadsafe.
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

    // Threads that wait for the other hosts to close. For messages.
    private final AtomicInteger closing = new AtomicInteger();

    private volatile boolean isUsed;
    private volatile Expulsion expulsion;
    private volatile long leftElsewhere = -1;

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
            // Others may wait for this host to close.
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
            // After closing its host, an application may call nothing any more.
            cluster.work();
        }
        return isOver;
    }

    /**
     * Waits until {@link #tryClose()} returns true.
     */
    void awaitClose(final Waiter waiter)
    {
        closing.incrementAndGet();
        try
        {
            waiter.awaitChange(() -> clusterState.isClosed() || tryClose(), new Object()
            {
                @Override
                public String toString()
                {
                    return awaitedToClose();
                }
            });
        }
        finally
        {
            closing.decrementAndGet();
        }
    }

    private String awaitedToClose()
    {
        final String unclosed = cluster.unclosedHosts();
        if (!unclosed.isEmpty())
        {
            return unclosed + " to close";
        }
        // When the wait is over, none of them is left.
        return units.openBatch.hasUnflushed() || !progress.isNothingPending() ? "its own isochrons to be executed" :
            "the other hosts to close";
    }

    /**
     * Returns whether a thread waits for the other hosts to close.
     */
    boolean isClosing()
    {
        return 0 != closing.get();
    }

    /**
     * Returns whether nothing can be issued at the host any more.
     */
    boolean isDone()
    {
        return gate.isEnded() || !isUsed || gate.isExpelled();
    }

    /**
     * Returns whether anything has been issued at this host, or executed.
     */
    boolean hasIssued()
    {
        // A purely local isochron that was executed at once leaves no other trace.
        return issuer.hasIssued() || executor.execution().hasExecuted();
    }

    /**
     * Returns whether everything that was issued has been executed everywhere, and this host knows.
     */
    boolean isExecutedEverywhere()
    {
        if (gate.isExpelled())
        {
            return units.links.areExecuted() && hasLeft();
        }
        // This first: an isochron that an application thread is executing alone may send results.
        return (cluster.waitSettings().isInvoker() || executor.lock().isFree()) && issuer.tryEndBatch() &&
            progress.areAllExecuted() && progress.isNothingPending();
    }

    boolean hasTakenReplies()
    {
        return gate.isExpelled() && hasLeft() || executor.replies().areEmpty();
    }

    boolean hasTakenNotices()
    {
        return gate.isExpelled() && hasLeft() || executor.application().hasTakenNotices();
    }

    /**
     * Returns whether the host, which was expelled, has left, and all others of this member know. An expulsion that
     * comes too late is undone: it does not count meanwhile.
     */
    private boolean hasLeft()
    {
        // A host of another member has none here.
        final Expulsion begun = expulsion;
        return null == begun ? !cluster.isOwn(units.hostId) : begun.isKnown();
    }

    /**
     * In paranoid mode, when everything has been executed: checks the pulses.
     */
    void checkAcknowledgements()
    {
        units.links.checkAcknowledgements();
    }

    /**
     * The cluster is closed: tells the models.
     *
     * @return false if a thread is working for this host; that thread will do it at the end of its work.
     */
    boolean tryCloseModels()
    {
        final Expulsion begun = expulsion;
        if (null != begun && begun.tryClose())
        {
            executor.models().close();
            return true;
        }
        return executor.tryCloseModels();
    }

    /**
     * Expels the host: from now on nothing can be issued from it. One thread at a time; call it again after a failure.
     *
     * @param waiter of another host.
     * @return the pulse in which the host leaves.
     * @throws ClusterClosedException when the cluster is closed: the host is not expelled.
     */
    long expel(final Waiter waiter)
    {
        beginExpulsion();
        try
        {
            return expulsion.run(waiter);
        }
        finally
        {
            closeBatch();
        }
    }

    /**
     * The first part of {@link #expel}, for who must not wait; {@link #tryEndExpulsion} is the rest.
     *
     * @throws ClusterClosedException when the cluster is closed: the host is not expelled.
     */
    void beginExpulsion()
    {
        // First, so that mostly nobody sees an expulsion that is undone.
        cluster.checkOpenForExpulsion(units.hostId);
        final boolean isFirst = null == expulsion;
        if (isFirst)
        {
            expulsion = newExpulsion();
        }
        models.expel();
        try
        {
            cluster.checkOpenForExpulsion(units.hostId);
        }
        catch (final ClusterClosedException ex)
        {
            if (isFirst)
            {
                // Otherwise the end of the cluster would wait for an expulsion that never begins.
                gate.expelled(false);
                expulsion = null;
            }
            throw ex;
        }
        cluster.duty().at(units.hostId).wakeAll();
    }

    /**
     * Goes on with an expulsion as far as that is possible without waiting.
     *
     * @return true if the host has left.
     */
    boolean tryEndExpulsion()
    {
        try
        {
            return expulsion.tryRun();
        }
        finally
        {
            closeBatch();
        }
    }

    /**
     * Returns whether the expulsion of the host has begun and is not over.
     */
    boolean isBeingExpelled()
    {
        final Expulsion begun = expulsion;
        return null != begun && !begun.isEnded();
    }

    /**
     * Returns the host whose untaken notices hold the expulsion up, -1 if there is none. For messages.
     */
    int hostThatHoldsExpulsionUp()
    {
        final Expulsion begun = expulsion;
        return null == begun ? -1 : begun.hostWithoutRoom();
    }

    /**
     * Isochrons that are appended before the thread notices are executed nowhere: no thread becomes owner any more.
     */
    private void closeBatch()
    {
        units.openBatch.close();
    }

    /**
     * Returns whether the host was expelled here, by a call that is over.
     */
    boolean isExpulsionEnded()
    {
        final Expulsion begun = expulsion;
        return null != begun && begun.isEnded();
    }

    /**
     * The host, which belongs to another member, leaves in a pulse.
     */
    void leaveElsewhere(final long pulse)
    {
        leaveElsewhere();
        // Volatile: the host has left. Partner: leftElsewhere().
        leftElsewhere = pulse;
    }

    /**
     * Returns the pulse in which the host, which belongs to another member, leaves; negative if that is not known. It
     * may change as long as not all members have promised it.
     */
    long leftElsewhere()
    {
        // Volatile. Partner: leaveElsewhere().
        return leftElsewhere;
    }

    /**
     * The host, which belongs to another member, leaves: nobody sends to it, or waits for it, any more.
     */
    void leaveElsewhere()
    {
        expelledHosts.add(units.hostId);
        gate.expelled(true);
    }

    /**
     * This member takes part no more, and neither does the host.
     */
    void lose(final String reason)
    {
        gate.lose(reason);
        units.openBatch.close();
    }

    private Expulsion newExpulsion()
    {
        final ClusterContext context = cluster.context();
        return new Expulsion(
            units,
            context.topology().hostCount(),
            context.topology().eccentricity(units.hostId),
            noticeBoard,
            units.links.another(LinkSize.ofOne(OperationHeader.LENGTH)),
            expelledHosts,
            WaitSettings.saturatedNanos(context.handlerTimeout()),
            context.scheduler(),
            cluster::sendResults,
            cluster::abandon);
    }
}
