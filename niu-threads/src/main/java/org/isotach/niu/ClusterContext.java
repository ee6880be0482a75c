/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

import org.isotach.Topology;
import org.isotach.niu.issue.UnitSettings;
import org.isotach.niu.spi.LinkFaults;
import org.isotach.niu.spi.Scheduler;
import org.isotach.niu.spi.Waiting;
import org.isotach.niu.wait.WaitSettings;

/**
 * The settings of a cluster: set what differs from the defaults, then {@link Cluster#launch(ClusterContext)}.
 * <p>
 * A context serves one cluster, and cannot be changed after that. When a launch fails, it is as it was before, and can
 * be used again. <b>Note:</b> this class is not threadsafe while it is being filled.
 */
public final class ClusterContext
{
    /**
     * Default of {@link #sendRingSize()}.
     */
    public static final int SEND_RING_SIZE_DEFAULT = 256;

    /**
     * System property with the default of {@link #paranoid(boolean)}.
     */
    public static final String PARANOID_PROPERTY = "isotach.paranoid";

    /**
     * System property with the default of {@link #oneInFlight(boolean)}.
     */
    public static final String ONE_IN_FLIGHT_PROPERTY = "isotach.one.in.flight";

    /**
     * System property with the default of {@link #traceFile(Path)}.
     */
    public static final String TRACE_PROPERTY = "isotach.trace";

    /**
     * Default of {@link #trace()} where there is a {@link #traceFile()}.
     */
    public static final int TRACE_DEFAULT = 1024;

    /**
     * Default of {@link #linkRingSize()} up to {@link #MANY_HOSTS} hosts.
     */
    public static final int LINK_RING_SIZE_DEFAULT = DependentSettings.LINK_RING_SIZE_DEFAULT;

    /**
     * Default of {@link #linkRingSize()} with more than {@link #MANY_HOSTS} hosts, where links are many.
     */
    public static final int SMALL_LINK_RING_SIZE_DEFAULT = DependentSettings.SMALL_LINK_RING_SIZE_DEFAULT;

    /**
     * Number of hosts above which links are smaller by default.
     */
    public static final int MANY_HOSTS = DependentSettings.MANY_HOSTS;

    /**
     * Default of {@link #readCap()}.
     */
    public static final int READ_CAP_DEFAULT = 1024;

    /**
     * Default of {@link #hostsPerTokenManager()}.
     */
    public static final int HOSTS_PER_TOKEN_MANAGER_DEFAULT = 16;

    /**
     * Default of {@link #maxIsochronLength()} in bytes.
     */
    public static final int MAX_ISOCHRON_LENGTH_DEFAULT = 32 * 1024;

    /**
     * Default of {@link #awaitTimeout()}.
     */
    public static final Duration AWAIT_TIMEOUT_DEFAULT = Duration.ofSeconds(60);

    /**
     * Default of {@link #closeTimeout()}.
     */
    public static final Duration CLOSE_TIMEOUT_DEFAULT = Duration.ofSeconds(10);

    /**
     * Default of {@link #handlerTimeout()}.
     */
    public static final Duration HANDLER_TIMEOUT_DEFAULT = DependentSettings.HANDLER_TIMEOUT_DEFAULT;

    /**
     * Time limit that means none.
     */
    static final long NO_LIMIT_NS = WaitSettings.NO_LIMIT_NS;

    private Topology topology;
    private ThreadingMode threadingMode;
    private Waiting waiting = Waiting.PARK;
    private int sendRingSize = SEND_RING_SIZE_DEFAULT;
    private int linkRingSize;
    private int readCap = READ_CAP_DEFAULT;
    private int hostsPerTokenManager = HOSTS_PER_TOKEN_MANAGER_DEFAULT;
    private int maxIsochronLength = MAX_ISOCHRON_LENGTH_DEFAULT;
    private int slabLength;
    private Duration awaitTimeout = AWAIT_TIMEOUT_DEFAULT;
    private Duration closeTimeout = CLOSE_TIMEOUT_DEFAULT;
    private Duration handlerTimeout;
    private ThreadFactory threadFactory;
    private Scheduler scheduler;
    private Consumer<Throwable> errorHandler;
    private boolean isOneInFlight = Boolean.getBoolean(ONE_IN_FLIGHT_PROPERTY);
    private LinkFaults linkFaults = LinkFaults.parse(System.getProperty(LinkFaults.PROPERTY, "seed=0"));
    private boolean isParanoid = Boolean.getBoolean(PARANOID_PROPERTY);

