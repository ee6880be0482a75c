/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;

import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.smm.SharedMemory;
import org.isotach.smm.UpdateFunction;

/**
 * Shared variables with names and types, and atomic actions on them.
 * <pre>{@code
 * try (Isotach isotach = Isotach.launch())
 * {
 *     final IsoLong[] accounts = isotach.longs("account", 100, 1000);
 *     isotach.update(accounts[3], accounts[7]).execute(action ->
 *     {
 *         final long amount = Math.min(action.get(accounts[3]), 30);
 *         action.set(accounts[3], action.get(accounts[3]) - amount);
 *         action.set(accounts[7], action.get(accounts[7]) + amount);
 *     });
 *     final long total = isotach.snapshot(now -> sum(now, accounts), accounts);
 * }
 * }</pre>
 * An action declares the variables that it touches before it begins, so nothing ever aborts: the body of an action runs
 * exactly once, however long it takes, and no action starves.
 * <p>
 * Any platform or virtual thread may call any method at any time; all threads share the sessions of the cluster. Calls
 * take effect in the order in which a thread, or a chain of happens-before, makes them. An interrupt ends a wait: the
 * variables that the call had reserved get their old values back, and the interrupt status stays set.
 * <p>
 * When one of several hosts is expelled ({@link Cluster#expel}), calls that it carries fail with a
 * {@link org.isotach.HostExpelledException}: an action takes effect, with its messages, or not at all. Other calls
 * go on, unless all copies of a variable are lost. What the host had reserved keeps the old values.
 * <p>
 * All methods are threadsafe.
 */
public final class Isotach extends AsyncCalls implements AutoCloseable
{
    private final IsotachParts parts;
    private final Engine engine;
    private final Reader reader;
    private final Access access;
    private final Executor executor;
    private final long awaitTimeoutNs;
    private final boolean isOwner;
    private final Batches batches;

    private Isotach(final IsotachParts parts, final IsotachContext context, final boolean isOwner)
    {
        super(parts, context.executor());
        this.parts = parts;
        this.isOwner = isOwner;
        engine = parts.engine;
        reader = parts.reader;
        access = parts.access;
        batches = new Batches(engine, access);
        executor = context.executor();
        awaitTimeoutNs = Settings.nanos(parts.cluster.context().awaitTimeout());
    }

    /**
     * Launches an Isotach with default settings.
     *
     * @return the running Isotach.
     */
    public static Isotach launch()
    {
        return launch(new IsotachContext());
    }

    /**
     * Launches an Isotach.
     *
     * @param context the settings.
     * @return the running Isotach.
     * @throws IllegalArgumentException if the settings contradict each other.
     */
    public static Isotach launch(final IsotachContext context)
    {
        final ClusterContext clusterContext = ContextUse.newClusterContext(context);
        final boolean isAlone = null == context.membership();
        ContextUse.check(
            context, isAlone ? context.hosts() : clusterContext.topology().hostCount(), isAlone ? context.hosts() : 1);
        final Cluster cluster = Cluster.launch(clusterContext, context.membership());
        try
        {
            return new Isotach(new IsotachParts(cluster, context), context, true);
        }
        catch (final Throwable ex)
        {
            cluster.close();
            throw ex;
        }
    }

    /**
     * Adds variables and actions to a running cluster. Call it before anything is issued on the cluster.
     * {@link #close()} leaves the cluster open.
     *
     * @param cluster a cluster without shared memory and without messaging.
     * @param context the settings; settings that configure the cluster have no effect.
     * @return the Isotach.
     * @throws IllegalArgumentException if the settings contradict each other.
     * @throws IllegalStateException    if the cluster has shared memory or messaging, or is in use already.
     */
    public static Isotach on(final Cluster cluster, final IsotachContext context)
    {
        ContextUse.check(context, Objects.requireNonNull(cluster, "cluster").hostCount(), cluster.localHosts().size());
        return new Isotach(new IsotachParts(cluster, context), context, false);
    }

    /**
     * Joins the other members ({@link IsotachContext#membership}). Before that, declare all variables, with the same
     * names, in the same order, and with the same initial values at all members; after that, use them. The call waits
     * until all members have joined. In a cluster in one JVM it has no effect.
     *
     * @throws org.isotach.IsotachException            if a member is lost, or has other settings or other variables:
     *                                                 the message says which.
     * @throws org.isotach.IsotachInterruptedException if the thread is interrupted, which it stays.
     * @throws org.isotach.ClusterClosedException      if the cluster is closed meanwhile.
     * @throws org.isotach.IsotachTimeoutException     if a member is missing, or late: call it again to wait longer.
     */
    public void join()
    {
        if (null != engine.declarations())
        {
            parts.cluster.join();
            engine.declarations().join(access::fill, parts.sessions);
        }
    }

