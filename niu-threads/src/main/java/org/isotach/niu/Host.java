/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

import org.isotach.ClusterClosedException;
import org.isotach.Isochron;
import org.isotach.OperationHeader;
import org.isotach.memory.Padded;
import org.isotach.niu.execute.IsochronExecutor;
import org.isotach.niu.issue.ClusterState;
import org.isotach.niu.issue.HostUnits;
import org.isotach.niu.issue.IssueGate;
import org.isotach.niu.issue.IssueProgress;
import org.isotach.niu.issue.Issuer;
import org.isotach.niu.link.ExpelledHosts;
import org.isotach.niu.link.ExpulsionFrame;
import org.isotach.niu.link.LinkSize;
import org.isotach.niu.link.Transport;
import org.isotach.niu.notice.NoticeBoard;
import org.isotach.niu.send.FrameBatch;
import org.isotach.niu.send.OpenBatch;
import org.isotach.niu.spi.Unit;
import org.isotach.niu.thread.Handlers;
import org.isotach.niu.thread.WaitingThreads;
import org.isotach.niu.time.TokenManager;
import org.isotach.niu.wait.WaitingPlace;

/**
 * One host of a cluster: the place where its application threads issue isochrons, and where isochrons of all hosts
 * execute.
 * <p>
 * Any number of application threads may use a host; each needs its own {@link #isochron()}. All methods are
 * threadsafe.
 */
public final class Host extends Padded implements AutoCloseable
{
    // Into how many batches the memory of isochrons goes at least, if no isochron is longer than that: a receiver that
    // holds one message holds the memory of a batch.
    private static final int BATCHES_PER_SLAB = 8;

    // Isochrons that are copied when they are sent need less.
    private static final int COPIED_PARTS = 4;

    // After so many polls with nothing to do a thread flushes what other hosts hold back; after some more it works
    // for all of them.
    private static final int MAX_IDLE_POLLS = 64;

    private final int id;
    private final HostCluster cluster;
    private final ClusterState clusterState;
    private final ClusterContext context;
    private final boolean isInvoker;
    private final Handlers handlers;
    private final IssueGate gate;
    private final OpenBatch openBatch;
    private final IssueProgress progress;
    private final Issuer issuer;

    private final HostUnits units;
    private final HostModels models;
    private final HostStalls stalls;
    private final IsochronExecutor executor;
    private final IsochronExecutor[] executors;
    private final WaitingThreads waitingThreads;
    private final TokenManager tokenManager;
    private final NoticeBoard noticeBoard;
    private final ExpelledHosts expelledHosts;
    private final WaitingPlace place = new Place();
    private int idlePolls;
    private final AtomicInteger failedCloses = new AtomicInteger();
    private volatile boolean isUsed;
    private volatile Expulsion expulsion;

    /**
     * This host, for the threads that wait at it.
     */
    private final class Place implements WaitingPlace
    {
        @Override
        public int id()
        {
            return id;
        }

        @Override
        public void checkNotInHandler(final String call)
        {
            Host.this.checkNotInHandler(call);
        }

        @Override
        public int work()
        {
            return Host.this.work();
        }

        @Override
        public int workQuietly()
        {
            return units.workQuietly();
        }

        @Override
        public int ownedUnits()
        {
            return units.owned();
        }

        @Override
        public boolean isOver()
        {
            return gate.isOver();
        }

        @Override
        public ClusterClosedException closedWhileWaiting(final Object what)
        {
            return gate.closedWhileWaiting(what);
        }

        @Override
        public boolean isExpelled()
        {
            return gate.isExpelled();
        }

        @Override
        public WaitingThreads waitingThreads()
        {
            return waitingThreads;
        }
    }

    Host(
        final HostUnits units,
        final HostCluster cluster,
        final ClusterState clusterState,
        final TokenManager tokenManager,
        final IsochronExecutor[] executors,
        final NoticeBoard noticeBoard,
        final ExpelledHosts expelledHosts,
        final Transport transport)
    {
        this.units = units;
        this.cluster = cluster;
        this.clusterState = clusterState;
        this.tokenManager = tokenManager;
        this.executors = executors;
        this.noticeBoard = noticeBoard;
        this.expelledHosts = expelledHosts;
        id = units.hostId;
        executor = units.executor;
        openBatch = units.openBatch;
        context = cluster.context();
        handlers = cluster.handlers();
        isInvoker = ThreadingMode.INVOKER == context.threadingMode();
        gate = new IssueGate(id, clusterState);
        progress = units.progress();
        issuer = units.issuer(context.unitSettings(), gate, progress);
        executor.models().register(ExpulsionFrame.FAMILY, new ExpulsionFrame(executor::hostExpelled), (slot, value) ->
        {
        });
        waitingThreads = cluster.duty().at(id);
        units.all().forEach(unit -> unit.waitingThreads(waitingThreads));
        models = new HostModels(
            units,
            cluster,
            clusterState,
            executors,
            gate,
            progress,
            issuer,
            noticeBoard,
            transport,
            this::failurePoll);
        stalls = new HostStalls(units, executors, tokenManager, context, gate, progress);
    }

