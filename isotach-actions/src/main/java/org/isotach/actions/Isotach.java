/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;

import org.isotach.mbm.Messaging;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;
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
 * An action declares first what it touches. So nothing ever aborts: the body of an action runs exactly once, however
 * long it takes, and no action starves.
 * <p>
 * Any thread, platform or virtual, may call anything at any time; sessions of the cluster are shared. What a thread, or
 * a chain of happens-before, calls first is first in the one order of all actions. An interrupt ends a wait, gives back
 * what was reserved, with the old values, and stays set.
 * <p>
 * All methods are threadsafe.
 */
public final class Isotach implements AutoCloseable
{
    private final Cluster cluster;
    private final SharedMemory memory;
    private final Engine engine;
    private final Reader reader;
    private final Access access;
    private final Allocator allocator;
    private final Sessions sessions;
    private final HostOrder order;
    private final References references = new References();
    private final Executor executor;
    private final long awaitTimeoutNs;
    private final boolean isOwner;
    private final Host[] hosts;
    private final Slots<Batch> batches = new Slots<>();
    private final Map<Integer, UpdateFunction> functions = new HashMap<>();
    private final ConcurrentMap<String, Topic<?>> topics = new ConcurrentHashMap<>();

    private Isotach(final Cluster cluster, final IsotachContext context, final boolean isOwner)
    {
        this.cluster = cluster;
        this.isOwner = isOwner;
        hosts = new Host[cluster.hostCount()];
        Arrays.setAll(hosts, cluster::host);
        final Pages pages = context.pagesFor(hosts.length);
        memory = SharedMemory.on(cluster, pages.map());
        final Messaging messaging = Messaging.on(cluster);
        context.functions().forEach(
            (number, function) -> functions.put(number, memory.registerFunction(number, function)));
        final Functions own = Functions.registeredIn(memory);
        order = new HostOrder(hosts.length);
        sessions = new Sessions(cluster, memory, messaging, order, Math.max(hosts.length, context.sessions()));
        engine = new Engine(cluster, new Taker(sessions, references, new Post(cluster, messaging, order)));
        reader = new Reader(engine, cluster.context().readCap());
        access = new Access(engine, reader, own, hosts[0]);
        allocator = new Allocator(pages, context.placements());
        executor = context.executor();
        awaitTimeoutNs = cluster.context().awaitTimeout().toNanos();
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
     * @throws IllegalArgumentException when the settings do not go together.
     */
    public static Isotach launch(final IsotachContext context)
    {
        context.check(context.hosts());
        final Cluster cluster = Cluster.launch(context.newClusterContext());
        try
        {
            return new Isotach(cluster, context, true);
        }
        catch (final Throwable ex)
        {
            cluster.close();
            throw ex;
        }
    }

    /**
     * Adds variables and actions to a cluster of one's own, a simulated one for example, before anything is issued
     * there. {@link #close()} leaves the cluster as it is.
     *
     * @param cluster that has neither shared memory nor messages.
     * @param context the settings, of which those of the cluster have no effect.
     * @return the Isotach.
     * @throws IllegalArgumentException when the settings do not go together.
     * @throws IllegalStateException    when the cluster has shared memory or messages, or is in use.
     */
    public static Isotach on(final Cluster cluster, final IsotachContext context)
    {
        context.check(cluster.hostCount());
        return new Isotach(cluster, context, false);
    }

    /**
     * Makes a variable.
     *
     * @param name    of its own.
     * @param initial its value.
     * @return the variable.
     * @throws IllegalArgumentException when the name belongs to another one.
     * @throws IllegalStateException    when the memory is full, or it is called inside the body of an action.
     */
    public IsoLong longVariable(final String name, final long initial)
    {
        return initialized(new IsoLong(access, name, IsoVariable.NO_INDEX, allocate(name, 1, 1)[0]), initial);
    }

    /**
     * As {@link #longVariable(String, long)}, with the value 0.
     *
     * @param name of its own.
     * @return the variable.
     */
    public IsoLong longVariable(final String name)
    {
        return longVariable(name, 0);
    }

    /**
     * Makes a variable.
     *
     * @param name    of its own.
     * @param initial its value.
     * @return the variable.
     * @throws IllegalArgumentException when the name belongs to another one.
     * @throws IllegalStateException    when the memory is full, or it is called inside the body of an action.
     */
    public IsoInt intVariable(final String name, final int initial)
    {
        return initialized(new IsoInt(access, name, IsoVariable.NO_INDEX, allocate(name, 1, 1)[0]), initial);
    }

    /**
     * As {@link #intVariable(String, int)}, with the value 0.
     *
     * @param name of its own.
     * @return the variable.
     */
    public IsoInt intVariable(final String name)
    {
        return intVariable(name, 0);
    }

    /**
     * Makes a variable.
     *
     * @param name    of its own.
     * @param initial its value.
     * @return the variable.
     * @throws IllegalArgumentException when the name belongs to another one.
     * @throws IllegalStateException    when the memory is full, or it is called inside the body of an action.
     */
    public IsoDouble doubleVariable(final String name, final double initial)
    {
        return initialized(
            new IsoDouble(access, name, IsoVariable.NO_INDEX, allocate(name, 1, 1)[0]),
            Double.doubleToRawLongBits(initial));
    }

    /**
     * As {@link #doubleVariable(String, double)}, with the value 0.
     *
     * @param name of its own.
     * @return the variable.
     */
    public IsoDouble doubleVariable(final String name)
    {
        return doubleVariable(name, 0);
    }

    /**
     * Makes a variable.
     *
     * @param name    of its own.
     * @param initial its value.
     * @return the variable.
     * @throws IllegalArgumentException when the name belongs to another one.
     * @throws IllegalStateException    when the memory is full, or it is called inside the body of an action.
     */
    public IsoBoolean booleanVariable(final String name, final boolean initial)
    {
        return initialized(
            new IsoBoolean(access, name, IsoVariable.NO_INDEX, allocate(name, 1, 1)[0]), initial ? 1 : 0);
    }

    /**
     * As {@link #booleanVariable(String, boolean)}, with the value false.
     *
     * @param name of its own.
     * @return the variable.
     */
    public IsoBoolean booleanVariable(final String name)
    {
        return booleanVariable(name, false);
    }

    /**
     * Makes a variable that refers to an object.
     *
     * @param name    of its own.
     * @param initial the object, or null.
     * @param <T>     type of the object.
     * @return the variable.
     * @throws IllegalArgumentException when the name belongs to another one.
     * @throws IllegalStateException    when the memory is full, or it is called inside the body of an action.
     */
    public <T> IsoReference<T> reference(final String name, final T initial)
    {
        final IsoReference<T> reference =
            new IsoReference<>(access, name, IsoVariable.NO_INDEX, allocate(name, 1, 1)[0]);
        if (null != initial)
        {
            reference.set(initial);
        }
        return reference;
    }

    /**
     * As {@link #reference(String, Object)}, which refers to null.
     *
     * @param name of its own.
     * @param <T>  type of the object.
     * @return the variable.
     */
    public <T> IsoReference<T> reference(final String name)
    {
        return reference(name, null);
    }

    /**
     * Makes a variable with the components of a record, which are 0 at first.
     *
     * @param name of its own.
     * @param type of the record, whose components are primitive types and enums.
     * @param <T>  type of the record.
     * @return the variable.
     * @throws IllegalArgumentException when the name belongs to another one, a component is no word, or the record
     *                                  cannot be reached: see {@link #struct(String, Class, MethodHandles.Lookup)}.
     * @throws IllegalStateException    when the memory is full, or it is called inside the body of an action.
     */
    public <T extends Record> IsoStruct<T> struct(final String name, final Class<T> type)
    {
        return struct(name, type, null);
    }

    /**
     * As {@link #struct(String, Class)}, for a record of a module that does not open its package.
     *
     * @param name   of its own.
     * @param type   of the record.
     * @param lookup of the caller, {@code MethodHandles.lookup()}; null for none.
     * @param <T>    type of the record.
     * @return the variable.
     */
    public <T extends Record> IsoStruct<T> struct(
        final String name, final Class<T> type, final MethodHandles.Lookup lookup)
    {
        final StructLayout<T> layout = new StructLayout<>(type, lookup);
        return new IsoStruct<>(access, name, allocate(name, 1, layout.words())[0], layout);
    }

    /**
     * Makes several variables, which are called {@code name[0]} and so on.
     *
     * @param name    of its own.
     * @param count   of the variables, at least 1.
     * @param initial value of each.
     * @return the variables.
     * @throws IllegalArgumentException when the name belongs to others.
     * @throws IllegalStateException    when the memory is full, or it is called inside the body of an action.
     */
    public IsoLong[] longs(final String name, final int count, final long initial)
    {
        final int[] addresses = allocate(name, count, 1);
        final IsoLong[] variables = new IsoLong[count];
        Arrays.setAll(variables, i -> new IsoLong(access, name, i, addresses[i]));
        return initialized(variables, addresses, initial);
    }

    /**
     * As {@link #longs}.
     *
     * @param name    of its own.
     * @param count   of the variables, at least 1.
     * @param initial value of each.
     * @return the variables.
     */
    public IsoInt[] ints(final String name, final int count, final int initial)
    {
        final int[] addresses = allocate(name, count, 1);
        final IsoInt[] variables = new IsoInt[count];
        Arrays.setAll(variables, i -> new IsoInt(access, name, i, addresses[i]));
        return initialized(variables, addresses, initial);
    }

    /**
     * As {@link #longs}.
     *
     * @param name    of its own.
     * @param count   of the variables, at least 1.
     * @param initial value of each.
     * @return the variables.
     */
    public IsoDouble[] doubles(final String name, final int count, final double initial)
    {
        final int[] addresses = allocate(name, count, 1);
        final IsoDouble[] variables = new IsoDouble[count];
        Arrays.setAll(variables, i -> new IsoDouble(access, name, i, addresses[i]));
        return initialized(variables, addresses, Double.doubleToRawLongBits(initial));
    }

    /**
     * As {@link #longs}.
     *
     * @param name    of its own.
     * @param count   of the variables, at least 1.
     * @param initial value of each.
     * @return the variables.
     */
    public IsoBoolean[] booleans(final String name, final int count, final boolean initial)
    {
        final int[] addresses = allocate(name, count, 1);
        final IsoBoolean[] variables = new IsoBoolean[count];
        Arrays.setAll(variables, i -> new IsoBoolean(access, name, i, addresses[i]));
        return initialized(variables, addresses, initial ? 1 : 0);
    }

    private int[] allocate(final String name, final int count, final int words)
    {
        Objects.requireNonNull(name, "name");
        engine.check("variable " + name);
        return allocator.allocate(name, count, words);
    }

    private <V extends IsoVariable> V initialized(final V variable, final long word)
    {
        if (0 != word)
        {
            access.write(variable.address(), word, variable);
        }
        return variable;
    }

    private <V extends IsoVariable> V[] initialized(final V[] variables, final int[] addresses, final long word)
    {
        if (0 != word)
        {
            access.fill(addresses, word, variables[0]);
        }
        return variables;
    }

    /**
     * Declares an action.
     *
     * @param variables that it may change, in any order.
     * @return its declaration, to be run.
     */
    public Update update(final IsoVariable... variables)
    {
        return new Update(engine, reader, access, variables);
    }

    /**
     * Changes variables, each by a function that every copy computes at the same place of the order: one atomic action
     * that reserves nothing, and waits for nobody. The change may still be under way when this returns; whatever
     * happens after that is behind it.
     *
     * @param changes of variables, {@link IsoLong#add} for example.
     * @throws IllegalStateException                 when it is called inside the body of an action.
     * @throws org.isotach.IsochronTooLargeException when there are too many at once.
     */
    public void apply(final Change... changes)
    {
        access.apply(changes);
    }

    /**
     * Prepares changes that are applied many times.
     *
     * @param changes of variables.
     * @return the prepared changes.
     */
    public PreparedChanges prepare(final Change... changes)
    {
        return new PreparedChanges(access, changes);
    }

    /**
     * Writes variables at one point of the order, whatever their values are: an action that waits for nobody, unless
     * there is an {@link IsoReference} among them. An action that has one of them reserved comes before that.
     *
     * @param values puts variables and values into the batch; if it throws, nothing is written.
     * @throws IllegalStateException                 when it is called inside the body of an action.
     * @throws org.isotach.IsochronTooLargeException when there are too many at once.
     */
    public void write(final Consumer<? super Batch> values)
    {
        engine.check("write()");
        Batch batch = batches.take();
        if (null == batch)
        {
            batch = new Batch(access);
        }
        batch.open();
        try
        {
            values.accept(batch);
            batch.close();
            access.write(batch, "write()");
        }
        finally
        {
            batch.close();
            batch.forget();
        }
        batches.give(batch);
    }

    /**
     * Reads variables at one point of the order, without reserving them. Mostly copies are read directly, which holds
     * nobody up; if they change meanwhile, again and again, an isochron reads them. It waits if one of them is
     * reserved.
     *
     * @param function  is called with the values.
     * @param variables that it may ask for.
     * @param <R>       type of the result.
     * @return what the function has returned.
     * @throws IllegalStateException when it is called inside the body of an action.
     */
    public <R> R snapshot(final Function<? super Snapshot, ? extends R> function, final IsoVariable... variables)
    {
        return reader.snapshot(Footprint.ofReads(access, variables), function);
    }

    /**
     * Prepares a snapshot that is taken many times.
     *
     * @param function  is called with the values.
     * @param variables that it may ask for.
     * @param <R>       type of the result.
     * @return the prepared snapshot.
     */
    public <R> PreparedSnapshot<R> prepare(
        final Function<? super Snapshot, ? extends R> function, final IsoVariable... variables)
    {
        return new PreparedSnapshot<>(
            reader, Footprint.ofReads(access, variables), Objects.requireNonNull(function, "function"));
    }

    /**
     * Reads and reserves variables until the reservation ends, and waits for their values.
     *
     * @param variables that are reserved.
     * @return the reservation, to be closed.
     * @throws DeadlockException     when the thread holds another reservation, and both wait for each other.
     * @throws IllegalStateException when it is called inside the body of an action.
     */
    public Reservation reserve(final IsoVariable... variables)
    {
        final Footprint footprint = update(variables).footprint();
        engine.check("reserve() of " + footprint);
        return new Reservation(engine, engine.reserve(footprint), footprint, awaitTimeoutNs);
    }

    /**
     * Makes a pipeline: several actions are under way at the same time.
     *
     * @param capacity actions at most, at least 1.
     * @return the pipeline, to be closed.
     */
    public Pipeline pipeline(final int capacity)
    {
        if (capacity < 1)
        {
            throw new IllegalArgumentException("capacity: " + capacity + " (expected: at least 1)");
        }
        return new Pipeline(engine, capacity, executor);
    }

    /**
     * The topic of a name, to send messages to and to subscribe.
     *
     * @param name of the topic.
     * @param <T>  type of its messages, the same wherever it is asked for.
     * @return the topic, always the same for a name.
     */
    @SuppressWarnings("unchecked")
    public <T> Topic<T> topic(final String name)
    {
        // Nothing else can be told of a name.
        return (Topic<T>)topics.computeIfAbsent(name, key -> new Topic<>(key, hosts));
    }

    /**
     * A function that was added with {@link IsotachContext#function}.
     *
     * @param number of the function.
     * @return the function, for {@link IsoLong#update}.
     * @throws IllegalArgumentException when there is none.
     */
    public UpdateFunction function(final int number)
    {
        final UpdateFunction function = functions.get(number);
        if (null == function)
        {
            throw new IllegalArgumentException("function: " + number + " (expected: one of " + functions.keySet() +
                "; add it with IsotachContext.function() before the launch)");
        }
        return function;
    }

    /**
     * Tells this library that variables have changed: for programs that write through a
     * {@link org.isotach.smm.MemoryPort}, after the isochron was issued; with several hosts, after it was seen to be
     * executed ({@link org.isotach.Isochron#awaitExecuted}). Whatever happens after this call is behind the isochron,
     * and those who wait for a condition look at it again. All methods of this library do it by themselves.
     *
     * @param variables that were written.
     */
    public void changed(final IsoVariable... variables)
    {
        order.wroteAnywhere();
        for (final IsoVariable variable : variables)
        {
            for (int word = 0; word < variable.words(); word++)
            {
                engine.watchers().signal(variable.address() + word);
            }
        }
    }

    /**
     * Does once what a thread of this library does from time to time otherwise: gives variables back for callers that
     * have gone, has somebody go on with pipelines that nobody goes on with, looks for reservations that wait for each
     * other. It is for clusters with a scheduler, such as simulated ones, where the library starts no thread: call it
     * again and again, from a program of its own, until all others have ended and it returns true.
     *
     * @return true if nothing of that is left to be done at present.
     * @throws IllegalStateException when the library has a thread for that.
     */
    public boolean tend()
    {
        return engine.caretaker().work();
    }

    /**
     * The shared memory that holds the variables, for {@link SharedMemory#port}: the faster way beneath, with nothing
     * of what makes this one convenient.
     *
     * @return the memory.
     */
    public SharedMemory memory()
    {
        return memory;
    }

    /**
     * The cluster beneath.
     *
     * @return the cluster.
     */
    public Cluster cluster()
    {
        return cluster;
    }

    /**
     * Names of all variables.
     *
     * @return the names, sorted; an array has one.
     */
    public List<String> names()
    {
        return allocator.names();
    }

    /**
     * Objects that are kept for {@link IsoReference}s: those that variables refer to, and some that were replaced.
     *
     * @return their number.
     */
    public int objects()
    {
        return references.size();
    }

    /**
     * Snapshots and single reads that have read copies directly. While calls are under way it may be a little behind.
     *
     * @return their number.
     */
    public long directReads()
    {
        return sessions.hits();
    }

    /**
     * Snapshots and single reads that took an isochron, because of writers or reservations. While calls are under way
     * it may be a little behind.
     *
     * @return their number.
     */
    public long orderedReads()
    {
        return sessions.misses();
    }

    /**
     * Closes the Isotach: what was issued is executed, whoever waits gets a
     * {@link org.isotach.ClusterClosedException}, and so does every later call. Closing again has no effect.
     */
    @Override
    public void close()
    {
        engine.close();
        if (isOwner)
        {
            cluster.close();
        }
    }

    @Override
    public String toString()
    {
        return "Isotach{" + cluster + ", sessions=" + sessions.count() + ", " + allocator + '}';
    }
}