    /**
     * Declares an action.
     *
     * @param variables the variables that the action may change, in any order; do not change the array afterwards.
     * @return the declaration, ready to run.
     */
    public Update update(final IsoVariable... variables)
    {
        return new Update(engine, reader, access, variables);
    }

    /**
     * Changes variables in one atomic action that reserves nothing and waits for no other action. Each change is a
     * function, which every copy computes at the same point in the order. The change may still be under way when the
     * call returns; everything that happens after the call comes later in the order. If 65,536 changes already wait for
     * one reservation of a variable, its change alone is left out, and the error handler is told.
     *
     * @param changes the changes, {@link IsoLong#add} for example.
     * @throws IllegalStateException                 if the call is inside the body of an action.
     * @throws org.isotach.IsochronTooLargeException if the changes do not fit into one isochron.
     * @throws IllegalArgumentException              if a variable belongs to another Isotach.
     */
    public void apply(final Change... changes)
    {
        access.apply(changes);
    }

    /**
     * Prepares changes that are applied many times.
     *
     * @param changes the changes.
     * @return the prepared changes.
     * @throws IllegalArgumentException if a variable belongs to another Isotach.
     */
    public PreparedChanges prepare(final Change... changes)
    {
        return new PreparedChanges(access, changesLater(), changes);
    }

    /**
     * Writes variables at one point in the order, whatever their values are. The call waits for no other action, unless
     * the batch has an {@link IsoReference}. An action that has reserved one of the variables comes earlier in the
     * order.
     *
     * @param values puts variables and their values into the batch; if it throws, nothing is written.
     * @throws IllegalStateException                 if the call is inside the body of an action.
     * @throws org.isotach.IsochronTooLargeException if the values do not fit into one isochron.
     */
    public void write(final Consumer<? super Batch> values)
    {
        batches.write(values);
    }

    /**
     * Reads variables at one point in the order, without reserving them. Usually the call reads the copies directly and
     * delays no other thread. If the variables keep changing during the read, an isochron reads them. The call waits
     * while one of the variables is reserved.
     *
     * @param function  called with the values, possibly more than once.
     * @param variables the variables whose values the function may get.
     * @param <R>       type of the result.
     * @return the result of the function.
     * @throws IllegalStateException    if the call is inside the body of an action.
     * @throws IllegalArgumentException if a variable belongs to another Isotach, or they have more than 2,048 words.
     */
    public <R> R snapshot(final Function<? super Snapshot, ? extends R> function, final IsoVariable... variables)
    {
        Objects.requireNonNull(function, "function");
        return reader.snapshot(Footprint.ofReads(access, variables), null, function);
    }

    /**
     * Prepares a snapshot that is taken many times.
     *
     * @param function  called with the values, possibly more than once.
     * @param variables the variables whose values the function may get.
     * @param <R>       type of the result.
     * @return the prepared snapshot.
     * @throws IllegalArgumentException if a variable belongs to another Isotach, or they have more than 2,048 words.
     */
    public <R> PreparedSnapshot<R> prepare(
        final Function<? super Snapshot, ? extends R> function, final IsoVariable... variables)
    {
        return new PreparedSnapshot<>(
            reader, reads(), Footprint.ofReads(access, variables), Objects.requireNonNull(function, "function"));
    }

    /**
     * Reserves variables until the reservation ends, and reads them. The call waits for their values.
     *
     * @param variables the variables to reserve.
     * @return the reservation, which the caller closes.
     * @throws DeadlockException        if the thread holds another reservation, and this wait would never end.
     * @throws IllegalStateException    if the call is inside the body of an action.
     * @throws IllegalArgumentException if a variable belongs to another Isotach, or they have more than 2,048 words.
     */
    public Reservation reserve(final IsoVariable... variables)
    {
        return Reservation.of(engine, update(variables).footprint(), awaitTimeoutNs);
    }

    /**
     * Makes a pipeline, which has several actions under way at the same time.
     *
     * @param capacity the largest number of actions under way at the same time, at least 1.
     * @return the pipeline, which the caller closes.
     * @throws IllegalArgumentException if the capacity is less than 1.
     */
    public Pipeline pipeline(final int capacity)
    {
        return new Pipeline(engine, capacity, executor);
    }