    private Path traceFile = pathOf(System.getProperty(TRACE_PROPERTY));
    private int trace = null == traceFile ? 0 : TRACE_DEFAULT;

    // What was set before the rest was filled in; null unless the context belongs to a cluster.
    private DependentSettings given;

    /**
     * Settings with their defaults: two hosts on one switch.
     */
    public ClusterContext()
    {
    }

    /**
     * Hosts on one switch.
     *
     * @param count 1..256.
     * @return this.
     * @throws IllegalArgumentException when the number is out of range.
     */
    public ClusterContext hosts(final int count)
    {
        return topology(Topology.singleSwitch(count));
    }

    /**
     * Hosts, switches and links.
     *
     * @param value the topology.
     * @return this.
     */
    public ClusterContext topology(final Topology value)
    {
        checkNotConcluded();
        topology = value;
        return this;
    }

    /**
     * Hosts, switches and links.
     *
     * @return the topology, null if not set yet.
     */
    public Topology topology()
    {
        return topology;
    }

    /**
     * Who works for the units; by default chosen by {@link ThreadingMode#forCores}.
     *
     * @param value the mode.
     * @return this.
     */
    public ClusterContext threadingMode(final ThreadingMode value)
    {
        checkNotConcluded();
        threadingMode = value;
        return this;
    }

    /**
     * Who works for the units.
     *
     * @return the mode, null if not set yet.
     */
    public ThreadingMode threadingMode()
    {
        return threadingMode;
    }

    /**
     * What threads do while they have nothing to do: those of the cluster, and application threads that wait.
     *
     * @param value default {@link Waiting#PARK}.
     * @return this.
     */
    public ClusterContext waiting(final Waiting value)
    {
        checkNotConcluded();
        waiting = Objects.requireNonNull(value, "waiting");
        return this;
    }

    /**
     * What threads do while they have nothing to do.
     *
     * @return the setting.
     */
    public Waiting waiting()
    {
        return waiting;
    }

    /**
     * Frames that a host can have on their way: issued, and not yet known to be executed by all that get them. Each
     * holds an isochron or a marker; in {@link ThreadingMode#INVOKER} also several isochrons of one thread. Where the
     * cluster has threads, these are the entries of the send ring, and what waits for a timestamp or a credit counts;
     * in {@code INVOKER} there is no such ring, and only what has been sent counts. It is also the largest number of
     * frames that one {@code Isochron} can have on their way.
     *
     * @param value a power of two, 2..2^20, default {@value #SEND_RING_SIZE_DEFAULT}.
     * @return this.
     */
    public ClusterContext sendRingSize(final int value)
    {
        checkNotConcluded();
        sendRingSize = SettingRanges.powerOfTwo("sendRingSize", value, 2);
        return this;
    }

    /**
     * Frames that a host can have on their way.
     *
     * @return the setting.
     */
    public int sendRingSize()
    {
        return sendRingSize;
    }

    /**
     * Frames that can be on their way from one host to another one: the credits of the sender. Each takes 256 bytes,
     * for every host and each host that it has sent something to.
     *
     * @param value a power of two, 1..2^20, default {@value #LINK_RING_SIZE_DEFAULT}, with many hosts
     *              {@value #SMALL_LINK_RING_SIZE_DEFAULT}.
     * @return this.
     */
    public ClusterContext linkRingSize(final int value)
    {
        checkNotConcluded();
        linkRingSize = SettingRanges.powerOfTwo("linkRingSize", value, 1);
        return this;
    }

    /**
     * Frames that can be on their way from one host to another one.
     *
     * @return the setting, 0 if not set yet.
     */
    public int linkRingSize()
    {
        return linkRingSize;
    }

