/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;
import java.util.function.LongBinaryOperator;

import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.spi.Membership;

/**
 * The settings of an {@link Isotach}. Set the values that differ from the defaults, then call
 * {@link Isotach#launch(IsotachContext)}. By default there is one host, where all threads of the JVM reach the
 * variables fast.
 * <p>
 * A context can be used for several launches. <b>Note:</b> this class is not threadsafe while it is being filled.
 */
public final class IsotachContext
{
    /**
     * Default of {@link #memory()}, in words.
     */
    public static final int MEMORY_DEFAULT = 1 << 16;

    /**
     * Largest value of {@link #sessions()}.
     */
    public static final int MAX_SESSIONS = 1024;

    /**
     * Exclusive upper limit of the numbers of {@link #function}.
     */
    public static final int MAX_FUNCTIONS = Functions.FIRST;

    static final int NOT_SET = 0;
    private static final int MAX_DEFAULT_SESSIONS = 16;
    private static final int MAX_MEMORY = 1 << 26;

    int sessions = NOT_SET;
    int copies = NOT_SET;
    private final Map<Integer, LongBinaryOperator> functions = new TreeMap<>();
    private final Map<String, Placement> placements = new TreeMap<>();
    private int hosts = 1;
    private int memory = MEMORY_DEFAULT;
    private PageMap pageMap;
    private Membership membership;
    private ObjectCodec codec = new BasicObjectCodec();
    private ThreadingMode threadingMode;
    private Duration awaitTimeout = ClusterContext.AWAIT_TIMEOUT_DEFAULT;
    private Executor executor = ForkJoinPool.commonPool();
    private Consumer<Throwable> errorHandler;
    private Consumer<ClusterContext> clusterSettings = Settings::leaveAsItIs;

    /**
     * Creates settings with their default values.
     */
    public IsotachContext()
    {
    }

    /**
     * Number of hosts of the cluster. One host is right for most programs. With more hosts, each host reads its own
     * copies, but each action takes one pulse of logical time longer.
     *
     * @param count 1..256; default 1.
     * @return this.
     * @throws IllegalArgumentException if the number is out of range.
     */
    public IsotachContext hosts(final int count)
    {
        hosts = Settings.inRange("hosts", count, 1, Topology.MAX_HOSTS);
        return this;
    }

    /**
     * Number of hosts of the cluster.
     *
     * @return the setting; with a {@link #membership()} the cluster has at least one host for each member.
     */
    public int hosts()
    {
        return hosts;
    }

    /**
     * Number of sessions that all threads share: the number of isochrons that can be assembled at the same moment. A
     * thread needs a session only while it assembles and issues an isochron, neither while it waits nor while a body
     * runs, so threads may far outnumber sessions. Each session takes 512 KiB outside the heap once it is used.
     *
     * @param count 1..{@value #MAX_SESSIONS}, at least one for each host; by default the number of processors, at most
     *              16, and at least one for each host.
     * @return this.
     * @throws IllegalArgumentException if the number is out of range.
     */
    public IsotachContext sessions(final int count)
    {
        sessions = Settings.inRange("sessions", count, 1, MAX_SESSIONS);
        return this;
    }

    /**
     * Number of sessions that all threads share.
     *
     * @return the setting, or its default.
     */
    public int sessions()
    {
        return NOT_SET == sessions ?
            Math.max(hosts, Math.min(MAX_DEFAULT_SESSIONS, Runtime.getRuntime().availableProcessors())) : sessions;
    }

    /**
     * Size of the memory for variables.
     *
     * @param words number of 64-bit words, 1..2^26, rounded up to whole pages; default {@value #MEMORY_DEFAULT}.
     * @return this.
     * @throws IllegalArgumentException if the number is out of range.
     */
    public IsotachContext memory(final int words)
    {
        memory = Settings.inRange("memory", words, 1, MAX_MEMORY);
        return this;
    }

    /**
     * Size of the memory for variables.
     *
     * @return the setting, in words; a {@link #pageMap()} has a size of its own.
     */
    public int memory()
    {
        return memory;
    }

    /**
     * Number of hosts with a copy of each page, round robin. More copies make writes slower and reads faster.
     *
     * @param count 1..number of hosts; by default all hosts have one.
     * @return this.
     * @throws IllegalArgumentException if the number is out of range.
     */
    public IsotachContext copies(final int count)
    {
        copies = Settings.inRange("copies", count, 1, Topology.MAX_HOSTS);
        return this;
    }

    /**
     * Number of hosts that have a copy of each page.
     *
     * @return the setting, or {@link #hosts()}; if it is not set, all hosts of the cluster have one, however many.
     */
    public int copies()
    {
        return NOT_SET == copies ? hosts : copies;
    }

    /**
     * The map of pages to the hosts with a copy, in place of {@link #memory(int)} and {@link #copies(int)}. Variables
     * take its addresses in ascending order.
     *
     * @param value the map, or null for none.
     * @return this.
     */
    public IsotachContext pageMap(final PageMap value)
    {
        pageMap = value;
        return this;
    }

    /**
     * The map of pages to the hosts with a copy.
     *
     * @return the map, or null if none was given.
     */
    public PageMap pageMap()
    {
        return pageMap;
    }

