/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.Objects;
import java.util.function.IntFunction;

import org.isotach.HostExpelledException;
import org.isotach.Isochron;
import org.isotach.OperationExecutor;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.memory.Padded;
import org.isotach.niu.execute.ApplicationSide;
import org.isotach.niu.execute.Deliveries;
import org.isotach.niu.execute.IsochronExecutor;
import org.isotach.niu.execute.ModelTable;
import org.isotach.niu.issue.ClusterState;
import org.isotach.niu.issue.HostUnits;
import org.isotach.niu.issue.IssueGate;
import org.isotach.niu.issue.IssueProgress;
import org.isotach.niu.issue.Issuer;
import org.isotach.niu.link.DrivenWindow;
import org.isotach.niu.link.ModelExchange;
import org.isotach.niu.link.PacketLink;
import org.isotach.niu.link.ReplyLink;
import org.isotach.niu.link.Transport;
import org.isotach.niu.notice.NoticeBoard;
import org.isotach.niu.notice.NoticeInbox;
import org.isotach.niu.spi.LocalWork;
import org.isotach.niu.spi.Marker;
import org.isotach.niu.spi.NoticeListener;
import org.isotach.niu.spi.OperationReader;
import org.isotach.niu.spi.ReplyHandler;
import org.isotach.niu.status.CounterCells;
import org.isotach.niu.thread.Handlers;
import org.isotach.niu.trace.HostRecorder;

/**
 * The models of one host, and the interface of the host for them. Threadsafe.
 */
final class HostModels extends Padded implements ModelHost
{
    private final int id;
    private final HostCluster cluster;
    private final ClusterState clusterState;
    private final HostUnits units;
    private final IsochronExecutor executor;
    private final IsochronExecutor[] executors;
    private final ModelTable models;
    private final ApplicationSide application;
    private final Handlers handlers;
    private final IssueGate gate;
    private final IssueProgress progress;
    private final Issuer issuer;
    private final NoticeBoard noticeBoard;
    private final Transport transport;
    private final IntFunction<FailurePoll> failurePolls;
    private final ReplyLink[] replyLinks;
    private boolean hasModel;

    /**
     * @param units        of the host.
     * @param cluster      of the host.
     * @param clusterState of the cluster.
     * @param executors    of all hosts.
     * @param gate         of the host.
     * @param progress     of the host.
     * @param issuer       of the host.
     * @param noticeBoard  of the cluster.
     * @param transport    of the cluster.
     * @param failurePolls creates the polls that {@link #failurePoll} returns.
     */
    HostModels(
        final HostUnits units,
        final HostCluster cluster,
        final ClusterState clusterState,
        final IsochronExecutor[] executors,
        final IssueGate gate,
        final IssueProgress progress,
        final Issuer issuer,
        final NoticeBoard noticeBoard,
        final Transport transport,
        final IntFunction<FailurePoll> failurePolls)
    {
        this.units = units;
        this.cluster = cluster;
        this.clusterState = clusterState;
        this.executors = executors;
        this.gate = gate;
        this.progress = progress;
        this.issuer = issuer;
        this.noticeBoard = noticeBoard;
        this.transport = transport;
        this.failurePolls = failurePolls;
        id = units.hostId;
        executor = units.executor;
        models = executor.models();
        application = executor.application();
        handlers = cluster.handlers();
        replyLinks = new ReplyLink[executors.length];
    }

    @Override
    public FailurePoll failurePoll(final int failuresPerPoll)
    {
        return failurePolls.apply(failuresPerPoll);
    }

    @Override
    public void shutDown(final long pulse, final String reason)
    {
        executor.stop(pulse);
        gate.shutDown(reason);
        units.openBatch.close();
        // A thread that parks after this has seen that the host is shut down; others may wait for it to close. Partner:
        // WaitLimit.check().
        cluster.wakeAll();
    }

    @Override
    public boolean isHostOf(final Isochron isochron)
    {
        return isochron.issuer() instanceof ApplicationIssuer application && application.isOf(issuer);
    }

    @Override
    public synchronized void register(
        final int family, final OperationExecutor operationExecutor, final ReplyHandler replyHandler)
    {
        ModelTable.checkFamily(family);
        Objects.requireNonNull(operationExecutor, "operationExecutor");
        Objects.requireNonNull(replyHandler, "replyHandler");
        if (gate.isExpelled())
        {
            throw new HostExpelledException("host " + id + " was expelled: add models before any host is expelled");
        }
        if (models.isRegistered(family))
        {
            throw new IllegalStateException("operation family " + family + " is registered already at host " + id +
                ": one model per family and cluster");
        }
        if (executor.isOrderOff())
        {
            throw new IllegalStateException("host " + id + " runs a model with order off: operation" +
                " family " + family + " cannot be registered beside it. Leave order on, or give each model a cluster" +
                " of its own");
        }
        models.register(family, operationExecutor, replyHandler);
        hasModel = true;
    }

    @Override
    public void readOperationsWith(final int family, final OperationReader reader)
    {
        ModelTable.checkFamily(family);
        cluster.readOperationsWith(family, reader);
    }

    @Override
    public void startThread(final String name, final Runnable task, final Runnable stop)
    {
        gate.checkOpen();
        cluster.startThread("isotach-host-" + id + '/' + name, handlers.reporting(task), stop);
    }

