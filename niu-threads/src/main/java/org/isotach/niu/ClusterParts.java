/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.ToLongFunction;

import org.isotach.IsotachException;
import org.isotach.OperationHeader;
import org.isotach.niu.fault.FaultInjector;
import org.isotach.niu.issue.ClusterState;
import org.isotach.niu.jfr.ClusterEvents;
import org.isotach.niu.jfr.EventLoader;
import org.isotach.niu.link.ModelExchange;
import org.isotach.niu.member.SetUp;
import org.isotach.niu.member.Trunks;
import org.isotach.niu.spi.Membership;
import org.isotach.niu.status.Counters;
import org.isotach.niu.status.MemberStatus;
import org.isotach.niu.thread.ClusterThreads;
import org.isotach.niu.thread.Doorbell;
import org.isotach.niu.thread.Handlers;
import org.isotach.niu.thread.SafeErrorHandler;
import org.isotach.niu.trace.TraceRecorder;
import org.isotach.niu.wait.Duty;
import org.isotach.niu.wait.WaitSettings;

/**
 * The parts of a cluster that all its hosts share; the hosts see it as {@link HostCluster}. Threadsafe.
 */
final class ClusterParts implements HostCluster
{
    final Handlers handlers;
    final ClusterState state = new ClusterState();
    final Duty duty;
    final ClusterThreads threads;
    final AllHosts hosts;
    final StallDetector stallDetector;
    final StatusCollector statusCollector;
    final ExpulsionTurn expulsionTurn;

    // Null without faults.
    final FaultInjector injector;

    // Shared by all units, in SHARED and INVOKER.
    final Doorbell sharedDoorbell;

    // Null without members; the trunks are there when the cluster is wired.
    final MemberWiring member;
    Trunks trunks;

    // Expels a member by its name; there when the cluster is.
    ToLongFunction<String> memberExpulsion;

    // Null without members.
    private MemberStalls memberStalls;
    private final ClusterContext context;
    private final WaitSettings waitSettings;
    private final Counters counters;
    private final ClusterEvents events;

    // Null without a trace.
    private final TraceRecorder recorder;

    private final SetUp setUp = new SetUp();
    private boolean hasJoined;

    /**
     * @param context    settings of the cluster.
     * @param hosts      complete by the time the cluster is used.
     * @param membership of the cluster, null if it has no other members.
     */
    ClusterParts(final ClusterContext context, final Host[] hosts, final Membership membership)
    {
        this.context = context;
        waitSettings = context.waitSettings();
        this.hosts = new AllHosts(hosts);
        recorder = TraceFile.recorder(context);
        // Handlers run inside executors, one for each host; those of reads that fail on issue, which are rare, run
        // beside them.
        handlers = new Handlers(new SafeErrorHandler(this::tellError), hosts.length + 1);
        duty = new Duty(hosts.length);
        threads = new ClusterThreads(context.threadFactory(), handlers, this::reportSlowEnd);
        expulsionTurn = new ExpulsionTurn(this.hosts, state, duty);
        injector = context.linkFaults().isNone() ? null : new FaultInjector(context.linkFaults());
        counters = new Counters(
            hosts.length, host -> hosts[host].logicalTime(), () -> null == injector ? 0 : injector.injected());
        stallDetector = new StallDetector(hosts, new UnclosedHosts(this.hosts, counters), context.scheduler());
        statusCollector =
            new StatusCollector(hosts, counters, stallDetector, this::membersStatus, context.scheduler());
        events = null == context.scheduler() ? EventLoader.eventsOf(statusCollector) : new ClusterEvents();
        sharedDoorbell = new Doorbell(context.waiting());
        member = null == membership ? null : new MemberWiring(context, membership, sharedDoorbell);
    }

    /**
     * The trunks are there.
     */
    void trunks(final Trunks unit)
    {
        trunks = unit;
        memberStalls = new MemberStalls(member.hosts, unit);
        stallDetector.addSource(memberStalls);
    }

    private List<MemberStatus> membersStatus()
    {
        return null == memberStalls ? List.of() : memberStalls.status();
    }

