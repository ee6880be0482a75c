/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

import org.isotach.Topology;
import org.isotach.niu.issue.UnitSettings;
import org.isotach.niu.link.LinkSize;
import org.isotach.niu.spi.LinkFaults;
import org.isotach.niu.spi.Scheduler;
import org.isotach.niu.spi.Waiting;
import org.isotach.niu.wait.WaitSettings;

/**
 * What a {@link ClusterContext} holds: the values, their defaults, and what the parts of a cluster read from them. The
 * context is the only one to change them.
 */
abstract class ClusterSettings
{
    /**
     * Default of {@link ClusterContext#sendRingSize()}.
     */
    public static final int SEND_RING_SIZE_DEFAULT = 256;

    /**
     * System property with the default of {@link ClusterContext#paranoid(boolean)}.
     */
    public static final String PARANOID_PROPERTY = "isotach.paranoid";

    /**
     * System property with the default of {@link ClusterContext#oneInFlight(boolean)}.
     */
    public static final String ONE_IN_FLIGHT_PROPERTY = "isotach.one.in.flight";

    /**
     * System property with the default of {@link ClusterContext#traceFile(Path)}.
     */
    public static final String TRACE_PROPERTY = "isotach.trace";

    /**
     * Default of {@link ClusterContext#trace()} where there is a {@link ClusterContext#traceFile()}.
     */
    public static final int TRACE_DEFAULT = 1024;

    /**
     * Default of {@link ClusterContext#linkRingSize()} up to {@link ClusterContext#MANY_HOSTS} hosts.
     */
    public static final int LINK_RING_SIZE_DEFAULT = 256;

    /**
     * Default of {@link ClusterContext#linkRingSize()} with more than {@link ClusterContext#MANY_HOSTS} hosts, where
     * links are many.
     */
    public static final int SMALL_LINK_RING_SIZE_DEFAULT = 32;

    /**
     * Number of hosts above which links are smaller by default.
     */
    public static final int MANY_HOSTS = 16;

    /**
     * Default of {@link ClusterContext#readCap()}.
     */
    public static final int READ_CAP_DEFAULT = 1024;

    /**
     * Default of {@link ClusterContext#hostsPerTokenManager()}.
     */
    public static final int HOSTS_PER_TOKEN_MANAGER_DEFAULT = 16;

    /**
     * Default of {@link ClusterContext#maxIsochronLength()} in bytes.
     */
    public static final int MAX_ISOCHRON_LENGTH_DEFAULT = 32 * 1024;

    /**
     * Default of {@link ClusterContext#awaitTimeout()}.
     */
    public static final Duration AWAIT_TIMEOUT_DEFAULT = Duration.ofSeconds(60);

    /**
     * Default of {@link ClusterContext#closeTimeout()}.
     */
    public static final Duration CLOSE_TIMEOUT_DEFAULT = Duration.ofSeconds(10);

    /**
     * Default of {@link ClusterContext#handlerTimeout()}.
     */
    public static final Duration HANDLER_TIMEOUT_DEFAULT = Duration.ofSeconds(1);

    /**
     * Time limit that means none.
     */
    static final long NO_LIMIT_NS = WaitSettings.NO_LIMIT_NS;

    Topology topology;
    ThreadingMode threadingMode;
    Waiting waiting = Waiting.PARK;
    int sendRingSize = SEND_RING_SIZE_DEFAULT;
    int linkRingSize;
    int linkLength;
    int readCap = READ_CAP_DEFAULT;
    int hostsPerTokenManager = HOSTS_PER_TOKEN_MANAGER_DEFAULT;
    int maxIsochronLength = MAX_ISOCHRON_LENGTH_DEFAULT;
    int slabLength;
    Duration awaitTimeout = AWAIT_TIMEOUT_DEFAULT;
    Duration closeTimeout = CLOSE_TIMEOUT_DEFAULT;
    Duration handlerTimeout;
    ThreadFactory threadFactory;
    Scheduler scheduler;
    Consumer<Throwable> errorHandler;
    boolean isOneInFlight = Boolean.getBoolean(ONE_IN_FLIGHT_PROPERTY);
    LinkFaults linkFaults = LinkFaults.parse(System.getProperty(LinkFaults.PROPERTY, "seed=0"));
    boolean isParanoid = Boolean.getBoolean(PARANOID_PROPERTY);
    Path traceFile = pathOf(System.getProperty(TRACE_PROPERTY));
    int trace = null == traceFile ? 0 : TRACE_DEFAULT;

    /**
     * For {@link ClusterContext}.
     */
    ClusterSettings()
    {
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
     * Who works for the units.
     *
     * @return the mode, null if not set yet.
     */
    public ThreadingMode threadingMode()
    {
        return threadingMode;
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
     * Frames that a host can have on their way.
     *
     * @return the setting.
     */
    public int sendRingSize()
    {
        return sendRingSize;
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
     * Bytes that can be on their way from one host to another one.
     *
     * @return the setting, 0 if not set yet.
     */
    public int linkLength()
    {
        return linkLength;
    }

    LinkSize linkSize()
    {
        return LinkSize.growing(linkRingSize, linkLength);
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
     * Reads that a host can have outstanding.
     *
     * @return the setting.
     */
    public int readCap()
    {
        return readCap;
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
     * Memory that each {@link Host#isochron()} has.
     *
     * @return in bytes, 0 if not set yet.
     */
    public int slabLength()
    {
        return slabLength;
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
     * @return the setting.
     */
    public Duration closeTimeout()
    {
        return closeTimeout;
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
     * Makes the threads of the cluster.
     *
     * @return the factory, null if not set yet.
     */
    public ThreadFactory threadFactory()
    {
        return threadFactory;
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
     * Told of what handlers throw.
     *
     * @return the error handler, null if not set yet.
     */
    public Consumer<Throwable> errorHandler()
    {
        return errorHandler;
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
     * Only one isochron of a host at a time?
     *
     * @return the setting.
     */
    public boolean oneInFlight()
    {
        return isOneInFlight;
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
     * Events that are kept of each host.
     *
     * @return the setting, 0 if nothing is recorded.
     */
    public int trace()
    {
        return trace;
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

    @Override
    public String toString()
    {
        return "ClusterContext{topology=" + topology + ", threadingMode=" + threadingMode + ", waiting=" + waiting +
            ", sendRingSize=" + sendRingSize + ", linkRingSize=" + linkRingSize + ", readCap=" + readCap +
            ", linkLength=" + linkLength + ", maxIsochronLength=" + maxIsochronLength + ", slabLength=" + slabLength +
            ", awaitTimeout=" + awaitTimeout + ", closeTimeout=" + closeTimeout +
            (null == handlerTimeout ? "" : ", handlerTimeout=" + handlerTimeout) + ", paranoid=" + isParanoid +
            (isOneInFlight ? ", oneInFlight=true" : "") +
            (linkFaults.isNone() ? "" : ", linkFaults=" + linkFaults) + '}';
    }
}
