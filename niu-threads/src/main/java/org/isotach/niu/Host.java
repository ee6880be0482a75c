/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.function.BooleanSupplier;

import org.isotach.ClusterClosedException;
import org.isotach.Isochron;
import org.isotach.memory.Padded;
import org.isotach.niu.execute.IsochronExecutor;
import org.isotach.niu.issue.ClusterState;
import org.isotach.niu.issue.HostUnits;
import org.isotach.niu.issue.IssueGate;
import org.isotach.niu.issue.IssueProgress;
import org.isotach.niu.issue.Issuer;
import org.isotach.niu.link.ExpelledHosts;
import org.isotach.niu.link.ExpulsionFrame;
import org.isotach.niu.link.Transport;
import org.isotach.niu.notice.NoticeBoard;
import org.isotach.niu.send.OpenBatch;
import org.isotach.niu.spi.Unit;
import org.isotach.niu.thread.Handlers;
import org.isotach.niu.thread.WaitingThreads;
import org.isotach.niu.time.TokenManager;

/**
 * One host of a cluster: its application threads issue isochrons here, and isochrons of all hosts execute here.
 * <p>
 * Any number of application threads may use a host; each needs its own {@link #isochron()}. All methods are
 * threadsafe.
 */
public final class Host extends Padded implements AutoCloseable
{
    private final int id;
    private final HostCluster cluster;
    private final ClusterState clusterState;
    private final ClusterContext context;
    private final Handlers handlers;
    private final IssueGate gate;
    private final OpenBatch openBatch;
    private final HostUnits units;
    private final HostModels models;
    private final HostIsochrons isochrons;
    private final HostStalls stalls;
    private final HostEnd end;
    private final HostPlace place;
    private final TokenManager tokenManager;
    private final HostPolls polls;

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
        id = units.hostId;
        openBatch = units.openBatch;
        context = cluster.context();
        handlers = cluster.handlers();
        gate = new IssueGate(id, clusterState);
        polls = new HostPolls(units, cluster, clusterState, gate);
        units.executor.application().pollToReceiveWith(polls::pollToReceive);
        final IssueProgress progress = units.progress();
        final Issuer issuer = units.issuer(context.unitSettings(), gate, progress);
        units.executor.models().register(
            ExpulsionFrame.FAMILY, new ExpulsionFrame(units.executor), (slot, value) ->
            {
            });
        place = new HostPlace(units, gate, handlers, cluster.duty().at(id));
        units.all().forEach(unit -> unit.waitingThreads(place.waitingThreads()));
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
        isochrons = new HostIsochrons(
            id, executors.length, cluster, issuer, this::failurePoll, this::logicalTime, this::waiter);
        end = new HostEnd(units, cluster, clusterState, gate, progress, issuer, models, noticeBoard, expelledHosts);
        stalls = new HostStalls(units, executors, tokenManager, context, gate, progress, end, noticeBoard);
    }

    /**
     * Returns the number of the host.
     *
     * @return 0 .. number of hosts - 1.
     */
    public int id()
    {
        return id;
    }

    /**
     * Returns the name of the host in the topology.
     *
     * @return the name.
     */
    public String name()
    {
        return context.topology().hostName(id);
    }

    /**
     * Returns the number of hosts of the cluster, including this one.
     *
     * @return number of hosts.
     */
    public int hostCount()
    {
        return context.topology().hostCount();
    }

    /**
     * Returns the settings of the cluster.
     *
     * @return the settings.
     */
    public ClusterContext context()
    {
        return context;
    }

    /**
     * Creates an isochron for one application thread. It owns the memory for its isochrons on their way ({@link
     * ClusterContext#slabLength}), so create one per thread and reuse it.
     *
     * @return a new isochron, not open.
     * @throws IllegalStateException  when the call comes from inside a handler, or the host belongs to another member.
     * @throws ClusterClosedException when the host or the cluster is closed.
     */
    public Isochron isochron()
    {
        checkNotInHandler("Host.isochron()");
        cluster.checkOwn(id);
        gate.checkOpen();
        end.use();
        return isochrons.create();
    }

    /**
     * In {@link ThreadingMode#INVOKER}: sends and executes the pending work, and moves logical time for it. The call
     * ends however much arrives in the meantime. An isochron may be open. An application that calls nothing leaves its
     * work to others: threads that wait, threads whose calls fail {@link FailurePoll#FAILURES_PER_ROUND} times, and
     * threads that poll that often without work do the work of all hosts. So as long as any thread goes on calling,
     * everything that was issued is sent and executed, except messages that nobody receives. In the other modes, and
     * when the cluster is closed, this is a no-op.
     *
     * @return how much was done, 0 if nothing.
     * @throws IllegalStateException when the call comes from inside a handler.
     */
    public int poll()
    {
        checkNotInHandler("Host.poll()");
        return polls.poll();
    }

    /**
     * Returns the current pulse of logical time at this host: the number of tokens that the token manager of its switch
     * has sent. Frames with a timestamp up to this one execute without further tokens. In {@link ThreadingMode#INVOKER}
     * frames up to 64 pulses later may execute, too, if nothing can come before them any more.
     *
     * @return the pulse.
     */
    public long logicalTime()
    {
        return tokenManager.time();
    }

    /**
     * Returns the number of unknown operations that arrived here: of a family without a model at this host, or of a
     * type that the model does not know. Each was skipped and reported to the error handler; the other operations of
     * its isochron were executed.
     *
     * @return their number since the cluster was launched.
     */
    public long unknownOperations()
    {
        return units.executor.models().unknownOperations();
    }

    private FailurePoll failurePoll(final int failuresPerPoll)
    {
        return new FailurePoll(id, this::poll, polls::pollForAll, failuresPerPoll);
    }

    /**
     * Returns the interface of this host for the authors of models.
     *
     * @return always the same object.
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
     * Creates a waiter for an application thread of this host.
     *
     * @return a new waiter.
     */
    public Waiter waiter()
    {
        return waiter(null);
    }

    /**
     * @param probe called by units before they wake a thread that waits for a change; null for none.
     */
    Waiter waiter(final BooleanSupplier probe)
    {
        return new Waiter(place, cluster, probe);
    }

    WaitingThreads waitingThreads()
    {
        return place.waitingThreads();
    }

    /**
     * Announces that the application of this host issues no more isochrons, and waits until the applications of all
     * other hosts have announced the same; hosts that were never asked for an isochron do not count. Their isochrons
     * are still executed here, and their reads answered (V1 section B.3.2). Active messages, channels of a Myrinet, and
     * queue pairs of this host go on until the cluster is closed, or the host expelled; but a thread that waits here
     * serves none of them.
     *
     * @throws org.isotach.IsotachException when the thread is interrupted, an {@code IsotachTimeoutException} when it
     *                                      takes longer than the time limit; the host stays closed, repeat the call.
     */
    @Override
    public void close()
    {
        if (!tryClose())
        {
            end.awaitClose(waiter());
        }
    }

    /**
     * Does the same as {@link #close()} without waiting: call it again until it returns true. In {@link
     * ThreadingMode#INVOKER} it works for the host, and after {@link FailurePoll#FAILURES_PER_ROUND} calls for all
     * hosts.
     *
     * @return true if the applications of all hosts have closed, and all isochrons of this host are executed.
     */
    public boolean tryClose()
    {
        checkNotInHandler("Host.tryClose()");
        return end.tryClose();
    }

    /**
     * Returns whether {@link #close()} or {@link #tryClose()} has been called, the cluster has been closed, or this
     * host has been expelled or shut down.
     *
     * @return true if so.
     */
    public boolean isClosed()
    {
        return gate.isClosed();
    }

    /**
     * Returns whether this host has been expelled, or is being expelled, see {@link Cluster#expel}.
     *
     * @return true if so.
     */
    public boolean isExpelled()
    {
        return gate.isExpelled();
    }

    /**
     * Returns whether a model has shut this host down, see {@link ModelHost#shutDown}.
     *
     * @return true if so.
     */
    public boolean isShutDown()
    {
        return gate.isShutDown();
    }

    private void checkNotInHandler(final String what)
    {
        handlers.checkOutside(what);
    }

    /**
     * Nothing may be issued any more: makes the application thread of the open batch notice.
     */
    void closeBatch()
    {
        openBatch.close();
    }

    /**
     * Works for all units of this host, unless another thread does; only in {@link ThreadingMode#INVOKER}.
     */
    int work()
    {
        return units.work();
    }

    /**
     * Does the part of {@link #work()} that touches nothing that other hosts are working on.
     */
    int workQuietly()
    {
        return units.workQuietly();
    }

    /**
     * Flushes what this host holds back. Threadsafe.
     */
    int flush()
    {
        return openBatch.hasUnflushed() ? work() : 0;
    }

    boolean isLocal()
    {
        return cluster.isOwn(id);
    }

    Unit[] units()
    {
        return units.all().toArray(new Unit[0]);
    }

    /**
     * Returns the state of the closing of this host.
     */
    HostEnd end()
    {
        return end;
    }

    /**
     * Returns the stalls that concern this host.
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
}
