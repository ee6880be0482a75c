/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.List;

import org.isotach.HostExpelledException;
import org.isotach.Topology;
import org.isotach.niu.jfr.ClusterEvents;
import org.isotach.niu.spi.Scheduler;
import org.isotach.niu.spi.Unit;
import org.isotach.niu.status.ClusterStatus;
import org.isotach.niu.status.Counters;
import org.isotach.niu.status.StatusSource;
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

    private Cluster(final ClusterContext context)
    {
        this.context = context;
        final Host[] all = new Host[context.topology().hostCount()];
        parts = new ClusterParts(context, all);
        units = ClusterWiring.wire(context, parts, all);
        hosts = parts.hosts;
        end = new ClusterEnd(parts);
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
            parts.threads.start();
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
        return hosts.get(id);
    }

    /**
     * Number of hosts.
     *
     * @return number of hosts.
     */
    public int hostCount()
    {
        return hosts.count();
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
        hosts.checkMayAdd(family, model);
    }

    /**
     * All units, for a {@link Scheduler} of one's own, or for one's own calls in {@link ThreadingMode#INVOKER}.
     *
     * @return the units of each host, then the token managers, of one switch each or of several adjacent ones; cannot
     * be changed.
     */
    public List<Unit> units()
    {
        return units;
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
        parts.handlers.checkOutside("Cluster.expel()");
        final Host host = host(id);
        final ClusterEvents.Span span = parts.events().beginExpel(id);
        Object result = "failed";
        try
        {
            final long pulse = parts.expulsionTurn.expel(host);
            result = "expelled in pulse " + pulse;
            return pulse;
        }
        finally
        {
            if (null != span)
            {
                span.end(result);
            }
        }
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
        return parts.stallDetector.stalls();
    }

    /**
     * For the models: adds who is asked, from now on, which hosts hold others up.
     *
     * @param source to be asked.
     */
    public void addStallSource(final StallSource source)
    {
        parts.stallDetector.addSource(source);
    }

    /**
     * The state of the cluster at this moment: for each host its pulse, what it has on its way, links that are short of
     * credits, and what its application has not received; variables that are reserved, by whom, for how long, and who
     * waits for them; and the counters. The messages of time-outs end with a part of it.
     *
     * @return the state; its {@code toString()} is for people.
     */
    public ClusterStatus status()
    {
        return parts.statusCollector.status();
    }

    /**
     * What the hosts have counted since the cluster was launched.
     *
     * @return always the same object, whose values go on changing.
     */
    public Counters counters()
    {
        return parts.counters();
    }

    /**
     * For the models: adds who is asked, from now on, what is reserved.
     *
     * @param source to be asked.
     */
    public void addStatusSource(final StatusSource source)
    {
        parts.statusCollector.addSource(source);
    }

    /**
     * What the cluster has done lately, for a {@link org.isotach.niu.trace.SpaceTimeDiagram}. Any time, also after the
     * cluster was closed.
     *
     * @return a copy of what was recorded.
     * @throws IllegalStateException when nothing is recorded, see {@link ClusterContext#trace}.
     */
    public Trace trace()
    {
        if (null == parts.recorder())
        {
            throw new IllegalStateException(
                "nothing is recorded: set ClusterContext.trace() to the events that are to be kept of each host");
        }
        return parts.recorder().trace();
    }

    /**
     * How much has gone wrong on the links, see {@link ClusterContext#linkFaults}.
     *
     * @return number of faults so far.
     */
    public long linkFaultCount()
    {
        return null == parts.injector ? 0 : parts.injector.injected();
    }

    /**
     * Is the cluster closed for good?
     *
     * @return true after {@link #close()} has ended.
     */
    public boolean isClosed()
    {
        return parts.state.isClosed();
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
        end.come();
    }

    @Override
    public String toString()
    {
        return "Cluster{" + context.topology() + ", threadingMode=" + threadingMode() + ", threads=" +
            parts.threads.size() + ", waiting=" + context.waiting() + ", closed=" + isClosed() + '}';
    }

    /**
     * This cluster, as its hosts know it.
     */
    ClusterParts parts()
    {
        return parts;
    }
}
