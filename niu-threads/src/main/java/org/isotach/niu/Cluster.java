/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.IsotachException;
import org.isotach.IsotachTimeoutException;
import org.isotach.OffHeapBuffer;
import org.isotach.Topology;

/**
 * An isotach network inside this JVM: hosts, the switches between them, and the threads that work for them.
 * <p>
 * All methods are threadsafe.
 */
public final class Cluster implements AutoCloseable
{
    // Token words are written by one thread and read by all; two lines apart, out of reach of adjacent-line prefetch.
    private static final int TOKEN_STRIDE = 2 * OffHeapBuffer.CACHE_LINE_LENGTH;
    private static final long RETRY_CLOSE_INTERVAL_NS = 50_000;

    // Stalls that one message has: with thousands of reads that wait it would not be read otherwise.
    private static final int MAX_REPORTED_STALLS = 16;

    private final ClusterContext context;
    private final Host[] hosts;
    private final TokenManager[] tokenManagers;
    private final List<Unit> units = new ArrayList<>();
    private final ClusterThreads threads;
    private final ClusterState state = new ClusterState();
    private final StallClock stallClock = new StallClock();
    private final List<StallSource> stallSources = new CopyOnWriteArrayList<>();
    private final AtomicBoolean expulsionTurn = new AtomicBoolean();
    private final CountDownLatch end = new CountDownLatch(1);
    private final Duty duty;
    private final Doorbell sharedDoorbell;
    private final Handlers handlers;

    // Null without faults.
    private final FaultInjector injector;

    /**
     * This cluster, for its hosts.
     */
    private final class ForHosts implements HostCluster
    {
        @Override
        public ClusterContext context()
        {
            return context;
        }

        @Override
        public Handlers handlers()
        {
            return handlers;
        }

        @Override
        public Duty duty()
        {
            return duty;
        }

        @Override
        public Doorbell invokerDoorbell()
        {
            return ThreadingMode.INVOKER == threadingMode() ? sharedDoorbell : null;
        }

        @Override
        public int work()
        {
            return Cluster.this.work();
        }

        @Override
        public int sendCollected()
        {
            return Cluster.this.sendCollected();
        }

        @Override
        public void wakeAll()
        {
            duty.wakeAll();
        }

        @Override
        public boolean areHostsClosed()
        {
            return Cluster.this.areHostsClosed();
        }

        @Override
        public void abandon(final Thread thread)
        {
            // In the other modes the thread worked for that host alone.
            threads.abandon(thread, ThreadingMode.SHARED == threadingMode());
        }

        @Override
        public void checkOpenForExpulsion(final int host)
        {
            Cluster.this.checkOpenForExpulsion(host);
        }

        @Override
        public void lookForStalls(final long waitingSinceNs, final long nowNs)
        {
            Cluster.this.lookForStalls(waitingSinceNs, nowNs);
        }

        @Override
        public String stallReport()
        {
            return Cluster.this.stallReport();
        }
    }

