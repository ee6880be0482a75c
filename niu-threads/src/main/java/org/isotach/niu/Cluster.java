/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.List;

import org.isotach.Topology;
import org.isotach.niu.spi.Membership;
import org.isotach.niu.spi.Scheduler;
import org.isotach.niu.spi.Unit;
import org.isotach.niu.status.ClusterStatus;
import org.isotach.niu.status.Counters;
import org.isotach.niu.trace.Trace;

/**
 * An isotach network inside this JVM: hosts, the switches between them, and the threads that work for them.
 * <p>
 * All methods are threadsafe.
 */
public final class Cluster implements AutoCloseable
{
    private final ClusterContext context;
    private final ClusterParts parts;
    private final AllHosts hosts;
    private final List<Unit> units;
    private final ClusterEnd end;
    private final HostExpulsion hostExpulsion;
    private final ModelCluster models;

    private Cluster(final ClusterContext context, final Membership membership)
    {
        this.context = context;
        final Host[] all = new Host[context.topology().hostCount()];
        parts = new ClusterParts(context, all, membership);
        units = ClusterWiring.wire(context, parts, all);
        hosts = parts.hosts;
        end = new ClusterEnd(parts);
        hostExpulsion = new HostExpulsion(parts);
        models = new ClusterModels(hosts, parts.stallDetector, parts.statusCollector);
        parts.memberExpulsion = new MemberExpulsion(parts)::expel;
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
     * @param context the settings, which cannot be changed or used for another cluster afterwards. When this call
     *                throws, they are unchanged, no thread of the cluster is left, and the call may be repeated.
     * @return the running cluster.
     * @throws IllegalArgumentException when the settings contradict each other.
     * @throws IllegalStateException    when the settings have been used for another cluster, or the thread factory
     *                                  returns null.
     */
    public static Cluster launch(final ClusterContext context)
    {
        return launch(context, null);
    }

    /**
     * Launches one member of a cluster that lives in several JVMs. Each launches with the same topology, in which hosts
     * have the same numbers everywhere, and works for its own hosts. Add the models, then {@link #join()}. Isochrons
     * and their results, and the notices of markers, go from member to member; nothing else does. {@link
     * Host#close()} waits for hosts of this member, {@link #close()} for all members.
     *
     * @param context    the settings, as in {@link #launch(ClusterContext)}; all members have the same sizes.
     * @param membership the members, and which of them this is; null for a cluster in one JVM.
     * @return the running member.
     * @throws IllegalArgumentException when the settings contradict each other, or the members.
     * @throws IllegalStateException    as in {@link #launch(ClusterContext)}.
     */
    public static Cluster launch(final ClusterContext context, final Membership membership)
    {
        context.conclude();
        try
        {
            final Cluster cluster = new Cluster(context, membership);
            cluster.parts.startThreads(cluster);
            return cluster;
        }
        catch (final Throwable ex)
        {
            context.reopen();
            throw ex;
        }
    }

    /**
     * Returns a host.
     *
     * @param id 0 .. number of hosts - 1.
     * @return the host.
     * @throws IllegalArgumentException when there is no such host.
     */
    public Host host(final int id)
    {
        return hosts.get(id);
    }

    /**
     * Returns the number of hosts.
     *
     * @return number of hosts.
     */
    public int hostCount()
    {
        return hosts.count();
    }

    /**
     * Returns the hosts that live in this JVM: all, unless the cluster has other members.
     *
     * @return the hosts, ascending; unmodifiable.
     */
    public List<Host> localHosts()
    {
        return hosts.local();
    }

    /**
     * Waits until all members are there with the same models, see {@link #tryJoin()}. The call may be repeated when it
     * was interrupted, or came to its time limit.
     *
     * @throws org.isotach.IsotachException            as in {@link #tryJoin()}.
     * @throws org.isotach.IsotachInterruptedException when the thread is interrupted, which it stays.
     * @throws org.isotach.ClusterClosedException      when the cluster is closed meanwhile.
     * @throws org.isotach.IsotachTimeoutException     when it takes longer than {@link Membership#joinTimeout}.
     */
    public void join()
    {
        MemberStart.await(parts);
    }

    /**
     * All models have been added: takes part from now on. Call it again until it returns true.
     *
     * @return true if all members are there; always without members.
     * @throws org.isotach.IsotachException       when a member differs in topology, sizes or models, or is lost.
     * @throws org.isotach.ClusterClosedException when the cluster is closed before all are there.
     */
    public boolean tryJoin()
    {
        return MemberStart.tryJoin(parts);
    }

    /**
     * Returns the hosts, switches and links.
     *
     * @return the topology.
     */
    public Topology topology()
    {
        return context.topology();
    }

    /**
     * Returns which threads work for the units.
     *
     * @return the mode.
     */
    public ThreadingMode threadingMode()
    {
        return context.threadingMode();
    }

    /**
     * Returns the settings.
     *
     * @return the settings.
     */
    public ClusterContext context()
    {
        return context;
    }

    /**
     * Returns the interface of this cluster for the authors of models.
     *
     * @return always the same object.
     */
    public ModelCluster models()
    {
        return models;
    }

    /**
     * Returns all units, for a {@link Scheduler} of your own, or for calls of your own in {@link
     * ThreadingMode#INVOKER}.
     *
     * @return the units of each host, then the token managers, each for one switch or for several adjacent ones, then
     * the trunks if there are other members; unmodifiable.
     */
    public List<Unit> units()
    {
        return units;
    }

    /**
     * Expels a host whose application has failed or hangs while others wait for it. The isochrons that it has issued
     * execute everywhere or, if they were not sent by then, nowhere. From one point of logical time on, the same at all
     * hosts, it is no longer part of the cluster: nobody waits for it, whatever is sent to it is dropped, and its
     * application gets a {@link org.isotach.HostExpelledException} from every call that issues or waits. Each model
     * defines what happens to the state of the host and to its debts to others. Expulsion is final.
     * <p>
     * The call waits for a thread inside a handler of the host, for at most {@link ClusterContext#handlerTimeout}.
     * After that the expulsion goes on without that thread; if it is the thread of a {@link ThreadingMode#SHARED}
     * cluster, another one takes its place. If the handler ever returns, its thread affects nobody: a thread of the
     * cluster ends, and a call of the application that ran the handler ends with a {@link
     * org.isotach.HostExpelledException}, or goes on to work for another host.
     * <p>
     * In a cluster with members, call it at any of them, as long as that of the host is well: it expels the host, and
     * all members learn of it. A member that is not well, or has no other host left, is expelled as a whole: {@link
     * #expelMember}. Away from the member of the host the call also waits until all members have promised the pulse.
     *
     * @param id number of the host; not the last one that is left in its JVM.
     * @return the pulse in which it was expelled. It takes effect at each host when the host reaches that pulse.
     * @throws IllegalArgumentException            when there is no such host, or no other one is left.
     * @throws IllegalStateException               when the call comes from inside a handler, or not all members have
     *                                             joined.
     * @throws org.isotach.ClusterClosedException  when it is closed, or the member of the host closes it first.
     * @throws org.isotach.IsotachException        when the host's member is lost first, or the thread interrupted; it
     *                                             stays interrupted, and the expulsion as far as it has come.
     * @throws org.isotach.MemberLostException     when this member is out.
     * @throws org.isotach.IsotachTimeoutException when it takes longer than the time limit of the cluster: a remaining
     *                                             host has 32 signals and barriers of the host to receive, another
     *                                             member takes nothing from its trunk, or promises nothing, that of the
     *                                             host does not answer, or that limit is shorter than the one for
     *                                             handlers. The host issues nothing any more, and may have stopped
     *                                             executing; repeat the call, or close the cluster. Repeat it also when
     *                                             no thread can replace one that is stuck: then the call throws the
     *                                             exception of the thread factory.
     */
    public long expel(final int id)
    {
        return hostExpulsion.expel(host(id));
    }

    /**
     * Expels another member with all its hosts: one that has ended, or that the others cannot hear. Call it at one of
     * those that stay, when it is certain that the member does not run any more, or {@link Membership#authority}
     * decides that; the others learn of it. What the member had sent up to one point of logical time, the same at all
     * that stay, executes there, and nothing behind it; its hosts are then expelled, see {@link #expel}. Who lacks a
     * part of that leaves, too ({@link org.isotach.MemberLostException}), and is to be expelled. Expulsion is final.
     *
     * @param name of the member; a {@link Membership#listener} is told of it.
     * @return the pulse in which its hosts leave; that of before, when it is out already.
     * @throws IllegalArgumentException            when there is no such member, or it is this one.
     * @throws IllegalStateException               when not all members have joined yet, there are none, or the call
     *                                             comes from inside a handler.
     * @throws org.isotach.IsotachException        when the authority does not agree, with the view in force; or does
     *                                             not answer, or the thread is interrupted, and stays so: repeat it.
     *                                             {@code OtherMemberLostException} when another one is lost that has to
     *                                             say what it has heard: expel that one, which lets both go.
     * @throws org.isotach.MemberLostException     when this member is out.
     * @throws org.isotach.IsotachTimeoutException when a member that stays does not say what it has heard within the
     *                                             time limit of the cluster: repeat the call, or expel that one. Also
     *                                             when another call waits for the authority for longer than that.
     */
    public long expelMember(final String name)
    {
        return parts.memberExpulsion.applyAsLong(name);
    }

    /**
     * Returns the hosts that hold others up at this moment, with the hosts they hold up, and since when. They are hosts
     * whose tokens are stopped, hosts that have not executed, or whose applications have not received, as much as
     * others may be ahead of them, hosts that {@link Host#close()} waits for, and those that the models add: a host
     * that has scheduled a variable and not assigned it, if reads wait for that, and a host that is missing from a
     * barrier. Use it to decide which host to {@link #expel}.
     * <p>
     * A healthy host is in the list, too, if others happen to wait for it at the moment of the call; the duration shows
     * the difference. It starts when a thread that waited, or a call of this method, first saw the stall.
     *
     * @return the stalls; an empty list if there are none.
     */
    public List<Stall> stalls()
    {
        return parts.stallDetector.stalls();
    }

    /**
     * Returns the state of the cluster at this moment: for each host its pulse, its frames on their way, its links that
     * are short of credits, and the frames and notices that its application has not received; for each reserved
     * variable its owner, how long it has been reserved, and the reads that wait for it; and the counters. The messages
     * of time-outs end with a part of it.
     *
     * @return the state; its {@code toString()} is for people.
     */
    public ClusterStatus status()
    {
        return parts.statusCollector.status();
    }

    /**
     * Returns the counters of the hosts since the cluster was launched.
     *
     * @return always the same object, whose values keep changing.
     */
    public Counters counters()
    {
        return parts.counters();
    }

    /**
     * Returns the last events of the cluster, for a {@link org.isotach.niu.trace.SpaceTimeDiagram}. May be called at
     * any time, also after the cluster was closed.
     *
     * @return a copy of the recorded events.
     * @throws IllegalStateException when nothing is recorded, see {@link ClusterContext#trace}.
     */
    public Trace trace()
    {
        return parts.checkedRecorder().trace();
    }

    /**
     * Returns the number of faults on the links, see {@link ClusterContext#linkFaults}.
     *
     * @return number of faults so far.
     */
    public long linkFaultCount()
    {
        return null == parts.injector ? 0 : parts.injector.injected();
    }

    /**
     * Returns whether the cluster is closed for good.
     *
     * @return true after {@link #close()} has finished.
     */
    public boolean isClosed()
    {
        return parts.state.isClosed();
    }

    /**
     * Closes the cluster: it takes no more isochrons, executes those that were issued before, delivers their results,
     * and ends its threads. A thread that still waits gets a {@link org.isotach.ClusterClosedException}; the models
     * notify, before this call returns, users that are called back instead of waiting. Closing again has no effect; it
     * waits for the first call, except where that waits for it: on threads of the cluster, and in code that it calls.
     *
     * @throws IllegalStateException when the call comes from inside a handler.
     */
    @Override
    public void close()
    {
        end.come();
    }

    @Override
    public String toString()
    {
        return "Cluster{" + context.topology() + ", threadingMode=" + threadingMode() + ", threads=" +
            parts.threads.size() + ", waiting=" + context.waiting() + ", closed=" + isClosed() + '}';
    }

    /**
     * Returns this cluster in the form that its hosts use.
     */
    ClusterParts parts()
    {
        return parts;
    }
}