    /**
     * Number of the host.
     *
     * @return 0 .. number of hosts - 1.
     */
    public int id()
    {
        return id;
    }

    /**
     * Name of the host in the topology.
     *
     * @return the name.
     */
    public String name()
    {
        return context.topology().hostName(id);
    }

    /**
     * Number of hosts of the cluster, this one included.
     *
     * @return number of hosts.
     */
    public int hostCount()
    {
        return executors.length;
    }

    /**
     * The settings of the cluster.
     *
     * @return the settings.
     */
    public ClusterContext context()
    {
        return context;
    }

    /**
     * Makes an isochron for one application thread. It owns the memory for the isochrons that it has on their way
     * ({@link ClusterContext#slabLength}), so make one per thread and reuse it.
     *
     * @return a new isochron, not open.
     * @throws IllegalStateException  when the call comes from inside a handler.
     * @throws ClusterClosedException when the host or the cluster is closed.
     */
    public Isochron isochron()
    {
        checkNotInHandler("Host.isochron()");
        checkOpen();
        isUsed = true;
        final int maxOfLink = context.linkSize().maxFrameLength();
        final int maxOfBatch = Math.min(context.slabLength() / BATCHES_PER_SLAB, context.linkSize().maxBatchLength());
        final int maxLength = Math.min(context.maxIsochronLength(), maxOfLink);
        return new Isochron(
            new ApplicationIssuer(
                issuer,
                new FrameBatch(id, executors.length, maxOfBatch),
                handlers,
                failurePoll(1),
                owner -> cluster.counters().newCells(id, owner),
                cluster.events(),
                cluster.recorder(id),
                this::logicalTime,
                this::waiter),
            id,
            executors.length,
            isInvoker ? Math.max(3 * maxLength, context.slabLength() / COPIED_PARTS) : context.slabLength(),
            maxLength,
            isInvoker ? Isochron.COPIED : context.sendRingSize(),
            maxLength < maxOfLink ? "raise ClusterContext.maxIsochronLength" :
            "raise ClusterContext.linkLength: links of " + context.linkLength() + " bytes take no longer ones");
    }

