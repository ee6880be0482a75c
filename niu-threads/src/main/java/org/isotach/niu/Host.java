/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.dsl.ProducerType;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.HostSet;
import org.isotach.Isochron;
import org.isotach.IsochronIssuer;
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

    /**
     * What {@link #freeUnits()} returns when there is no owner anywhere.
     */
    static final int ALL_UNITS = 7;

    // Frames that may be under way before a host collects what it issues.
    private static final int MAX_IN_FLIGHT = 2;

    // Into how many runs the memory of isochrons goes at least, if no isochron is longer than that: a receiver that
    // holds one message holds the memory of a run.
    private static final int RUNS_PER_SLAB = 8;

    // In how many parts the memory of isochrons is freed at least: before an application thread runs out of it.
    private static final int SLAB_PARTS = 16;

    // After so many polls with nothing to do a thread sends what other hosts have collected; after some more it works
    // for all of them.
    private static final int MAX_IDLE_POLLS = 64;

    private final int id;
    private final Cluster cluster;
    private final Handlers handlers;
    private final ClusterContext context;
    private final boolean isInvoker;
    private final Ownership ownership;
    private final int ownDistance;
    private final TokenManager tokenManager;
    private final RingBuffer<SendEntry> sendRing;
    private final Sequence retired = new Sequence();
    private final Links links;
    private final SwitchInterfaceUnit siu;
    private final Lanai lanai;
    private final IsochronExecutor executor;
    private final OwnedUnit[] units;
    private final OwnedUnit[] sendingUnits;
    private final WaitingThreads waitingThreads;
    private final HostTokens tokens;
    private final FaultInjector injector;
    private final NoticeBoard noticeBoard;
    private final Doorbell siuDoorbell;
    private final Doorbell lanaiDoorbell;
    private final ReplyLink[] replyLinks;

    // In INVOKER: what an application thread has issued, or may still issue, behind what is in the send ring. Written
    // by the owner.
    private volatile Run run;

    // Bit f: isochrons with operations of family f are not taken any more.
    private volatile int closedFamilies;

    // Up to where somebody has found that everything is executed here that this host has issued.
    private final Sequence executed = new Sequence();
    private int idlePolls;
    private final AtomicInteger failedCloses = new AtomicInteger();
    private volatile boolean isUsed;
    private volatile boolean hasPassed;
    private volatile boolean isClosed;
    private boolean hasModel;

    // Why nothing executes here any more; null as long as it does. Written by the owner of the executor.
    private volatile String end;

    private final ExpelledHosts expelledHosts;
    private volatile boolean isExpelled;
    private volatile Expulsion expulsion;

    Host(
        final int id,
        final Cluster cluster,
        final HostTokens tokens,
        final TokenManager tokenManager,
        final IsochronExecutor[] executors,
        final NoticeBoard noticeBoard,
        final ExpelledHosts expelledHosts,
        final FaultInjector injector,
        final Doorbell siuDoorbell,
        final Doorbell lanaiDoorbell)
    {
        this.id = id;
        this.cluster = cluster;
        handlers = cluster.handlers();
        this.tokenManager = tokenManager;
        this.noticeBoard = noticeBoard;
        this.tokens = tokens;
        this.expelledHosts = expelledHosts;
        this.injector = injector;
        context = cluster.context();
        isInvoker = ThreadingMode.INVOKER == context.threadingMode();
        ownDistance = context.topology().eccentricity(id);
        this.siuDoorbell = siuDoorbell;
        this.lanaiDoorbell = lanaiDoorbell;
        executor = executors[id];
        ownership = executor.ownership();
        // In INVOKER the owner of the host is the producer; in the other modes every application thread is one.
        sendRing = RingBuffer.create(
            isInvoker ? ProducerType.SINGLE : ProducerType.MULTI,
            SendEntry::new,
            context.sendRingSize(),
            new BusySpinWaitStrategy());
        sendRing.addGatingSequences(retired);
        links = new Links(id, context.linkRingSize(), executors, siuDoorbell, expelledHosts,
            context.paranoid() ? handlers::report : null, injector);
        final Ownership sendOwnership = isInvoker ? ownership : new Ownership();
        final Ownership lanaiOwnership = isInvoker ? ownership : new Ownership();
        final Sequence shipped = new Sequence();
        siu = new SwitchInterfaceUnit(
            id,
            sendOwnership,
            executors.length,
            sendRing,
            tokens,
            links,
            noticeBoard,
            shipped,
            lanaiDoorbell);
        if (isInvoker)
        {
            executor.runAheadWith(siu, executors.length - 1);
            siu.collectWith(this::collect);
        }
        lanai = new Lanai(
            id,
            lanaiOwnership,
            sendRing,
            tokens,
            links,
            noticeBoard,
            siu.stamped(),
            shipped,
            retired,
            executors.length,
            context.slabLength() / SLAB_PARTS,
            siuDoorbell,
            new HostHandlers(id, handlers, lanaiOwnership));
        executor.register(LastWill.FAMILY, new LastWill(executor), (slot, value) ->
        {
        });
        units = new OwnedUnit[]{ siu, lanai, executor };
        sendingUnits = new OwnedUnit[]{ siu, lanai };
        waitingThreads = new WaitingThreads(cluster.duty().parked());
        for (final OwnedUnit unit : units)
        {
            unit.waitingThreads(waitingThreads);
        }
        if (ThreadingMode.DEDICATED == context.threadingMode())
        {
            siu.wakeForRetirement(lanai);
        }
        replyLinks = new ReplyLink[executors.length];
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
     * The cluster of the host.
     *
     * @return the cluster.
     */
    public Cluster cluster()
    {
        return cluster;
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
            new ApplicationIssuer(this, new Run(id, cluster.hostCount(), context.slabLength() / RUNS_PER_SLAB)),
            id,
            cluster.hostCount(),
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
        if (!isInvoker || cluster.isClosed() || isExpelled())
        {
            return 0;
        }
        int work = work();
        if (work > 0)
        {
            idlePolls = 0;
        }
        else if (++idlePolls >= FailurePoll.FAILURES_PER_ROUND)
        {
            idlePolls = 0;
            work = cluster.work();
        }
        else if (0 == idlePolls % MAX_IDLE_POLLS)
        {
            work = cluster.sendCollected();
        }
        return work;
    }

    /**
     * As {@link #poll()}, for all hosts of the cluster.
     */
    int pollForAll()
    {
        return !isInvoker || cluster.isClosed() || isExpelled() ? 0 : cluster.work();
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
        return new FailurePoll(this, failuresPerPoll);
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
        return new Waiter(this, cluster, probe);
    }

    WaitingThreads waitingThreads()
    {
        return waitingThreads;
    }

    /**
     * The units without an owner at this moment: bit i for unit i, {@link #ALL_UNITS} for all.
     */
    int freeUnits()
    {
        int free = 0;
        for (int i = 0; i < units.length; i++)
        {
            if (units[i].ownership().isFree())
            {
                free |= 1 << i;
            }
        }
        return free;
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
        waiter().awaitChange(() -> cluster.isClosed() || tryClose(), "the other hosts to close");
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
        if (!isClosed)
        {
            isClosed = true;
            // Some may wait for this host to close.
            cluster.wakeAll();
        }
        sealRun();
        if (isInvoker)
        {
            work();
        }
        final boolean isOver = cluster.isClosed() || isExpelled() || isShutDown() ||
            cluster.areHostsClosed() && tryEndRun() && isNothingPending();
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
        return isClosed || !cluster.isOpen() || isExpelled();
    }

    /**
     * Has this host been expelled, or is that under way, see {@link Cluster#expel}?
     *
     * @return true if so.
     */
    public boolean isExpelled()
    {
        return isExpelled;
    }

    /**
     * Has this host been shut down by a model, see {@link #shutDown}?
     *
     * @return true if so.
     */
    public boolean isShutDown()
    {
        return null != end;
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
        // First the reason: whoever finds the host closed finds out why.
        end = reason;
        isClosed = true;
        sealRun();
        // Who parks after that sees before that the host is shut down; others may wait for it to close. Partner:
        // Waiter.check().
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
        return isochron.issuer() instanceof ApplicationIssuer issuer && this == issuer.host();
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
        if (isExpelled)
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
            siu.switchOff();
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
        // Nor has a marker without a token.
        return sendRing.getCursor() >= 0 || null != run || hasPassed || executor.hasExecuted();
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
            final IsochronExecutor receiver = cluster.host(issuer).executor;
            link = new ReplyLink(id, 2 * context.readCap(), receiver.doorbell(), injector);
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
        synchronized (this)
        {
            closedFamilies |= 1 << family;
        }
        return tryEndRun();
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
        if (isExpelled)
        {
            throw new HostExpelledException("host " + id + " was expelled: it gets no more notices");
        }
        final NoticeInbox inbox = new NoticeInbox(noticeBoard, listener, executor.doorbell(), executor.handlers());
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
        if (!isInvoker)
        {
            checkOpen();
            return enqueue(marker);
        }
        if (!ownership.tryEnter())
        {
            checkOpen();
            return false;
        }
        try
        {
            // As owner: see tryEndRun().
            checkOpen();
            if (tryPassWithoutToken(marker))
            {
                return true;
            }
            final boolean isIssued = enqueue(marker);
            send();
            return isIssued;
        }
        finally
        {
            ownership.exit();
        }
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
        final long sequence = claim();
        if (IsochronIssuer.BACK_PRESSURED == sequence)
        {
            return false;
        }
        publish(sequence, null, cluster.isOpen() ? marker : null);
        siuDoorbell.ring();
        return true;
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
        checkOpen();
        // First the stamp: what the host has issued before is part of the state that is read then.
        final long stamp = localReadStamp();
        return isNothingPending() ? stamp : NO_LOCAL_READ;
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
     * @param ownRun of the isochron, to which it cannot be appended without ado.
     */
    long tryIssue(final Isochron isochron, final Run ownRun)
    {
        if (context.oneInFlight() && !areAllExecuted())
        {
            checkOpen();
            return IsochronIssuer.BACK_PRESSURED;
        }
        if (!isInvoker)
        {
            checkOpen(isochron);
            final long sequence = tryExecuteLocal(isochron) ? IsochronIssuer.EXECUTED : enqueue(isochron);
            siuDoorbell.ring();
            return sequence;
        }
        if (!ownership.tryEnter())
        {
            // Of a host that is expelled nobody becomes owner any more.
            checkOpen();
            return IsochronIssuer.BACK_PRESSURED;
        }
        try
        {
            // As owner: see tryEndRun().
            checkOpen(isochron);
            if (mayExecuteLocal(isochron))
            {
                executor.executeLocal(isochron.buffer(), isochron.offset(), isochron.length());
                executor.lookAround(1);
                return IsochronIssuer.EXECUTED;
            }
            return enqueueOrAppend(isochron, ownRun);
        }
        finally
        {
            ownership.exit();
        }
    }

    /**
     * For the owner in {@link ThreadingMode#INVOKER}. A host that issues and does not execute is in no hurry: isochrons
     * then share a frame, and the pin that it takes to send it. It is sent when the frame is full, when another run
     * begins, when the host works, or when others find nothing to do.
     */
    private long enqueueOrAppend(final Isochron isochron, final Run ownRun)
    {
        final Run open = run;
        boolean isInRow = false;
        if (null != open)
        {
            if (open == ownRun && tryJoin(open, isochron))
            {
                return IsochronIssuer.APPENDED;
            }
            isInRow = open == ownRun && open.isFullFor(isochron);
            final boolean isCollected = tryCollect(open == ownRun);
            send();
            if (!isCollected)
            {
                return IsochronIssuer.BACK_PRESSURED;
            }
        }
        if (null == run && !context.oneInFlight() && (isInRow || siu.isAhead(isochron.destinations(), MAX_IN_FLIGHT)))
        {
            ownRun.open(isochron, distance(isochron));
            run = ownRun;
            // Who works for all hosts may have found nothing to do.
            siuDoorbell.ring();
            return IsochronIssuer.APPENDED;
        }
        final long sequence = claim();
        if (IsochronIssuer.BACK_PRESSURED == sequence)
        {
            send();
            return sequence;
        }
        sendPublished(sequence, publish(sequence, isochron, null));
        return sequence;
    }

    /**
     * From here on the isochron is issued, whatever is thrown.
     */
    private void sendPublished(final long sequence, final SendEntry entry)
    {
        try
        {
            // Asked after the claim, in the course of which what another thread has appended may get an entry of its
            // own.
            if (lanai.shipped() == sequence - 1 && siu.tryStampNext(entry, MAX_IN_FLIGHT))
            {
                // What send() would do, for the usual case that nothing else is to be sent.
                lanai.shipNext(entry);
                executor.lookAround(1);
                return;
            }
        }
        catch (final Throwable ex)
        {
            executor.handlers().accept(ex);
        }
        send();
    }

    private boolean tryJoin(final Run open, final Isochron isochron)
    {
        final int distance = distance(isochron);
        return open.tryJoin(isochron, distance) ||
            haveCredits(isochron.destinations(), open.destinations()) && open.tryJoinMixed(isochron, distance);
    }

    /**
     * Is there a credit for each host that the open run does not go to yet? A host without one would hold back what
     * was issued before, for others, and they may be what it waits for. A credit that is there stays there if nothing
     * is stamped before the run.
     */
    private boolean haveCredits(final HostSet destinations, final HostSet ofRun)
    {
        final boolean isStamped = siu.stamped().get() == sendRing.getCursor();
        for (int host = destinations.next(0); host >= 0; host = destinations.next(host + 1))
        {
            if (!ofRun.contains(host) && !(isStamped && siu.hasCredit(host)))
            {
                return false;
            }
        }
        return true;
    }

    /**
     * For the owner, before it sends.
     */
    private void collect()
    {
        if (isBehind())
        {
            tryCollect(false);
        }
    }

    /**
     * For the owner: puts a frame of what is behind in the run into the send ring, and forgets the run if nothing more
     * can come.
     *
     * @param isEnded nothing is appended to the run any more.
     * @return false if there is no room.
     */
    private boolean tryCollect(final boolean isEnded)
    {
        final Run open = run;
        // First this: what a thread has appended that is at rest now is seen below.
        final boolean isOver = isEnded || open.isAtRest();
        open.seal();
        if (open.isBehind())
        {
            final long sequence = tryNext();
            if (IsochronIssuer.BACK_PRESSURED == sequence)
            {
                return false;
            }
            final SendEntry entry = sendRing.get(sequence);
            try
            {
                open.collectInto(entry);
            }
            catch (final Throwable ex)
            {
                publishEmpty(sequence);
                throw ex;
            }
            // Release, as in publish().
            sendRing.publish(sequence);
            open.collected(entry, sequence);
        }
        if (isOver)
        {
            run = null;
        }
        return true;
    }

    /**
     * For the application thread of a run: collects all of it.
     *
     * @return the number of its last frame, {@link IsochronIssuer#BACK_PRESSURED} if that is not possible at present.
     */
    long endRun(final Run ownRun)
    {
        if (!ownership.tryEnter())
        {
            return IsochronIssuer.BACK_PRESSURED;
        }
        try
        {
            final boolean isCollected = run != ownRun || tryCollect(true);
            send();
            return isCollected ? ownRun.sequence() : IsochronIssuer.BACK_PRESSURED;
        }
        finally
        {
            ownership.exit();
        }
    }

    /**
     * For an application thread that has appended an isochron to its run, and found that sealed for good: has it been
     * collected?
     *
     * @return false if not: it was not issued.
     */
    boolean confirm(final Isochron isochron, final Run ownRun)
    {
        while (!ownership.tryEnter())
        {
            if (isExpelled())
            {
                // It is executed everywhere, or nowhere, like all that was issued last.
                return true;
            }
            Thread.onSpinWait();
        }
        try
        {
            return !ownRun.tryTakeBack(isochron);
        }
        finally
        {
            ownership.exit();
        }
    }

    /**
     * Has an isochron been executed, as far as this host can see: its local operations, or, if there are none, all that
     * comes before it? Or has it been executed everywhere?
     */
    boolean isExecuted(final long sequence)
    {
        if (executor.executedIssue() >= sequence || retired.get() >= sequence)
        {
            return true;
        }
        if (lanai.shipped() < sequence)
        {
            return false;
        }
        final SendEntry entry = sendRing.get(sequence);
        final boolean isToIssuer = entry.isToIssuer;
        final long pulse = entry.timestamp;
        // Both are those of the isochron if it is not retired yet: only then is its entry used again.
        VarHandle.acquireFence();
        return retired.get() >= sequence || !isToIssuer && executor.isCompleted(pulse);
    }

    /**
     * Has everything that was issued been executed everywhere?
     */
    boolean areAllExecuted()
    {
        return lanai.shipped() == sendRing.getCursor() && links.areExecuted();
    }

    /**
     * Has everything been executed that this host had issued before the call?
     */
    private boolean isNothingPending()
    {
        if (isBehind())
        {
            return false;
        }
        final long issued = sendRing.getCursor();
        // Acquire. Partner: below.
        if (issued == executed.get())
        {
            return true;
        }
        if (issued > lanai.shipped() || lanai.lastIssueToSelf() > executor.executedIssue() ||
            !executor.isCompleted(lanai.lastPulseToOthers()))
        {
            return false;
        }
        // Release: what was executed, for threads that take the word of this one for it.
        executed.set(issued);
        return true;
    }

    Handlers handlers()
    {
        return handlers;
    }

    long retired()
    {
        return retired.get();
    }

    void requestRetirement()
    {
        lanai.requestRetirement();
        lanaiDoorbell.ring();
    }

    /**
     * Works for all units of this host, unless somebody else does; only in {@link ThreadingMode#INVOKER}.
     */
    int work()
    {
        if (!ownership.tryEnter())
        {
            return 0;
        }
        try
        {
            executor.observeTime(tokens.stoppedAt());
            final int work = isSendingDue() ? workFor(units) : executor.work();
            executor.lookAround(work);
            return work;
        }
        catch (final Throwable ex)
        {
            // The caller waits for something else, perhaps on behalf of another host.
            return endTurn(ex);
        }
        finally
        {
            ownership.exit();
        }
    }

    /**
     * As {@link #work()}, as far as that can be done without touching what other hosts are working on.
     */
    int workQuietly()
    {
        if (!ownership.tryEnter())
        {
            return 0;
        }
        try
        {
            executor.observeTime(tokens.stoppedAt());
            final int work = executor.workQuietly();
            executor.lookAround(work);
            return work;
        }
        catch (final Throwable ex)
        {
            // As in work().
            return endTurn(ex);
        }
        finally
        {
            ownership.exit();
        }
    }

    private int endTurn(final Throwable error)
    {
        if (executor.handlers().tryReport(error))
        {
            // Something may have been done before.
            executor.lookAround(1);
        }
        return 0;
    }

    /**
     * Is there anything to be done for the units that send? Mostly there is not.
     */
    private boolean isSendingDue()
    {
        final long shipped = lanai.shipped();
        return isBehind() || shipped != sendRing.getCursor() || lanai.isRetirementDue(shipped);
    }

    /**
     * For the owner of the host in {@link ThreadingMode#INVOKER}.
     */
    private void send()
    {
        executor.lookAround(workFor(sendingUnits));
    }

    /**
     * One loop on purpose: three kinds of units at one call are not inlined. Otherwise the compiler would put all of
     * them into the method of an application that issues or polls, and in some JVMs have no room left for what that
     * method does with what it has received, as with {@code IsochronExecutor.executeFrames}.
     * <p>
     * As in {@link UnitsAgent}, what a unit throws is reported, and the others have their turn: an isochron that was
     * issued, or a result that has come, is so whatever becomes of what is done by the way.
     */
    private int workFor(final OwnedUnit[] workers)
    {
        int work = 0;
        for (final OwnedUnit unit : workers)
        {
            try
            {
                work += unit.work();
            }
            catch (final Throwable ex)
            {
                executor.handlers().accept(ex);
            }
        }
        return work;
    }

    /**
     * Sends what this host has collected; any thread may call it.
     */
    int sendCollected()
    {
        return isBehind() ? work() : 0;
    }

    private boolean isBehind()
    {
        final Run open = run;
        return null != open && open.isBehind();
    }

    private boolean tryExecuteLocal(final Isochron isochron)
    {
        if (!mayExecuteLocal(isochron) || !ownership.tryEnter())
        {
            return false;
        }
        try
        {
            // Volatile, as owner: whoever closes sees the owner, or is seen here. Partner: isExecutedEverywhere().
            if (isClosed())
            {
                return false;
            }
            executor.executeLocal(isochron.buffer(), isochron.offset(), isochron.length());
            executor.lookAround(1);
            return true;
        }
        finally
        {
            ownership.exit();
        }
    }

    /**
     * A purely local isochron executes at once if nothing is pending that was issued before (V1 section 3.2.2).
     */
    private boolean mayExecuteLocal(final Isochron isochron)
    {
        return !isochron.isFresh() && !isochron.isFrameKept() && isochron.destinations().isWithin(id) &&
            isNothingPending();
    }

    private long enqueue(final Isochron isochron)
    {
        final long sequence = claim();
        if (IsochronIssuer.BACK_PRESSURED != sequence)
        {
            // The claim was a compare-and-set: either this read sees that issuing is over, or whoever ended it sees
            // the claim and waits for it.
            final boolean isOpen = !isClosed() && !hasClosedFamily(isochron);
            publish(sequence, isOpen ? isochron : null, null);
            if (!isOpen)
            {
                checkOpen(isochron);
            }
        }
        return sequence;
    }

    /**
     * For the owner in {@link ThreadingMode#INVOKER}: a marker that tells nobody needs no token if everything that was
     * issued before is on its links.
     */
    private boolean tryPassWithoutToken(final Marker marker)
    {
        final boolean isAllOnLinks = null == run && lanai.shipped() == sendRing.getCursor();
        if (!isAllOnLinks || !marker.tryPassWithoutToken(siu.lastTimestamp()))
        {
            return false;
        }
        if (!hasPassed)
        {
            hasPassed = true;
        }
        return true;
    }

    private boolean enqueue(final Marker marker)
    {
        final long sequence = claim();
        if (IsochronIssuer.BACK_PRESSURED == sequence)
        {
            return false;
        }
        // As for an isochron.
        final boolean isOpen = !isClosed();
        publish(sequence, null, isOpen ? marker : null);
        siuDoorbell.ring();
        if (!isOpen)
        {
            checkOpen();
        }
        return true;
    }

    private int distance(final Isochron isochron)
    {
        return isochron.isFresh() ? Math.max(ownDistance, isochron.distance()) : isochron.distance();
    }

    /**
     * Room in the send ring behind all that was issued before.
     */
    private long claim()
    {
        return null == run || tryCollect(false) ? tryNext() : IsochronIssuer.BACK_PRESSURED;
    }

    private long tryNext()
    {
        try
        {
            return sendRing.tryNext();
        }
        catch (final InsufficientCapacityException ex)
        {
            requestRetirement();
            return IsochronIssuer.BACK_PRESSURED;
        }
    }

    /**
     * @param isochron to be sent, null for none.
     * @param marker   to ride on the token, null for none.
     * @return the entry that was published.
     */
    private SendEntry publish(final long sequence, final Isochron isochron, final Marker marker)
    {
        final SendEntry entry = sendRing.get(sequence);
        if (null != isochron)
        {
            try
            {
                entry.set(isochron, distance(isochron));
            }
            catch (final Throwable ex)
            {
                publishEmpty(sequence);
                throw ex;
            }
        }
        else if (null != marker)
        {
            entry.setMarker(id, marker, ownDistance);
        }
        else
        {
            entry.setEmpty(id);
        }
        // Release: publishes the entry and the frame. Partner: SwitchInterfaceUnit.work().
        sendRing.publish(sequence);
        return entry;
    }

    /**
     * An entry could not be filled, memory having run out; but it was claimed, and what comes behind would wait for it.
     */
    private void publishEmpty(final long sequence)
    {
        sendRing.get(sequence).setEmpty(id);
        sendRing.publish(sequence);
    }

    /**
     * Once the host, the cluster, or a family is closed: is everything in the send ring that will ever be in it, or
     * everything of the family?
     */
    private boolean tryEndRun()
    {
        if (!isInvoker)
        {
            return true;
        }
        // The owner of the host issues: who becomes owner after this one sees what is closed.
        if (!ownership.tryEnter())
        {
            return false;
        }
        try
        {
            return null == run || tryEndForeignRun();
        }
        finally
        {
            ownership.exit();
        }
    }

    private boolean tryEndForeignRun()
    {
        run.sealForGood();
        return tryCollect(true);
    }

    /**
     * Has everything that was issued been executed everywhere, and does this host know?
     */
    boolean isExecutedEverywhere()
    {
        if (isExpelled())
        {
            return links.areExecuted() && (null == expulsion || expulsion.isKnown());
        }
        // First this: what an application thread executes alone, at this moment, may send results.
        return (isInvoker || executor.ownership().isFree()) && tryEndRun() && areAllExecuted() && isNothingPending();
    }

    /**
     * In paranoid mode, when everything has been executed: in the right pulse?
     */
    void checkAcknowledgements()
    {
        links.checkAcknowledgements();
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
        return isClosed || !isUsed || isExpelled();
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
                id,
                ownDistance,
                siu,
                lanai,
                executor,
                tokens,
                noticeBoard,
                links.another(1),
                expelledHosts,
                context.handlerTimeoutNs(),
                cluster::abandon);
        }
        synchronized (this)
        {
            // Whoever begins to listen, see listen(), has done so by now, or never will.
            isExpelled = true;
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
                isExpelled = false;
                expulsion = null;
            }
            throw ex;
        }
        try
        {
            return expulsion.run(waiter, cluster.hostCount());
        }
        finally
        {
            // What is appended before the thread notices is executed nowhere: nobody becomes owner any more.
            sealRun();
        }
    }

    /**
     * Nothing is to be issued any more: sees to it that the application thread of the run notices.
     */
    void sealRun()
    {
        final Run open = run;
        if (null != open)
        {
            open.seal();
        }
    }

    /**
     * Is there nothing left for whoever waits at this host?
     */
    boolean isOver()
    {
        return cluster.isClosed() || isShutDown();
    }

    /**
     * For whoever waits when {@link #isOver()}.
     */
    ClusterClosedException closedWhileWaiting(final Object what)
    {
        final String reason = end;
        return new ClusterClosedException(
            (null == reason ? "the cluster was closed" : "the cluster was shut down by " + reason) + " while host " +
            id + " waited for " + what);
    }

    Unit[] units()
    {
        return units;
    }

    /**
     * Adds what holds this host up, or what this host holds up. Read without owning the units.
     */
    void addStalls(final List<Stall> stalls, final StallClock clock, final long nowNs)
    {
        final int host = siu.blockingHost();
        if (host >= 0)
        {
            addHolder(stalls, clock, nowNs, host, links.consumed(host), context.linkRingSize() + " frames");
        }
        final int listener = siu.hostWithNotices();
        if (listener >= 0)
        {
            addHolder(stalls, clock, nowNs, listener, siu.stamped().get(),
                NoticeBoard.LOG_SIZE + " signals and barriers");
        }
        final long handler = ownership.handlerCount();
        if (handler > 0)
        {
            stalls.add(new Stall(
                id,
                executor.unitName(),
                logicalTime(),
                clock.sinceChange(executor.unitName() + " handler", handler, nowNs),
                executor.unitName() + " is inside a handler of host " + id + " (" + name() + "), its " + handler +
                "th, pulse " + logicalTime()));
        }
        final long shipped = lanai.shipped();
        if (shipped < siu.stamped().get())
        {
            stalls.add(new Stall(
                id,
                lanai.unitName(),
                tokens.stoppedAt(),
                clock.sinceChange(lanai.unitName(), shipped, nowNs),
                lanai.unitName() + " has not shipped isochron " + (shipped + 1) + ": tokens of host " + id +
                " are stopped since pulse " + tokens.stoppedAt()));
        }
    }

    private void addHolder(
        final List<Stall> stalls,
        final StallClock clock,
        final long nowNs,
        final int holder,
        final long progress,
        final String what)
    {
        final Host host = cluster.host(holder);
        final String description = siu.unitName() + " holds isochron " + (siu.stamped().get() + 1) +
            " back, because host " + holder + " (" + host.name() + ") has not executed, or received, the last " + what +
            " of host " + id + ", pulse " + host.logicalTime();
        stalls.add(new Stall(
            holder,
            host.executor.unitName(),
            host.logicalTime(),
            clock.sinceChange(siu.unitName() + ' ' + holder + ' ' + what, progress, nowNs),
            description));
    }

    /**
     * What this host has not done yet, for messages; empty if nothing.
     */
    String pendingReport()
    {
        return isExpelled() || isNothingPending() ? "" : "; host " + id + " has isochrons pending up to " +
            sendRing.getCursor() + (isBehind() ? ", and others that wait for a frame" : "") + ", pulse " +
            logicalTime();
    }

    @Override
    public String toString()
    {
        return "Host{id=" + id + ", name=" + name() + ", pulse=" + logicalTime() + ", issued=" +
            (sendRing.getCursor() + 1) + ", closed=" + isClosed() + '}';
    }

    private static void checkFamily(final int family)
    {
        if (family < 0 || family >= OperationHeader.FAMILY_COUNT)
        {
            throw new IllegalArgumentException(
                "family: " + family + " (expected: 0.." + (OperationHeader.FAMILY_COUNT - 1) + ')');
        }
    }

    private void checkOpen(final Isochron isochron)
    {
        checkOpen();
        if (hasClosedFamily(isochron))
        {
            throw new ClusterClosedException("host " + id + " has closed a model, and takes no isochrons with" +
                " operations of it any more: this one was not issued");
        }
    }

    private boolean hasClosedFamily(final Isochron isochron)
    {
        final int closed = closedFamilies;
        return 0 != closed && hasFamily(isochron, closed);
    }

    private static boolean hasFamily(final Isochron isochron, final int families)
    {
        final OffHeapBuffer frame = isochron.buffer();
        final int limit = isochron.offset() + isochron.length();
        for (int offset = isochron.offset(); offset < limit; offset += OperationHeader.length(frame, offset))
        {
            if (0 != (families & 1 << OperationHeader.family(frame.getLong(offset))))
            {
                return true;
            }
        }
        return false;
    }

    /**
     * For the models: refuses to go on when nothing can be issued from this host any more.
     *
     * @throws ClusterClosedException when the host, or the cluster, is closed, or the host was expelled or shut down.
     */
    public void checkOpen()
    {
        if (!cluster.isOpen())
        {
            throw new ClusterClosedException("the cluster of host " + id + " is closed: nothing can be issued");
        }
        if (isExpelled())
        {
            throw new HostExpelledException("host " + id + " was expelled: nothing can be issued from it");
        }
        if (isClosed)
        {
            final String reason = end;
            throw new ClusterClosedException("host " + id + (null == reason ? " is closed" : " was shut down by " +
                reason) + ": nothing can be issued from it");
        }
    }
}