    private Cluster(final ClusterContext context)
    {
        this.context = context;
        final Topology topology = context.topology();
        final int hostCount = topology.hostCount();
        final boolean isDedicated = ThreadingMode.DEDICATED == context.threadingMode();
        hosts = new Host[hostCount];
        duty = new Duty(hostCount);
        injector = context.linkFaults().isNone() ? null : new FaultInjector(context.linkFaults());
        final SwitchGroups groups =
            isDedicated || null != injector ? SwitchGroups.ofOne(topology) :
            SwitchGroups.of(topology, context.hostsPerTokenManager());
        tokenManagers = new TokenManager[groups.count()];
        // Handlers run inside executors, which are as many as hosts.
        handlers = new Handlers(context::report, hostCount + 1);
        threads = new ClusterThreads(context.threadFactory(), handlers, this::reportSlowEnd);

        // Layout of the token words: hosts, then time and demand of each token manager.
        final OffHeapBuffer tokens =
            OffHeapBuffer.allocate((long)TOKEN_STRIDE * (hostCount + 2 * tokenManagers.length));
        for (int host = 0; host < hostCount; host++)
        {
            tokens.putLong(host * TOKEN_STRIDE, TokenManager.IDLE);
        }
        createTokenManagers(tokens, groups);
        final TokenLink[] tokenLinks = createTokenLinks();

        sharedDoorbell = newDoorbell();
        final Doorbell[][] doorbells = new Doorbell[hostCount][];
        final IsochronExecutor[] executors = new IsochronExecutor[hostCount];
        final InboundLinks[] inbound = new InboundLinks[hostCount];
        final NoticeBoard noticeBoard = new NoticeBoard(hostCount);
        final ExpelledHosts expelledHosts = new ExpelledHosts(hostCount);
        for (int host = 0; host < hostCount; host++)
        {
            doorbells[host] = doorbells();
            executors[host] = new IsochronExecutor(
                host,
                new Ownership(),
                tokenManagers[groups.groupOf(host)],
                !isDedicated,
                maxDeliveries(),
                doorbells[host][2],
                handlers);
            inbound[host] = executors[host].inbound();
            if (context.paranoid())
            {
                executors[host].watch(hostCount);
            }
            if (null != injector)
            {
                executors[host].hearTimeOver(new TokenLink(injector.newDice(), 0));
            }
        }
        final HostCluster hostCluster = new ForHosts();
        for (int host = 0; host < hostCount; host++)
        {
            final TokenManager tokenManager = tokenManagers[groups.groupOf(host)];
            final HostUnits hostUnits = new HostUnits(
                host,
                context,
                new HostTokens(tokens, host * TOKEN_STRIDE, tokenManager, tokenLinks[host]),
                executors[host],
                inbound,
                noticeBoard,
                expelledHosts,
                handlers,
                injector,
                doorbells[host][0],
                doorbells[host][1]);
            hosts[host] = new Host(
                hostUnits, hostCluster, state, tokenManager, executors, noticeBoard, expelledHosts, injector);
            units.addAll(Arrays.asList(hosts[host].units()));
        }
        units.addAll(Arrays.asList(tokenManagers));
        if (null == context.scheduler())
        {
            createRunners(doorbells);
        }
    }

    /**
     * Launches a cluster of two hosts with default settings.
     *
     * @return the running cluster.
     */
    public static Cluster launch()
    {
        return launch(new ClusterContext());
    }

    /**
     * Launches a cluster.
     *
     * @param context the settings, which cannot be changed or used for another cluster after that. When this call
     *                throws, they are as before, no thread of the cluster is left, and the call may be repeated.
     * @return the running cluster.
     * @throws IllegalArgumentException when the settings do not go together.
     * @throws IllegalStateException    when the settings have been used for another cluster, or the thread factory
     *                                  returns null.
     */
    public static Cluster launch(final ClusterContext context)
    {
        context.conclude();
        try
        {
            final Cluster cluster = new Cluster(context);
            cluster.startThreads();
            return cluster;
        }
        catch (final Throwable ex)
        {
            context.reopen();
            throw ex;
        }
    }

    /**
     * Starts all threads, or none: those that were started before one that fails have ended then.
     */
    private void startThreads()
    {
        try
        {
            threads.start();
        }
        catch (final Throwable ex)
        {
            try
            {
                close();
            }
            catch (final Throwable suppressed)
            {
                ex.addSuppressed(suppressed);
            }
            throw ex;
        }
    }

    /**
     * A host.
     *
     * @param id 0 .. number of hosts - 1.
     * @return the host.
     * @throws IllegalArgumentException when there is no such host.
     */
    public Host host(final int id)
    {
        if (id < 0 || id >= hosts.length)
        {
            throw new IllegalArgumentException("host: " + id + " (expected: 0.." + (hosts.length - 1) + ')');
        }
        return hosts[id];
    }

    /**
     * Number of hosts.
     *
     * @return number of hosts.
     */
    public int hostCount()
    {
        return hosts.length;
    }

    /**
     * The hosts and switches.
     *
     * @return the topology.
     */
    public Topology topology()
    {
        return context.topology();
    }

    /**
     * Who works for the units.
     *
     * @return the mode.
     */
    public ThreadingMode threadingMode()
    {
        return context.threadingMode();
    }

    /**
     * The settings.
     *
     * @return the settings.
     */
    public ClusterContext context()
    {
        return context;
    }

