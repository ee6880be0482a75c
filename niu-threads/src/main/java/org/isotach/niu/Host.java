/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.Isochron;
import org.isotach.OffHeapBuffer;
import org.isotach.OperationExecutor;
import org.isotach.OperationHeader;
import org.isotach.Padded;

/**
 * One host of a cluster: the place where its application threads issue isochrons, and where isochrons of all hosts
 * execute.
 * <p>
 * Any number of application threads may use a host; each needs its own {@link #isochron()}. All methods are
 * threadsafe.
 */
public final class Host extends Padded implements AutoCloseable
{
    /**
     * What {@link #beginLocalRead()} returns when it is not possible.
     */
    public static final long NO_LOCAL_READ = SequenceLock.NO_STAMP;

    // Into how many runs the memory of isochrons goes at least, if no isochron is longer than that: a receiver that
    // holds one message holds the memory of a run.
    private static final int RUNS_PER_SLAB = 8;

    // After so many polls with nothing to do a thread sends what other hosts have collected; after some more it works
    // for all of them.
    private static final int MAX_IDLE_POLLS = 64;

    private final int id;
    private final HostCluster cluster;
    private final ClusterState clusterState;
    private final ClusterContext context;
    private final boolean isInvoker;
    private final Handlers handlers;
    private final IssueGate gate;
    private final OpenRun openRun = new OpenRun();
    private final IssueProgress progress;
    private final Issuer issuer;