    /**
     * In {@link ThreadingMode#INVOKER}: sends and executes what there is, and moves logical time for it. However much
     * arrives meanwhile, the call ends. An isochron may be open. An application that calls nothing leaves that to
     * others: those that wait, those whose calls fail ({@link FailurePoll#FAILURES_PER_ROUND} of them), and those that
     * poll so often with nothing to do, work for all hosts. So as long as anybody goes on calling, everything is sent
     * and executed that was issued, except what nobody receives. In the other modes, and when the cluster is closed, a
     * no-op.
     *
     * @return how much was done, 0 if nothing.
     * @throws IllegalStateException when the call comes from inside a handler.
     */
    public int poll()
    {
        checkNotInHandler("Host.poll()");
        if (!isInvoker || clusterState.isClosed() || isExpelled())
        {
            return 0;
        }
        int done = work();
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

    /**
     * As {@link #poll()}, for all hosts of the cluster.
     */
    int pollForAll()
    {
        return !isInvoker || clusterState.isClosed() || isExpelled() ? 0 : cluster.work();
    }

    /**
     * Current pulse of logical time at this host: tokens sent by the token manager of its switch. Frames with a
     * timestamp up to this one execute without further tokens; in {@link ThreadingMode#INVOKER} others may, too, up to
     * 64 pulses later, if nothing can come before them any more.
     *
     * @return the pulse.
     */
    public long logicalTime()
    {
        return tokenManager.time();
    }

    /**
     * Operations that arrived here and that nobody knew: of a family without a model at this host, or of a type that
     * the model does not know. Each was passed over and reported to the error handler; the other operations of its
     * isochron were executed.
     *
     * @return their number since the cluster was launched.
     */
    public long unknownOperations()
    {
        return executor.models().unknownOperations();
    }

    private FailurePoll failurePoll(final int failuresPerPoll)
    {
        return new FailurePoll(id, this::poll, this::pollForAll, failuresPerPoll);
    }

    /**
     * For those who write a model.
     *
     * @return what a model may ask of this host, always the same object.
     */
    public ModelHost models()
    {
        return models;
    }

    boolean hasModel(final int family)
    {
        return models.hasModel(family);
    }

    /**
     * A way to wait for an application thread of this host.
     *
     * @return a new waiter.
     */
    public Waiter waiter()
    {
        return waiter(null);
    }

    /**
     * @param probe what units ask before they wake a thread that waits for a change; null for nothing.
     */
    Waiter waiter(final BooleanSupplier probe)
    {
        return new Waiter(place, cluster, probe);
    }

    WaitingThreads waitingThreads()
    {
        return waitingThreads;
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
     * Announces that the application of this host issues no more isochrons, and waits until the applications of all
     * other hosts have done so, too; hosts of which nobody ever asked for an isochron do not count. Their isochrons
     * are still executed here, and their reads answered (V1 section B.3.2).
     *
     * @throws org.isotach.IsotachTimeoutException when it takes longer than the time limit of the cluster; the host
     *                                             stays closed, and the call may be repeated.
     */
    @Override
    public void close()
    {
        if (tryClose())
        {
            return;
        }
        waiter().awaitChange(() -> clusterState.isClosed() || tryClose(), "the other hosts to close");
    }

    /**
     * As {@link #close()}, without waiting: to be called again until it returns true. In {@link ThreadingMode#INVOKER}
     * it works for the host, and after {@link FailurePoll#FAILURES_PER_ROUND} calls for all hosts.
     *
     * @return true if the applications of all hosts are done, and all isochrons of this host are executed.
     */
    public boolean tryClose()
    {
        checkNotInHandler("Host.tryClose()");
        if (gate.tryEnd())
        {
            // Some may wait for this host to close.
            cluster.wakeAll();
        }
        openBatch.close();
        if (isInvoker)
        {
            work();
        }
        final boolean isOver = clusterState.isClosed() || isExpelled() || isShutDown() ||
            cluster.areHostsClosed() && issuer.tryEndBatch() && progress.isNothingPending();
        if (!isOver && 0 == failedCloses.incrementAndGet() % FailurePoll.FAILURES_PER_ROUND)
        {
            // The application of a host that has closed may call nothing any more.
            pollForAll();
        }
        return isOver;
    }

    /**
     * Has {@link #close()} or {@link #tryClose()} been called, or the cluster been closed, or this host been expelled
     * or shut down?
     *
     * @return true if so.
     */
    public boolean isClosed()
    {
        return gate.isClosed();
    }

    /**
     * Has this host been expelled, or is that under way, see {@link Cluster#expel}?
     *
     * @return true if so.
     */
    public boolean isExpelled()
    {
        return gate.isExpelled();
    }

    /**
     * Has this host been shut down by a model, see {@link ModelHost#shutDown}?
     *
     * @return true if so.
     */
    public boolean isShutDown()
    {
        return gate.isShutDown();
    }

    /**
     * Has anything been issued at this host, or executed?
     */
    boolean hasIssued()
    {
        // A purely local isochron that was executed at once has left no other trace.
        return issuer.hasIssued() || executor.execution().hasExecuted();
    }

    private void checkNotInHandler(final String what)
    {
        handlers.checkOutside(what);
    }

    /**
     * Nothing is to be issued any more: sees to it that the application thread of the open batch notices.
     */
    void closeBatch()
    {
        openBatch.close();
    }

    /**
     * Works for all units of this host, unless somebody else does; only in {@link ThreadingMode#INVOKER}.
     */
    int work()
    {
        return units.work();
    }

    /**
     * As {@link #work()}, as far as that can be done without touching what other hosts are working on.
     */
    int workQuietly()
    {
        return units.workQuietly();
    }

    /**
     * Flushes what this host holds back; any thread may call it.
     */
    int flush()
    {
        return openBatch.hasUnflushed() ? work() : 0;
    }

    /**
     * Has everything that was issued been executed everywhere, and does this host know?
     */
    boolean isExecutedEverywhere()
    {
        if (isExpelled())
        {
            return units.links.areExecuted() && (null == expulsion || expulsion.isKnown());
        }
        // First this: what an application thread executes alone, at this moment, may send results.
        return (isInvoker || executor.lock().isFree()) && issuer.tryEndBatch() &&
            progress.areAllExecuted() && progress.isNothingPending();
    }

    /**
     * In paranoid mode, when everything has been executed: in the right pulse?
     */
    void checkAcknowledgements()
    {
        units.links.checkAcknowledgements();
    }

    boolean hasTakenReplies()
    {
        return isExpelled() || executor.replies().areEmpty();
    }

    boolean hasTakenNotices()
    {
        return isExpelled() || executor.application().hasTakenNotices();
    }

    boolean isDone()
    {
        return gate.isEnded() || !isUsed || isExpelled();
    }

    /**
     * Expels this host: from now on nothing can be issued from it. One thread at a time; can be called again after it
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
            expulsion = new Expulsion(
                units,
                context.topology().eccentricity(id),
                noticeBoard,
                units.links.another(LinkSize.ofOne(OperationHeader.LENGTH)),
                expelledHosts,
                context.handlerTimeoutNs(),
                cluster::abandon);
        }
        synchronized (models)
        {
            // Whoever begins to listen, see ModelHost.listen(), has done so by now, or never will.
            gate.expelled(true);
        }
        waitingThreads.wakeAll();
        try
        {
            cluster.checkOpenForExpulsion(id);
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
            return expulsion.run(waiter, executors.length);
        }
        finally
        {
            // What is appended before the thread notices is executed nowhere: nobody becomes owner any more.
            openBatch.close();
        }
    }

    Unit[] units()
    {
        return units.all().toArray(new Unit[0]);
    }

    /**
     * What holds this host up, and what it holds up.
     */
    HostStalls stalls()
    {
        return stalls;
    }

    @Override
    public String toString()
    {
        return "Host{id=" + id + ", name=" + name() + ", pulse=" + logicalTime() + ", issued=" +
            (units.sender().issued() + 1) + ", closed=" + isClosed() + '}';
    }

    private void checkOpen()
    {
        gate.checkOpen();
    }
}