    /**
     * For the models: refuses to add a model to this cluster if it has one for the same operations, or is in use
     * already. To be called before anything is made for the model.
     *
     * @param family of the operations of the model.
     * @param model  what the caller calls the model, for messages: the name of the class whose {@code on()} adds it.
     * @throws IllegalArgumentException when the family is out of range.
     * @throws IllegalStateException    when the cluster has a model for the family, or when an isochron, a signal, or a
     *                                  participation in a barrier has been issued.
     * @throws HostExpelledException    when a host was expelled.
     */
    public void checkMayAdd(final int family, final String model)
    {
        for (final Host host : hosts)
        {
            if (host.hasModel(family))
            {
                throw new IllegalStateException(model + ".on(): this cluster has its " + model +
                    " already: use that one, or launch another cluster");
            }
        }
        for (final Host host : hosts)
        {
            if (host.isExpelled())
            {
                throw new HostExpelledException(model + ".on(): host " + host.id() +
                    " was expelled: call it directly after Cluster.launch()");
            }
        }
        for (final Host host : hosts)
        {
            if (host.hasIssued())
            {
                throw new IllegalStateException(model + ".on(): something has been issued on this cluster already:" +
                    " call it directly after Cluster.launch(), before the first isochron, signal or barrier");
            }
        }
    }

    /**
     * All units, for a {@link Scheduler} of one's own, or for one's own calls in {@link ThreadingMode#INVOKER}.
     *
     * @return the units of each host, then the token managers, of one switch each or of several adjacent ones; cannot
     * be changed.
     */
    public List<Unit> units()
    {
        return List.copyOf(units);
    }

    /**
     * Expels a host: one whose application has failed, or does not go on, and that others wait for. What it has issued
     * executes everywhere or, if it was not sent by then, nowhere. From one logical time on, the same for all, it is no
     * part of the cluster any more: nobody waits for it, what is sent to it is dropped, and its application gets a
     * {@link org.isotach.HostExpelledException} from every call that issues or waits. The models say what becomes of
     * what it had, and of what it owed to others. There is no way back.
     * <p>
     * A thread that is inside a handler of the host is waited for as long as {@link ClusterContext#handlerTimeout}
     * says. After that the host goes without it; if it is the thread of a {@link ThreadingMode#SHARED} cluster, another
     * one takes its place. When the handler returns, if ever, what its thread does has no effect on anybody: a thread
     * of the cluster ends, and a call of the application that has run the handler ends with a
     * {@link org.isotach.HostExpelledException}, or goes on with the work for another host.
     *
     * @param id of the host; not the last one that is left.
     * @return the pulse in which it was expelled. It has an effect at a host when that pulse has come there.
     * @throws IllegalArgumentException            when there is no such host, or no other one is left.
     * @throws IllegalStateException               when the call comes from inside a handler.
     * @throws org.isotach.ClusterClosedException  when the cluster is closed.
     * @throws org.isotach.IsotachTimeoutException when it takes longer than the time limit of the cluster: a host that
     *                                             is left has 32 signals and barriers of the host to receive, or that
     *                                             limit is shorter than the one for handlers. The host issues nothing
     *                                             any more, and may have ceased to execute; the call is to be
     *                                             repeated. So it is when there is no thread to take the place of one
     *                                             that is stuck, and the thread factory throws what is thrown then.
     */
    public long expel(final int id)
    {
        handlers.checkOutside("Cluster.expel()");
        final Host host = host(id);
        awaitExpulsionTurn(host);
        try
        {
            return host.expel(otherThan(host).waiter());
        }
        finally
        {
            expulsionTurn.set(false);
            duty.wakeAll();
        }
    }

    private void awaitExpulsionTurn(final Host host)
    {
        boolean isMine = false;
        while (!isMine)
        {
            final Waiter waiter = otherThan(host).waiter();
            checkOpenForExpulsion(host.id());
            try
            {
                waiter.awaitCall(() -> expulsionTurn.compareAndSet(false, true), "another host to be expelled");
                isMine = true;
            }
            catch (final HostExpelledException ex)
            {
                // It was the host of the waiter.
                isMine = false;
            }
        }
    }

    private void checkOpenForExpulsion(final int id)
    {
        if (!isOpen() || isShutDown())
        {
            throw new ClusterClosedException("the cluster is closed: host " + id + " cannot be expelled");
        }
    }