    /**
     * Adjacent switches have one token manager between them, and go from pulse to pulse together, as long as they have
     * no more hosts than this together: what is sent from end to end then takes less work. Distances stay those of the
     * network. In {@link ThreadingMode#DEDICATED}, and with {@link #linkFaults}, each switch has a token manager of its
     * own.
     *
     * @param value 1..2^20, default {@value #HOSTS_PER_TOKEN_MANAGER_DEFAULT}; 1: mostly one for each switch that has
     *              hosts.
     * @return this.
     * @throws IllegalArgumentException when it is out of range.
     */
    public ClusterContext hostsPerTokenManager(final int value)
    {
        checkNotConcluded();
        hostsPerTokenManager = SettingRanges.count("hostsPerTokenManager", value);
        return this;
    }

    /**
     * Hosts that adjacent switches with one token manager have together, at most.
     *
     * @return the setting.
     */
    public int hostsPerTokenManager()
    {
        return hostsPerTokenManager;
    }

    /**
     * Reads that a host can have outstanding, issued and not yet answered ("read_cap", Ironman appendix A.6).
     *
     * @param value a power of two, 1..2^20, default {@value #READ_CAP_DEFAULT}.
     * @return this.
     */
    public ClusterContext readCap(final int value)
    {
        checkNotConcluded();
        readCap = SettingRanges.powerOfTwo("readCap", value, 1);
        return this;
    }

    /**
     * Reads that a host can have outstanding.
     *
     * @return the setting.
     */
    public int readCap()
    {
        return readCap;
    }

    /**
     * Largest length of the operations of one isochron. A write takes 16 bytes, a read or sched 16, an assign 24.
     *
     * @param bytes a multiple of 8, 32..2^28, default {@value #MAX_ISOCHRON_LENGTH_DEFAULT}.
     * @return this.
     */
    public ClusterContext maxIsochronLength(final int bytes)
    {
        checkNotConcluded();
        maxIsochronLength = SettingRanges.isochronLength("maxIsochronLength", bytes);
        return this;
    }

    /**
     * Largest length of the operations of one isochron.
     *
     * @return in bytes.
     */
    public int maxIsochronLength()
    {
        return maxIsochronLength;
    }

    /**
     * Memory that each {@link Host#isochron()} has for the isochrons that it has on their way and the one that is
     * being assembled. A stream of messages is faster the more of it may be on its way, up to some 512 KiB.
     *
     * @param bytes at least three times {@link #maxIsochronLength()}; default sixteen times, but at most 1 GiB.
     * @return this.
     */
    public ClusterContext slabLength(final int bytes)
    {
        checkNotConcluded();
        slabLength = bytes;
        return this;
    }

    /**
     * Memory that each {@link Host#isochron()} has.
     *
     * @return in bytes, 0 if not set yet.
     */
    public int slabLength()
    {
        return slabLength;
    }

    /**
     * How long a call may wait, unless it has a time limit of its own.
     *
     * @param value positive; {@link Duration#ZERO} for no limit.
     * @return this.
     */
    public ClusterContext awaitTimeout(final Duration value)
    {
        checkNotConcluded();
        awaitTimeout = SettingRanges.notNegative("awaitTimeout", value);
        return this;
    }

    /**
     * How long a call may wait.
     *
     * @return the setting.
     */
    public Duration awaitTimeout()
    {
        return awaitTimeout;
    }

    /**
     * How long {@link Cluster#close()} waits for isochrons that are on their way.
     *
     * @param value not negative.
     * @return this.
     */
    public ClusterContext closeTimeout(final Duration value)
    {
        checkNotConcluded();
        closeTimeout = SettingRanges.notNegative("closeTimeout", value);
        return this;
    }

    /**
     * How long {@link Cluster#close()} waits for isochrons that are on their way.
     *
     * @return the setting.
     */
    public Duration closeTimeout()
    {
        return closeTimeout;
    }

    /**
     * How long {@link Cluster#expel} waits for a handler of the host to return before it goes on without: what the
     * thread of the handler does after that reaches nobody. Messages that such a handler reads may be overwritten
     * meanwhile.
     *
     * @param value 0 for not at all; the default is {@link #HANDLER_TIMEOUT_DEFAULT}, or 0 with a
     *              {@link #scheduler(Scheduler)}, which knows no time.
     * @return this.
     * @throws IllegalArgumentException when it is negative.
     */
    public ClusterContext handlerTimeout(final Duration value)
    {
        checkNotConcluded();
        handlerTimeout = SettingRanges.notNegative("handlerTimeout", value);
        return this;
    }