    // In INVOKER, else null.
    private final InvokerWork work;
    private final HostUnits units;
    private final HostStalls stalls;
    private final IsochronExecutor executor;
    private final IsochronExecutor[] executors;
    private final WaitingThreads waitingThreads;
    private final TokenManager tokenManager;
    private final NoticeBoard noticeBoard;
    private final ExpelledHosts expelledHosts;
    private final FaultInjector injector;
    private final ReplyLink[] replyLinks;
    private final WaitingPlace place = new Place();
    private int idlePolls;
    private final AtomicInteger failedCloses = new AtomicInteger();
    private volatile boolean isUsed;
    private boolean hasModel;
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
            return work.workQuietly();
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
        final FaultInjector injector)
    {
        this.units = units;
        this.cluster = cluster;
        this.clusterState = clusterState;
        this.tokenManager = tokenManager;
        this.executors = executors;
        this.noticeBoard = noticeBoard;
        this.expelledHosts = expelledHosts;
        this.injector = injector;
        id = units.hostId;
        executor = units.executor;
        context = cluster.context();
        handlers = cluster.handlers();
        isInvoker = ThreadingMode.INVOKER == context.threadingMode();
        gate = new IssueGate(id, clusterState);
        progress = new IssueProgress(units, openRun);
        if (isInvoker)
        {
            work = new InvokerWork(units, openRun);
            issuer = new InvokerIssuer(units, context, gate, progress, openRun, work);
            executor.runAheadWith(units.siu, executors.length - 1);
        }
        else
        {
            work = null;
            issuer = new ThreadedIssuer(units, context, gate, progress);
        }
        executor.register(LastWill.FAMILY, new LastWill(executor::hostExpelled), (slot, value) ->
        {
        });
        waitingThreads = cluster.duty().at(id);
        units.all().forEach(unit -> unit.waitingThreads(waitingThreads));
        replyLinks = new ReplyLink[executors.length];
        stalls = new HostStalls(units, executors, tokenManager, context, gate, progress, openRun);
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
        return new Isochron(
            new ApplicationIssuer(
                issuer,
                new Run(id, executors.length, context.slabLength() / RUNS_PER_SLAB),
                handlers,
                failurePoll(1),
                this::waiter),
            id,
            executors.length,
            context.slabLength(),
            context.maxIsochronLength(),
            context.sendRingSize());
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
            done = cluster.sendCollected();
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
     * For the models: what an application thread of this host does when one of its calls has failed.
     *
     * @param failuresPerPoll after how many failures the host is polled, 1..{@link FailurePoll#FAILURES_PER_ROUND}: 1
     *                        if what the calls are for is sent and received in polls.
     * @return a new one.
     */
    public FailurePoll failurePoll(final int failuresPerPoll)
    {
        return new FailurePoll(id, this::poll, this::pollForAll, failuresPerPoll);
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
        return executor.unknownOperations();
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
            executor.closeModels();
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
        openRun.seal();
        if (isInvoker)
        {
            work();
        }
        final boolean isOver = clusterState.isClosed() || isExpelled() || isShutDown() ||
            cluster.areHostsClosed() && issuer.tryEndRun() && progress.isNothingPending();
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
     * Has this host been shut down by a model, see {@link #shutDown}?
     *
     * @return true if so.
     */
    public boolean isShutDown()
    {
        return gate.isShutDown();
    }

    /**
     * For the models: the end of this host, in the pulse of the notice that is being given. Everything that has a
     * timestamp up to that pulse has been executed here, nothing that has a later one will be, and nothing can be
     * issued from here any more; whoever waits at this host is told. If all hosts are shut down in one pulse, that is
     * the end of the cluster, and {@link Cluster#close()} waits for nothing else. Only from inside a
     * {@link NoticeListener} of this host.
     *
     * @param pulse  of the notice.
     * @param reason who, or what, has done it, for messages.
     */
    public void shutDown(final long pulse, final String reason)
    {
        executor.stop(pulse);
        gate.shutDown(reason);
        openRun.seal();
        // Who parks after that sees before that the host is shut down; others may wait for it to close. Partner:
        // WaitLimit.check().
        cluster.wakeAll();
    }

    /**
     * For the models: was an isochron made by {@link #isochron()} of this host?
     *
     * @param isochron in question.
     * @return true if it was.
     */
    public boolean isHostOf(final Isochron isochron)
    {
        return isochron.issuer() instanceof ApplicationIssuer application && application.isOf(issuer);
    }

    /**
     * For the models: adds the executor of an operation family at this host.
     *
     * @param family            0..15, except 2, which is that of the cluster itself.
     * @param operationExecutor of the operations.
     * @param replyHandler      of their results.
     * @throws IllegalArgumentException when the family is out of range.
     * @throws IllegalStateException    when it has a model already.
     * @throws HostExpelledException    when the host was expelled.
     */
    public synchronized void register(
        final int family, final OperationExecutor operationExecutor, final ReplyHandler replyHandler)
    {
        checkFamily(family);
        Objects.requireNonNull(operationExecutor, "operationExecutor");
        Objects.requireNonNull(replyHandler, "replyHandler");
        if (gate.isExpelled())
        {
            throw new HostExpelledException("host " + id + " was expelled: give a cluster its models before that");
        }
        if (executor.isRegistered(family))
        {
            throw new IllegalStateException("operation family " + family + " is registered already at host " + id +
                ": one model per family and cluster");
        }
        if (executor.isOrderOff())
        {
            throw new IllegalStateException("host " + id + " has order off for a model that does without: operation" +
                " family " + family + " cannot be registered beside it. Leave order on, or give each model a cluster" +
                " of its own");
        }
        executor.register(family, operationExecutor, replyHandler);
        hasModel = true;
    }

    /**
     * For the models: adds the only executor of operations at this host, for which order is off. Frames execute when
     * they arrive, whatever their timestamps are: those of one host in issue order, each of them as a whole. Hosts do
     * not agree in what order, or in which pulse, they execute what different hosts have issued. Notices keep their
     * pulses, behind all isochrons that their senders have issued before.
     *
     * @param family            0..15, except 2, which is that of the cluster itself.
     * @param operationExecutor of the operations.
     * @param replyHandler      of their results.
     * @param isStamped         are isochrons stamped nevertheless, as they are with order on? If not, no token waits
     *                          for them, and their timestamps mean nothing.
     * @throws IllegalArgumentException when the family is out of range.
     * @throws IllegalStateException    when the host has a model already.
     * @throws HostExpelledException    when the host was expelled.
     */
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
            units.siu.switchOff();
        }
    }

    boolean hasModel(final int family)
    {
        checkFamily(family);
        return executor.isRegistered(family);
    }

    /**
     * Has anything been issued at this host, or executed?
     */
    boolean hasIssued()
    {
        // A purely local isochron that was executed at once has left no other trace.
        return issuer.hasIssued() || executor.hasExecuted();
    }

    /**
     * For the models: sends the result of an operation back. Only from inside an {@link OperationExecutor} of this
     * host; never waits.
     *
     * @param issuer host that issued the operation, another one than this.
     * @param family of the operation.
     * @param slot   that the issuer put into the operation.
     * @param value  the result.
     */
    public void reply(final int issuer, final int family, final int slot, final long value)
    {
        ReplyLink link = replyLinks[issuer];
        if (null == link)
        {
            // Twice the read cap: the issuer may use a slot again as soon as its result is handed over, while that
            // result, and the rest of the batch it came with, still take up room on the link.
            final IsochronExecutor receiver = executors[issuer];
            link = new ReplyLink(id, 2 * context.readCap(), receiver.inbound().doorbell(), injector);
            replyLinks[issuer] = link;
            receiver.connect(link);
        }
        link.publish(family, slot, value);
    }

    /**
     * For the models: a channel of this host for what is sent outside of logical time. Its receiving end puts the
     * messages where the receiver finds them.
     *
     * @param receiver is given the messages, on the thread that sends them.
     * @return a new channel for one sending thread; null if links have no faults, and nothing but memory is needed.
     */
    public ReliableChannel reliableChannel(final Consumer<byte[]> receiver)
    {
        return null == injector ? null : new ReliableChannel(injector, receiver);
    }

    /**
     * For the models: takes no isochrons any more that have operations of a family; the thread that issues one is told
     * by a {@link ClusterClosedException}. To be called until it returns true: then everything that this host has
     * issued, or ever will, with operations of the family comes before what is issued after that.
     *
     * @param family 0..15.
     * @return false if (in {@link ThreadingMode#INVOKER}) another thread is at work for the host, or there is no room.
     * @throws IllegalArgumentException when the family is out of range.
     */
    public boolean tryCloseFamily(final int family)
    {
        checkFamily(family);
        gate.closeFamily(family);
        return issuer.tryEndRun();
    }

    /**
     * For the models: takes notices at this host from now on. What was published before is not given.
     *
     * @param listener to be given all notices.
     * @throws IllegalStateException when the host has a listener already.
     * @throws HostExpelledException when the host was expelled.
     */
    public synchronized void listen(final NoticeListener listener)
    {
        if (null != executor.inbox())
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
        executor.register(inbox);
    }

    /**
     * For the models: issues a marker behind everything that this host has issued, if that is possible at once.
     *
     * @param marker which is not on its way already.
     * @return false if there is no room at present, or (in {@link ThreadingMode#INVOKER}) another thread is at work for
     * the host.
     * @throws ClusterClosedException when the cluster, or the host, takes nothing any more.
     */
    public boolean tryIssue(final Marker marker)
    {
        return issuer.tryIssue(marker);
    }

    /**
     * For the models: as {@link #tryIssue(Marker)}, from inside a {@link NoticeListener} of this host, and whether the
     * host is closed or not. When the cluster is closed there is nobody left to notice it, so nothing is done.
     *
     * @param marker which is not on its way already.
     * @return false if there is no room at present.
     */
    public boolean tryIssueFromListener(final Marker marker)
    {
        return issuer.tryIssueFromListener(marker, clusterState.isOpen());
    }

    /**
     * For the models: hands the rest of the frame that is being executed to the application of this host, once per
     * frame however often it is called. Only from inside an {@link OperationExecutor} of this host.
     *
     * @param pulse  in which the frame executes.
     * @param frame  memory that holds the frame, see {@link Isochron#leaveToApplications()}.
     * @param offset index in bytes of the first operation that the application is to see.
     * @param limit  index in bytes of the end of the frame.
     * @return true if the rest of the frame is for applications alone: nothing of it is left to be executed.
     */
    public boolean deliverFrame(final long pulse, final OffHeapBuffer frame, final int offset, final int limit)
    {
        return executor.deliverFrame(pulse, frame, offset, limit);
    }

    /**
     * For the models: hands a notice to the application of this host. Only from inside a {@link NoticeListener} of this
     * host.
     *
     * @param pulse  in which the notice was given.
     * @param notice what it says.
     */
    public void deliverNotice(final long pulse, final long notice)
    {
        executor.deliveryQueue().addNotice(pulse, notice);
    }

    /**
     * For the models: what this host has for its application, in order of execution.
     *
     * @return always the same object.
     */
    public Deliveries deliveries()
    {
        return executor.deliveryQueue().deliveries();
    }

    /**
     * For the models: tells the error handler of the cluster.
     *
     * @param error what is wrong.
     */
    public void report(final Throwable error)
    {
        handlers.report(error);
    }

    /**
     * For the models: runs code of the user on behalf of this host. Only from inside an {@link OperationExecutor}, a
     * {@link ReplyHandler} or a {@link NoticeListener} of this host. Meanwhile the thread can neither issue nor wait.
     * What the code throws goes to the error handler of the cluster.
     *
     * @param handler to be run.
     * @throws HostExpelledException when the host was expelled before the code returned, see {@link Cluster#expel}: the
     *                               caller must not touch anything, and passes it on.
     */
    public void runHandler(final Runnable handler)
    {
        executor.handlers().run(handler);
    }

    /**
     * For the models: refuses a call from inside a handler.
     *
     * @param what the call, for the message.
     * @throws IllegalStateException when the calling thread is inside a handler.
     */
    public void checkNotInHandler(final String what)
    {
        handlers.checkOutside(what);
    }

    /**
     * For the models: begins to read state that belongs to the executor of this host, on an application thread, if
     * everything has been executed that the host has issued. What is read, and then found to be valid
     * ({@link #isLocalReadValid}), is what a purely local isochron would read, were it issued now (V1 section 3.2.2).
     * Until then it may be anything, because the executor does not wait.
     *
     * @return a stamp, {@link #NO_LOCAL_READ} if that is not possible at present.
     * @throws ClusterClosedException when the cluster, or the host, takes nothing any more.
     */
    public long beginLocalRead()
    {
        gate.checkOpen();
        // First the stamp: what the host has issued before is part of the state that is read then.
        final long stamp = localReadStamp();
        return progress.isNothingPending() ? stamp : NO_LOCAL_READ;
    }

    /**
     * For the models: the stamp of what is read at present, by an application thread, whatever the host has issued.
     *
     * @return the stamp, {@link #NO_LOCAL_READ} while something is being executed.
     */
    public long localReadStamp()
    {
        return executor.stateLock().stamp();
    }

    /**
     * For the models: is everything valid that was read since {@link #beginLocalRead()}?
     *
     * @param stamp that it returned.
     * @return false if something may have been executed at this host meanwhile, or the stamp is
     * {@link #NO_LOCAL_READ}.
     */
    public boolean isLocalReadValid(final long stamp)
    {
        return executor.stateLock().isUnchangedSince(stamp);
    }

    /**
     * Nothing is to be issued any more: sees to it that the application thread of the open run notices.
     */
    void sealRun()
    {
        openRun.seal();
    }

    /**
     * Works for all units of this host, unless somebody else does; only in {@link ThreadingMode#INVOKER}.
     */
    int work()
    {
        return work.work();
    }

    /**
     * As {@link #work()}, as far as that can be done without touching what other hosts are working on.
     */
    int workQuietly()
    {
        return work.workQuietly();
    }

    /**
     * Sends what this host has collected; any thread may call it.
     */
    int sendCollected()
    {
        return openRun.isBehind() ? work() : 0;
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
        return (isInvoker || executor.ownership().isFree()) && issuer.tryEndRun() &&
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
        return isExpelled() || executor.hasTakenReplies();
    }

    boolean hasTakenNotices()
    {
        return isExpelled() || null == executor.inbox() || executor.inbox().isDone();
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
                units.links.another(1),
                expelledHosts,
                context.handlerTimeoutNs(),
                cluster::abandon);
        }
        synchronized (this)
        {
            // Whoever begins to listen, see listen(), has done so by now, or never will.
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
            openRun.seal();
        }
    }

    /**
     * Is there nothing left for whoever waits at this host: has the cluster been closed, or the host shut down?
     *
     * @return true if so, and from then on.
     */
    public boolean isOver()
    {
        return gate.isOver();
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
            (units.sendRing.getCursor() + 1) + ", closed=" + isClosed() + '}';
    }

    private static void checkFamily(final int family)
    {
        if (family < 0 || family >= OperationHeader.FAMILY_COUNT)
        {
            throw new IllegalArgumentException(
                "family: " + family + " (expected: 0.." + (OperationHeader.FAMILY_COUNT - 1) + ')');
        }
    }

    /**
     * For the models: refuses to go on when nothing can be issued from this host any more.
     *
     * @throws ClusterClosedException when the host, or the cluster, is closed, or the host was expelled or shut down.
     */
    public void checkOpen()
    {
        gate.checkOpen();
    }
}