    private Host otherThan(final Host host)
    {
        for (final Host other : hosts)
        {
            if (other != host && !other.isExpelled())
            {
                return other;
            }
        }
        throw new IllegalArgumentException("host: " + host.id() + " (expected: not the last host that is left)");
    }

    /**
     * Which hosts hold others up at this moment, whom, and since when: those whose tokens are stopped, those that have
     * not executed, or whose applications have not received, as much as others may be ahead of them, and what the
     * models add: a host that has scheduled a variable and not assigned it, if reads wait for that; a host whose part
     * in a barrier is missing. What is needed to decide whom to {@link #expel}.
     * <p>
     * A host that goes on is in the list, too, if it is looked at in the moment in which others wait for it: the
     * duration tells. It counts from when somebody who waited, or called this method, has seen the stall first.
     *
     * @return the stalls, none if there are none.
     */
    public List<Stall> stalls()
    {
        final List<Stall> stalls = new ArrayList<>();
        look(stalls, stalls);
        return List.copyOf(stalls);
    }

    /**
     * @param stalls  of the hosts are added here.
     * @param asked   the same, or null if nobody asks what the models know, and only the time counts.
     */
    private void look(final List<Stall> stalls, final List<Stall> asked)
    {
        final long nowNs = System.nanoTime();
        for (final Host host : hosts)
        {
            if (!host.isExpelled())
            {
                host.addStalls(stalls, stallClock, nowNs);
            }
        }
        final StallReport report = new StallReport(stallClock, nowNs, asked, host -> hosts[host].logicalTime());
        stallSources.forEach(source -> source.addStalls(report));
        stallClock.forgetUnseenSince(nowNs);
    }

    /**
     * Somebody waits: remembers since when things are as they are.
     */
    void lookForStalls(final long waitingSinceNs, final long nowNs)
    {
        if (stallClock.isTimeToLook(waitingSinceNs, nowNs))
        {
            look(new ArrayList<>(), null);
        }
    }

    /**
     * For the models: adds who is asked, from now on, which hosts hold others up.
     *
     * @param source to be asked.
     */
    public void addStallSource(final StallSource source)
    {
        stallSources.add(Objects.requireNonNull(source, "source"));
    }

    /**
     * How much has gone wrong on the links, see {@link ClusterContext#linkFaults}.
     *
     * @return number of faults so far.
     */
    public long linkFaultCount()
    {
        return null == injector ? 0 : injector.injected();
    }

    /**
     * Is the cluster closed for good?
     *
     * @return true after {@link #close()} has ended.
     */
    public boolean isClosed()
    {
        return state.isClosed();
    }