    /**
     * Returns the topic with this name, for sending and for subscribing. A topic lives as long as the Isotach: do not
     * make up a name for each request.
     *
     * @param name the name of the topic.
     * @param <T>  type of its messages; use the same one everywhere.
     * @return the topic; the same object for the same name.
     * @throws IllegalArgumentException if, in a cluster with members, the name takes more than 252 bytes.
     */
    @SuppressWarnings("unchecked")
    public <T> Topic<T> topic(final String name)
    {
        engine.taker().post().checkTopic(Objects.requireNonNull(name, "name"));
        // The name does not carry the type of the messages.
        return (Topic<T>)parts.topics.computeIfAbsent(name, parts::newTopic);
    }

    /**
     * Returns a function that {@link IsotachContext#function} has added.
     *
     * @param number the number of the function.
     * @return the function, for {@link IsoLong#update}.
     * @throws IllegalArgumentException if no function has this number.
     */
    public UpdateFunction function(final int number)
    {
        final UpdateFunction function = parts.functions.get(number);
        if (null == function)
        {
            throw new IllegalArgumentException("function: " + number + " (expected: one of " +
                parts.functions.keySet() + "; add it with IsotachContext.function() before the launch)");
        }
        return function;
    }

    /**
     * Tells this library that a {@link org.isotach.smm.MemoryPort} has written variables, and wakes the threads that
     * wait for a condition on them. Call it after the isochron has been issued; with several hosts, after
     * {@link org.isotach.Isochron#awaitExecuted} has returned for it. Everything that happens after this call comes
     * after the isochron in the order. Methods of this library need no such call.
     *
     * @param variables the variables that were written.
     */
    public void changed(final IsoVariable... variables)
    {
        parts.order.wroteAnywhere();
        for (final IsoVariable variable : Objects.requireNonNull(variables, "variables"))
        {
            engine.watchers().signal(variable);
        }
    }

    /**
     * Does once the chores that otherwise belong to a thread of this library: it gives variables back for callers that
     * have gone, advances idle pipelines, and looks for reservations that wait for each other. It is for clusters with
     * a scheduler, such as simulated ones, where the library starts no thread. A program of its own calls it until all
     * others have ended and it returns true. It must let them go on between two calls: by {@code Simulation.pause()},
     * or {@code host.waiter().await(() -> isotach.tend() && haveEnded(), "others", Long.MAX_VALUE)}.
     *
     * @return true if no chore is left at present.
     * @throws IllegalStateException if the library has a thread for its chores.
     */
    public boolean tend()
    {
        return engine.caretaker().work();
    }

    /**
     * The shared memory that holds the variables. Its {@link SharedMemory#port ports} are the interface below this one:
     * less convenient, and on one host not faster. Its traces and {@link Cluster#status()} name the variables.
     *
     * @return the memory.
     */
    public SharedMemory memory()
    {
        return parts.memory;
    }

    /**
     * The cluster on which this Isotach runs.
     *
     * @return the cluster.
     */
    public Cluster cluster()
    {
        return parts.cluster;
    }

    /**
     * Number of objects that the table of {@link IsoReference}s keeps: those that variables refer to, some that were
     * replaced recently, and those that wait for an action to end, see {@link IsoReference}. It is about right while
     * other threads replace objects.
     *
     * @return the number.
     */
    public int objects()
    {
        return parts.references.size();
    }

    /**
     * Number of snapshots and single reads that have read copies directly. With one host, single reads and
     * {@code takeWords} do not count if they succeed at once. The number may lag slightly while calls are under way.
     *
     * @return the number, since the launch.
     */
    public long directReads()
    {
        return reader.hits();
    }

    /**
     * Number of snapshots and single reads that needed an isochron, because of writers or reservations. The number may
     * lag slightly while calls are under way.
     *
     * @return the number, since the launch.
     */
    public long orderedReads()
    {
        return reader.misses();
    }

    /**
     * Closes the Isotach. Everything that has been issued is executed; every waiting thread, and every later call, gets
     * a {@link org.isotach.ClusterClosedException}. One {@link #on} a cluster leaves that open: what is under way goes
     * on, but what waits is no longer told of deadlocks and expelled hosts. Close a member when its threads have done
     * their work: what they have reserved then stays reserved for the others. Closing again has no effect.
     *
     * @throws IllegalStateException if the call comes from inside a handler.
     */
    @Override
    public void close()
    {
        engine.host().models().checkNotInHandler("Isotach.close()");
        engine.close();
        if (isOwner)
        {
            engine.closeCluster();
        }
    }

    @Override
    public String toString()
    {
        return "Isotach{" + parts.cluster + ", sessions=" + parts.sessions.count() + ", " + parts.allocator + '}';
    }
}