    /**
     * How long {@link Cluster#expel} waits for a handler of the host to return.
     *
     * @return the time limit, null if not set yet.
     */
    public Duration handlerTimeout()
    {
        return handlerTimeout;
    }

    /**
     * Makes the threads of the cluster; by default daemon threads. Their names tell host and unit.
     *
     * @param value the factory, which returns a new thread for each call, not null; virtual threads are fine with
     *              {@link Waiting#PARK}.
     * @return this.
     */
    public ClusterContext threadFactory(final ThreadFactory value)
    {
        checkNotConcluded();
        threadFactory = value;
        return this;
    }

    /**
     * Makes the threads of the cluster.
     *
     * @return the factory, null if not set yet.
     */
    public ThreadFactory threadFactory()
    {
        return threadFactory;
    }

    /**
     * Takes the place of the threads of the cluster, which are not started, whatever the threading mode is.
     *
     * @param value the scheduler, null for none, which is the default.
     * @return this.
     */
    public ClusterContext scheduler(final Scheduler value)
    {
        checkNotConcluded();
        scheduler = value;
        return this;
    }

    /**
     * Takes the place of the threads of the cluster.
     *
     * @return the scheduler, null if there is none.
     */
    public Scheduler scheduler()
    {
        return scheduler;
    }

    /**
     * Told of whatever is thrown in the middle of work: by handlers, executors, listeners and markers of models, and by
     * the library itself when memory runs out, say. Nothing of that is thrown at a caller, in no threading mode; the
     * cluster goes on. Called on the thread where it happens: it must be quick, and can neither issue nor wait. What it
     * throws itself, be it what it was given, is logged. By default errors are logged by {@link System.Logger}
     * {@code org.isotach}.
     *
     * @param value the error handler.
     * @return this.
     */
    public ClusterContext errorHandler(final Consumer<Throwable> value)
    {
        checkNotConcluded();
        errorHandler = value;
        return this;
    }

    /**
     * Told of what handlers throw.
     *
     * @return the error handler, null if not set yet.
     */
    public Consumer<Throwable> errorHandler()
    {
        return errorHandler;
    }

    /**
     * Looks for mistakes that would go unnoticed otherwise (V1 section 4.1). What is checked now is the use of views of
     * received messages after their memory was given back to the sender, at the price of one object per message, and,
     * in the library itself, that each host executes by pulse and issuer, and what each host issues in issue order and
     * in the pulse that it was stamped with, which every receiver acknowledges; and that no frame is missing or comes
     * twice.
     *
     * @param value the default is that of the system property {@value #PARANOID_PROPERTY}, else false.
     * @return this.
     */
    public ClusterContext paranoid(final boolean value)
    {
        checkNotConcluded();
        isParanoid = value;
        return this;
    }

    /**
     * Looks for mistakes that would go unnoticed otherwise.
     *
     * @return the setting.
     */
    public boolean paranoid()
    {
        return isParanoid;
    }

    /**
     * Issues an isochron only when all that its host has issued before have been executed everywhere. Makes it easier
     * to find out what a program does wrong (V1 section 4.1); everything takes longer.
     *
     * @param value the default is that of the system property {@value #ONE_IN_FLIGHT_PROPERTY}, else false.
     * @return this.
     */
    public ClusterContext oneInFlight(final boolean value)
    {
        checkNotConcluded();
        isOneInFlight = value;
        return this;
    }

    /**
     * Only one isochron of a host at a time?
     *
     * @return the setting.
     */
    public boolean oneInFlight()
    {
        return isOneInFlight;
    }

    /**
     * What goes wrong on the links between hosts and switches.
     *
     * @param value the default is that of the system property {@value LinkFaults#PROPERTY}, else
     *              {@link LinkFaults#NONE}.
     * @return this.
     */
    public ClusterContext linkFaults(final LinkFaults value)
    {
        checkNotConcluded();
        linkFaults = Objects.requireNonNull(value, "linkFaults");
        return this;
    }

    /**
     * What goes wrong on the links.
     *
     * @return the setting.
     */
    public LinkFaults linkFaults()
    {
        return linkFaults;
    }