    /**
     * Closes the cluster: no isochron is taken any more, those that were issued before are executed, results are
     * delivered, and the threads end. Whoever still waits after that, for a variable that nobody has assigned, say,
     * gets a {@link org.isotach.ClusterClosedException}; before this call returns the models tell those who do not
     * wait, but are called. Closing again has no effect; it waits for the first call.
     *
     * @throws IllegalStateException when the call comes from inside a handler.
     */
    @Override
    public void close()
    {
        handlers.checkOutside("Cluster.close()");
        if (!state.tryBeginEnd())
        {
            awaitEnd();
            return;
        }
        for (final Host host : hosts)
        {
            host.sealRun();
        }
        // A cluster that is closed by an interrupted thread is closed as well as any other.
        final boolean isInterrupted = Thread.interrupted();
        try
        {
            if (drain() && !isShutDown())
            {
                checkAcknowledgements();
            }
        }
        finally
        {
            endThreads();
            if (isInterrupted)
            {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void awaitEnd()
    {
        boolean isInterrupted = false;
        while (!isClosed())
        {
            try
            {
                end.await();
            }
            catch (final InterruptedException ex)
            {
                isInterrupted = true;
            }
        }
        if (isInterrupted)
        {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public String toString()
    {
        return "Cluster{" + context.topology() + ", threadingMode=" + threadingMode() + ", threads=" +
            threads.size() + ", waiting=" + context.waiting() + ", closed=" + isClosed() + '}';
    }

    boolean isOpen()
    {
        return state.isOpen();
    }

    /**
     * Works for all hosts, on the calling thread.
     */
    private int work()
    {
        int work = 0;
        for (final Host host : hosts)
        {
            work += host.work();
        }
        return work;
    }

    /**
     * Sends what hosts have collected, on the calling thread.
     */
    private int sendCollected()
    {
        int work = 0;
        for (final Host host : hosts)
        {
            work += host.sendCollected();
        }
        return work;
    }

    private boolean areHostsClosed()
    {
        for (final Host host : hosts)
        {
            if (!host.isDone())
            {
                return false;
            }
        }
        return true;
    }

    /**
     * What holds the cluster up, for messages; empty if nothing does.
     */
    String stallReport()
    {
        final StringBuilder report = new StringBuilder();
        final List<Stall> stalls = stalls();
        stalls.stream().limit(MAX_REPORTED_STALLS).forEach(stall -> report.append("; ").append(stall));
        if (stalls.size() > MAX_REPORTED_STALLS)
        {
            report.append("; and ").append(stalls.size() - MAX_REPORTED_STALLS).append(" more: Cluster.stalls()");
        }
        for (final Host host : hosts)
        {
            report.append(host.pendingReport());
        }
        return report.toString();
    }

    private void reportSlowEnd(final Thread thread)
    {
        handlers.report(new IsotachException("thread " + thread.getName() +
            " does not end, although the cluster was closed: a handler keeps it busy"));
    }

    private void endThreads()
    {
        try
        {
            threads.end();
        }
        finally
        {
            closeModels();
            state.end();
            // Who parks after that sees before that the cluster is closed. Partner: Waiter.check().
            duty.wakeAll();
            end.countDown();
        }
    }

    /**
     * Tells the models. A host with a handler that does not end is left to the thread that is in there.
     */
    private void closeModels()
    {
        final long startNs = System.nanoTime();
        for (final Host host : hosts)
        {
            while (!host.tryCloseModels() && !isLate(startNs))
            {
                LockSupport.parkNanos(RETRY_CLOSE_INTERVAL_NS);
            }
        }
    }

    private static boolean isLate(final long startNs)
    {
        return System.nanoTime() - startNs > TimeUnit.MILLISECONDS.toNanos(ClusterThreads.RETRY_CLOSE_TIMEOUT_MS);
    }

    /**
     * @return true if everything was executed in time.
     */
    private boolean drain()
    {
        final Doorbell doorbell = new Doorbell();
        final boolean isInvoker = ThreadingMode.INVOKER == threadingMode();
        final long startNs = System.nanoTime();
        for (final Host host : hosts)
        {
            host.waitingThreads().closer(doorbell);
        }
        while (!areHostsDrained())
        {
            if (System.nanoTime() - startNs > context.closeTimeoutNs())
            {
                handlers.report(new IsotachTimeoutException(
                    "cluster closed with isochrons that were not executed after " +
                    Duration.ofNanos(context.closeTimeoutNs()).toMillis() + " ms" + stallReport()));
                return false;
            }
            if (null != context.scheduler())
            {
                context.scheduler().idle("the end of the cluster");
            }
            else if (!isInvoker || 0 == work())
            {
                doorbell.idle();
            }
        }
        return true;
    }

    private void checkAcknowledgements()
    {
        for (final Host host : hosts)
        {
            host.checkAcknowledgements();
        }
    }

    /**
     * Have all hosts that are left been shut down? What was issued and has not been executed by then never will be.
     */
    private boolean isShutDown()
    {
        for (final Host host : hosts)
        {
            if (!host.isExpelled() && !host.isShutDown())
            {
                return false;
            }
        }
        return true;
    }

    private boolean areHostsDrained()
    {
        if (isShutDown())
        {
            return true;
        }
        // Results and notices last: only when no isochron is on its way any more is nobody left who could send one.
        for (final Host host : hosts)
        {
            if (!host.isExecutedEverywhere())
            {
                return false;
            }
        }
        for (final Host host : hosts)
        {
            if (!host.hasTakenReplies() || !host.hasTakenNotices())
            {
                return false;
            }
        }
        return true;
    }

    /**
     * One for each frame, and each notice, that can be on its way to one host, and one for each barrier that a host can
     * have completed and not be told of; a power of two.
     */
    private int maxDeliveries()
    {
        final long slots =
            (long)context.topology().hostCount() * (context.linkRingSize() + NoticeBoard.LOG_SIZE) + Long.SIZE;
        return (int)Math.min(1 << 30, Long.highestOneBit(slots - 1) << 1);
    }

    private void createTokenManagers(final OffHeapBuffer tokens, final SwitchGroups groups)
    {
        for (int i = 0; i < tokenManagers.length; i++)
        {
            final int timeIndex = TOKEN_STRIDE * (hosts.length + 2 * i);
            final int[] inputs = groups.hostsOf(i);
            for (int k = 0; k < inputs.length; k++)
            {
                inputs[k] *= TOKEN_STRIDE;
            }
            tokenManagers[i] =
                new TokenManager(groups.switchesOf(i), tokens, timeIndex, timeIndex + TOKEN_STRIDE, inputs);
        }
        for (int i = 0; i < tokenManagers.length; i++)
        {
            final int[] neighbours = groups.neighboursOf(i);
            final TokenManager[] adjacent = new TokenManager[neighbours.length];
            for (int k = 0; k < neighbours.length; k++)
            {
                adjacent[k] = tokenManagers[neighbours[k]];
            }
            tokenManagers[i].neighbours(adjacent);
        }
    }

    /**
     * Links with faults for all tokens, if there are to be faults.
     *
     * @return for each host the one to its switch, or null.
     */
    private TokenLink[] createTokenLinks()
    {
        final TokenLink[] links = new TokenLink[hosts.length];
        for (int i = 0; i < tokenManagers.length && null != injector; i++)
        {
            final int[] inputs = context.topology().hostsOn(i);
            final TokenLink[] hostLinks = new TokenLink[inputs.length];
            for (int k = 0; k < inputs.length; k++)
            {
                hostLinks[k] = new TokenLink(injector.newDice(), TokenManager.IDLE);
                links[inputs[k]] = hostLinks[k];
            }
            final TokenLink[] neighbourLinks = new TokenLink[context.topology().neighbours(i).length];
            Arrays.setAll(neighbourLinks, k -> new TokenLink(injector.newDice(), 0));
            tokenManagers[i].links(hostLinks, neighbourLinks);
        }
        return links;
    }

    /**
     * Doorbells of SIU, LANai and executor of a host: one each, one for all three, or one for the cluster.
     */
    private Doorbell[] doorbells()
    {
        switch (context.threadingMode())
        {
            case DEDICATED:
                return new Doorbell[]{ newDoorbell(), newDoorbell(), newDoorbell() };
            case HOST:
                final Doorbell doorbell = newDoorbell();
                return new Doorbell[]{ doorbell, doorbell, doorbell };
            default:
                return new Doorbell[]{ sharedDoorbell, sharedDoorbell, sharedDoorbell };
        }
    }

    private Doorbell newDoorbell()
    {
        return new Doorbell(context.waiting());
    }

    private void createRunners(final Doorbell[][] doorbells)
    {
        switch (context.threadingMode())
        {
            case DEDICATED:
                createDedicatedRunners(doorbells);
                break;
            case HOST:
                for (int host = 0; host < hosts.length; host++)
                {
                    threads.add("isotach-host-" + host, doorbells[host][0], hosts[host].units());
                }
                break;
            case SHARED:
                final List<Unit> hostUnits = units.subList(0, units.size() - tokenManagers.length);
                threads.add("isotach-cluster", sharedDoorbell, hostUnits.toArray(new Unit[0]));
                break;
            default:
                break;
        }
    }

    private void createDedicatedRunners(final Doorbell[][] doorbells)
    {
        for (int host = 0; host < hosts.length; host++)
        {
            final Unit[] hostUnits = hosts[host].units();
            for (int i = 0; i < hostUnits.length; i++)
            {
                threads.add("isotach-" + hostUnits[i].unitName(), doorbells[host][i], hostUnits[i]);
            }
        }
        for (int i = 0; i < tokenManagers.length; i++)
        {
            final int[] hostsOnSwitch = topology().hostsOn(i);
            final Doorbell[] listeners = new Doorbell[hostsOnSwitch.length];
            for (int k = 0; k < listeners.length; k++)
            {
                listeners[k] = doorbells[hostsOnSwitch[k]][2];
            }
            final Doorbell own = newDoorbell();
            tokenManagers[i].doorbells(own, listeners);
            threads.add("isotach-" + tokenManagers[i].unitName(), own, tokenManagers[i]);
        }
    }

}