    @Override
    public CounterCells counters()
    {
        return cluster.counters().executor(id);
    }

    @Override
    public CounterCells newCounters(final Object owner)
    {
        return cluster.counters().newCells(id, owner);
    }

    @Override
    public HostRecorder recorder()
    {
        return cluster.recorder(id);
    }

    @Override
    public synchronized void registerWithoutOrder(
        final int family,
        final OperationExecutor operationExecutor,
        final ReplyHandler replyHandler,
        final boolean isStamped)
    {
        if (hasModel)
        {
            throw new IllegalStateException("host " + id + " has a model already: order cannot be off for operation" +
                " family " + family + ". Leave order on, or give each model a cluster of its own");
        }
        register(family, operationExecutor, replyHandler);
        executor.switchOrderOff();
        if (!isStamped)
        {
            units.sender().switchOff();
        }
    }

    boolean hasModel(final int family)
    {
        return models.isRegistered(family);
    }

    @Override
    public void reply(final int issuer, final int family, final int slot, final long value)
    {
        ReplyLink link = replyLinks[issuer];
        if (null == link)
        {
            // Twice the read cap: the issuer may use a slot again as soon as its result is handed over, while that
            // result, and the rest of its batch, still take up room on the link.
            link = transport.newReplyLink(id, 2 * cluster.context().readCap(), executors[issuer].inbound().doorbell());
            // Before it is kept: without memory for this, nobody would poll it.
            executors[issuer].replies().connect(link);
            replyLinks[issuer] = link;
        }
        link.publish(family, slot, value);
    }

    @Override
    public DrivenWindow newWindow(final DrivenWindow.Receiver receiver)
    {
        return transport.newWindow(receiver);
    }

    @Override
    public PacketLink newPacketLink(final int receiver, final int capacity)
    {
        if (receiver < 0 || receiver >= executors.length)
        {
            throw new IllegalArgumentException(
                "receiver: " + receiver + " (expected: 0.." + (executors.length - 1) + ')');
        }
        return transport.newPacketLink(id, receiver, capacity);
    }

    @Override
    public boolean tryCloseFamily(final int family)
    {
        ModelTable.checkFamily(family);
        gate.closeFamily(family);
        return issuer.tryEndBatch();
    }

    @Override
    public synchronized void listen(final NoticeListener listener)
    {
        cluster.checkOwn(id);
        if (null != application.inbox())
        {
            throw new IllegalStateException(
                "host " + id + " has a listener for notices already: one model per cluster");
        }
        if (gate.isExpelled())
        {
            throw new HostExpelledException("host " + id + " was expelled: it gets no more notices");
        }
        final NoticeInbox inbox =
            new NoticeInbox(noticeBoard, listener, executor.inbound().doorbell(), executor.handlers());
        inbox.listen(id);
        application.register(inbox);
    }

    /**
     * The host is expelled: a listener has been set by now, or never will be.
     */
    synchronized void expel()
    {
        gate.expelled(true);
    }

    @Override
    public boolean tryIssue(final Marker marker)
    {
        return issuer.tryIssue(marker);
    }

    @Override
    public boolean tryIssueFromListener(final Marker marker)
    {
        return issuer.tryIssueFromListener(marker, clusterState.isOpen());
    }

    @Override
    public LocalWork localWork()
    {
        return issuer;
    }

    @Override
    public boolean deliverFrame(final long pulse, final OffHeapBuffer frame, final int offset, final int limit)
    {
        return application.deliverFrame(pulse, frame, offset, limit);
    }

    @Override
    public void deliverNotice(final long pulse, final long notice)
    {
        application.deliveryQueue().addNotice(pulse, notice);
    }

    @Override
    public Deliveries deliveries()
    {
        return application.deliveryQueue().deliveries();
    }

    @Override
    public void report(final Throwable error)
    {
        handlers.report(error);
    }

    @Override
    public void report(final String what, final Throwable cause)
    {
        handlers.report(what, cause);
    }

    @Override
    public void runHandler(final Runnable handler)
    {
        executor.handlers().run(handler);
    }

    @Override
    public void runHandlerOfCaller(final Runnable handler)
    {
        handlers.run(handler);
    }

    @Override
    public void checkNotInHandler(final String what)
    {
        handlers.checkOutside(what);
    }

    @Override
    public boolean mayRead(final String what)
    {
        handlers.checkOutside(what);
        gate.checkOpen();
        return progress.isNothingPending();
    }

    @Override
    public boolean isOver()
    {
        return gate.isOver();
    }

    @Override
    public boolean isUndisturbed()
    {
        return clusterState.isUndisturbed();
    }

    @Override
    public boolean hasEnded()
    {
        return models.hasEnded();
    }

    @Override
    public void checkOpen()
    {
        gate.checkOpen();
    }

    @Override
    public String toString()
    {
        return "HostModels{host=" + id + ", hasModel=" + hasModel + '}';
    }

    @Override
    public void checkNoMembers(final String what)
    {
        cluster.checkNoMembers(what);
    }

    @Override
    public ModelExchange exchange()
    {
        return cluster.exchange();
    }

    @Override
    public void setUpAs(final String what, final String value)
    {
        cluster.setUpAs(what, value);
    }
}