    /**
     * Records what the cluster does, for {@link Cluster#trace()}: which isochrons are issued, executed and received.
     * Issuing and executing take a lock and some hundred nanoseconds more then, and a host takes 300 bytes for each
     * event.
     *
     * @param events that are kept of each host, the last ones: 1..2^20; 0 for none, which costs nothing and is the
     *               default.
     * @return this.
     * @throws IllegalArgumentException when the number is out of range.
     */
    public ClusterContext trace(final int events)
    {
        checkNotConcluded();
        trace = 0 == events ? 0 : SettingRanges.count("trace", events);
        return this;
    }

    /**
     * Events that are kept of each host.
     *
     * @return the setting, 0 if nothing is recorded.
     */
    public int trace()
    {
        return trace;
    }

    /**
     * Draws a {@link org.isotach.niu.trace.SpaceTimeDiagram} of what was recorded when the cluster is closed. If that
     * fails the error handler is told.
     *
     * @param file is written, or overwritten, by each cluster that is closed: a picture if the name ends with
     *             {@code .svg}, else a page for a browser. Null for no file. The default is that of the system property
     *             {@value #TRACE_PROPERTY}, else null. If no number of events was set, it is {@value #TRACE_DEFAULT}.
     * @return this.
     */
    public ClusterContext traceFile(final Path file)
    {
        checkNotConcluded();
        traceFile = file;
        if (null != file && 0 == trace)
        {
            trace = TRACE_DEFAULT;
        }
        return this;
    }

    /**
     * Where a space-time diagram is drawn when the cluster is closed.
     *
     * @return the setting, null for nowhere.
     */
    public Path traceFile()
    {
        return traceFile;
    }

    private static Path pathOf(final String file)
    {
        return null == file || file.isEmpty() ? null : Path.of(file);
    }

    long awaitTimeoutNs()
    {
        return awaitTimeout.isZero() ? NO_LIMIT_NS : SettingRanges.saturatedNanos(awaitTimeout);
    }

    UnitSettings unitSettings()
    {
        return new UnitSettings(
            topology, ThreadingMode.DEDICATED == threadingMode, sendRingSize, slabLength, isOneInFlight);
    }

    WaitSettings waitSettings()
    {
        return new WaitSettings(
            waiting, ThreadingMode.INVOKER == threadingMode, scheduler, awaitTimeoutNs());
    }

    long closeTimeoutNs()
    {
        return SettingRanges.saturatedNanos(closeTimeout);
    }

    long handlerTimeoutNs()
    {
        return SettingRanges.saturatedNanos(handlerTimeout);
    }

    /**
     * Fills in what was not set, checks that everything goes together, and ends the changes. When it fails, everything
     * is as before.
     */
    void conclude()
    {
        checkNotConcluded();
        final DependentSettings before = new DependentSettings(
            topology, threadingMode, linkRingSize, slabLength, handlerTimeout, threadFactory, errorHandler);
        take(before.concluded(maxIsochronLength, scheduler));
        given = before;
    }

    /**
     * There is no cluster with these settings after all: they are as before {@link #conclude()}.
     */
    void reopen()
    {
        take(given);
        given = null;
    }

    private void take(final DependentSettings settings)
    {
        topology = settings.topology();
        threadingMode = settings.threadingMode();
        linkRingSize = settings.linkRingSize();
        slabLength = settings.slabLength();
        handlerTimeout = settings.handlerTimeout();
        threadFactory = settings.threadFactory();
        errorHandler = settings.errorHandler();
    }

    @Override
    public String toString()
    {
        return "ClusterContext{topology=" + topology + ", threadingMode=" + threadingMode + ", waiting=" + waiting +
            ", sendRingSize=" + sendRingSize + ", linkRingSize=" + linkRingSize + ", readCap=" + readCap +
            ", maxIsochronLength=" + maxIsochronLength + ", slabLength=" + slabLength + ", awaitTimeout=" +
            awaitTimeout + ", closeTimeout=" + closeTimeout +
            (null == handlerTimeout ? "" : ", handlerTimeout=" + handlerTimeout) + ", paranoid=" + isParanoid +
            (isOneInFlight ? ", oneInFlight=true" : "") +
            (linkFaults.isNone() ? "" : ", linkFaults=" + linkFaults) + '}';
    }

    private void checkNotConcluded()
    {
        if (null != given)
        {
            throw new IllegalStateException(
                "this context belongs to a cluster already: make a new one for another cluster");
        }
    }
}