    /**
     * Chooses where the variables with a name are placed. All others follow {@link #copies(int)} or {@link #pageMap()}.
     * Without a page map, each set of hosts that is named here has room for {@link #memory(int)} words of its own.
     *
     * @param name      name of variables that are made later.
     * @param placement their placement, {@link Placement#atHosts} for example.
     * @return this.
     * @throws IllegalArgumentException if the name has a placement already.
     */
    public IsotachContext place(final String name, final Placement placement)
    {
        Objects.requireNonNull(placement, "placement");
        if (null != placements.putIfAbsent(Objects.requireNonNull(name, "name"), placement))
        {
            throw new IllegalArgumentException("name: " + name + " twice: it is " + placements.get(name) + " already");
        }
        return this;
    }

    /**
     * The threads that work for the cluster.
     *
     * @param value the mode, or null for that of {@link ThreadingMode#forCores}, which is the default.
     * @return this.
     */
    public IsotachContext threadingMode(final ThreadingMode value)
    {
        threadingMode = value;
        return this;
    }

    /**
     * The threads that work for the cluster.
     *
     * @return the mode, or null if it is not set.
     */
    public ThreadingMode threadingMode()
    {
        return threadingMode;
    }

    /**
     * Default time limit of waiting calls.
     *
     * @param value positive, or {@link Duration#ZERO} for no limit; default 60 s.
     * @return this.
     * @throws IllegalArgumentException if it is negative.
     */
    public IsotachContext awaitTimeout(final Duration value)
    {
        if (Objects.requireNonNull(value, "awaitTimeout").isNegative())
        {
            throw new IllegalArgumentException("awaitTimeout: " + value + " (expected: not negative, 0 for no limit)");
        }
        awaitTimeout = value;
        return this;
    }

    /**
     * Default time limit of waiting calls.
     *
     * @return the setting.
     */
    public Duration awaitTimeout()
    {
        return awaitTimeout;
    }

    /**
     * The executor that advances a {@link Pipeline} when its own thread is busy elsewhere, runs bodies that may wait,
     * and ends {@link Isotach#applyAsync} and {@code writeAsync}. What these reserve stays reserved until then.
     *
     * @param value the executor; default {@link ForkJoinPool#commonPool()}.
     * @return this.
     */
    public IsotachContext executor(final Executor value)
    {
        executor = Objects.requireNonNull(value, "executor");
        return this;
    }

    /**
     * The executor that advances a {@link Pipeline} when its own thread is busy elsewhere.
     *
     * @return the setting.
     */
    public Executor executor()
    {
        return executor;
    }

    /**
     * The handler of exceptions that functions and subscribers throw during execution, see
     * {@link ClusterContext#errorHandler(Consumer)}.
     *
     * @param value the error handler; by default errors are logged.
     * @return this.
     */
    public IsotachContext errorHandler(final Consumer<Throwable> value)
    {
        errorHandler = value;
        return this;
    }

    /**
     * The handler of exceptions that functions and subscribers throw during execution.
     *
     * @return the error handler, or null if it is not set.
     */
    public Consumer<Throwable> errorHandler()
    {
        return errorHandler;
    }

    /**
     * Adds a function for {@link IsoLong#update}, see {@link org.isotach.smm.SharedMemory#registerFunction}.
     *
     * @param number   the number of the function, 0..{@link #MAX_FUNCTIONS} - 1.
     * @param function a pure function of the value and an argument.
     * @return this.
     * @throws IllegalArgumentException if the number is out of range, or has a function already.
     */
    public IsotachContext function(final int number, final LongBinaryOperator function)
    {
        Settings.inRange("function", number, 0, MAX_FUNCTIONS - 1);
        if (null != functions.putIfAbsent(number, Objects.requireNonNull(function, "function")))
        {
            throw new IllegalArgumentException(
                "function: " + number + " twice (expected: a different number for each function)");
        }
        return this;
    }

    /**
     * Changes any other setting of the cluster.
     *
     * @param settings called with the context of the cluster before the launch, after everything else has been set.
     * @return this.
     */
    public IsotachContext cluster(final Consumer<ClusterContext> settings)
    {
        clusterSettings = Objects.requireNonNull(settings, "settings");
        return this;
    }

    /**
     * Makes this JVM a member of a cluster in several JVMs. {@link #hosts(int)} counts those of all members, on a row
     * of switches; {@link #cluster(Consumer)} chooses another topology. All members declare the same variables, then
     * call {@link Isotach#join()}. Topics and references take the objects of a {@link BasicObjectCodec}.
     *
     * @param value the members, which of them this is, and who is told of lost ones; null for a cluster in this JVM.
     * @return this.
     */
    public IsotachContext membership(final Membership value)
    {
        return membership(value, new BasicObjectCodec());
    }

    /**
     * Does the same as {@link #membership(Membership)}, with other objects.
     *
     * @param value       the members, and which of them this is.
     * @param objectCodec makes bytes of messages of topics, and of objects of references, the same at all members.
     * @return this.
     */
    public IsotachContext membership(final Membership value, final ObjectCodec objectCodec)
    {
        membership = value;
        codec = Objects.requireNonNull(objectCodec, "objectCodec");
        return this;
    }

    /**
     * The member that this JVM is.
     *
     * @return the setting, or null for none.
     */
    public Membership membership()
    {
        return membership;
    }

    ObjectCodec codec()
    {
        return codec;
    }

    Map<String, Placement> placements()
    {
        return Map.copyOf(placements);
    }

    Map<Integer, LongBinaryOperator> functions()
    {
        return functions;
    }

    Consumer<ClusterContext> clusterSettings()
    {
        return clusterSettings;
    }

    @Override
    public String toString()
    {
        return "IsotachContext{hosts=" + hosts + ", sessions=" + sessions() + ", memory=" + memory + ", copies=" +
            copies() + ", threadingMode=" + threadingMode + ", awaitTimeout=" + awaitTimeout + '}';
    }
}