    @Override
    public void checkOwn(final int host)
    {
        if (null != member)
        {
            member.checkOwn(host);
        }
    }

    @Override
    public boolean isOwn(final int host)
    {
        return null == member || member.isOwn(host);
    }

    @Override
    public BooleanSupplier sendResults()
    {
        if (null == member)
        {
            return () -> true;
        }
        final long request = trunks.results().ask();
        member.doorbell.ring();
        return () -> trunks.results().areSent(request);
    }

    @Override
    public void checkNoMembers(final String what)
    {
        if (null != member)
        {
            throw new IllegalStateException(
                what + " does not go from one member to another: use it in a cluster in one JVM");
        }
    }

    @Override
    public ModelExchange exchange()
    {
        return null == member ? null : member.exchange;
    }

    @Override
    public void setUpAs(final String what, final String value)
    {
        setUp.put(what, value);
    }

    /**
     * Takes part from now on, if this member has not begun to before: its models are complete.
     */
    synchronized void join()
    {
        if (!hasJoined)
        {
            for (int family = 0; family < OperationHeader.FAMILY_COUNT; family++)
            {
                if (hosts.get(member.ownHosts()[0]).hasModel(family))
                {
                    setUp.put("the model of operation family " + family, "");
                }
            }
            trunks.join(setUp.freeze());
            // Last: memory may run out before, and a later call begins anew.
            hasJoined = true;
        }
    }

    @Override
    public ClusterContext context()
    {
        return context;
    }

    @Override
    public WaitSettings waitSettings()
    {
        return waitSettings;
    }

    @Override
    public ClusterEvents events()
    {
        return events;
    }

    private void tellError(final Throwable error)
    {
        try
        {
            events.handlerError(error);
        }
        finally
        {
            // Memory may be too short for the record.
            context.errorHandler().accept(error);
        }
    }

    @Override
    public Counters counters()
    {
        return counters;
    }

    @Override
    public TraceRecorder recorder()
    {
        return recorder;
    }

    TraceRecorder checkedRecorder()
    {
        if (null == recorder)
        {
            throw new IllegalStateException(
                "nothing is recorded: set ClusterContext.trace() to the number of events to keep for each host");
        }
        return recorder;
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
        return ThreadingMode.INVOKER == context.threadingMode() ? sharedDoorbell : null;
    }

    @Override
    public int work()
    {
        return hosts.work();
    }

    @Override
    public int flush()
    {
        return hosts.flush();
    }

    @Override
    public void wakeAll()
    {
        duty.wakeAll();
    }

    @Override
    public boolean areHostsClosed()
    {
        return hosts.areClosed();
    }

    @Override
    public String unclosedHosts()
    {
        return AllHosts.names(hosts.unclosed());
    }

    /**
     * Starts all threads or none: if one fails to start, those that were started before it have ended on return.
     *
     * @param cluster closed if that fails.
     */
    void startThreads(final AutoCloseable cluster)
    {
        try
        {
            threads.start();
            events.launched();
        }
        catch (final Throwable ex)
        {
            FailedLaunch.close(cluster, ex);
            throw ex;
        }
    }

    @Override
    public void startThread(final String name, final Runnable task, final Runnable stop)
    {
        threads.run(name, task, stop);
    }

    @Override
    public void abandon(final Thread thread)
    {
        // In the other modes the thread worked for that host only.
        threads.abandon(thread, ThreadingMode.SHARED == context.threadingMode());
    }

    @Override
    public void checkOpenForExpulsion(final int host)
    {
        expulsionTurn.checkOpen(host);
    }

    @Override
    public void lookForStalls(final long waitingSinceNs, final long nowNs)
    {
        stallDetector.lookIfDue(waitingSinceNs, nowNs);
    }

    @Override
    public String stallReport()
    {
        return stallDetector.report() + statusCollector.summary();
    }

    private void reportSlowEnd(final Thread thread)
    {
        handlers.report(new IsotachException("thread " + thread.getName() +
            " still runs after the cluster was closed: a handler keeps it busy, let it return"));
    }
}
