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
 * The values of a {@link ClusterContext}, and their defaults. Only the context changes them.
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
    FrameTransport frames = FrameTransport.DIRECT;
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
     * Returns the hosts, switches and links.
     *
     * @return the topology, null if not set yet.
     */
    public Topology topology()
    {
        return topology;
    }

    /**
     * Returns which threads work for the units.
     *
     * @return the mode, null if not set yet.
     */
    public ThreadingMode threadingMode()
    {
        return threadingMode;
    }

    /**
     * Returns what idle threads do.
     *
     * @return the setting.
     */
    public Waiting waiting()
    {
        return waiting;
    }

    /**
     * Returns how many frames a host can have on their way.
     *
     * @return the setting.
     */
    public int sendRingSize()
    {
        return sendRingSize;
    }

    /**
     * Returns how many frames can be on their way from one host to another one.
     *
     * @return the setting, 0 if not set yet.
     */
    public int linkRingSize()
    {
        return linkRingSize;
    }

    /**
     * Returns how many bytes can be on their way from one host to another one.
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
     * Returns how many hosts, at most, adjacent switches with one token manager have in total.
     *
     * @return the setting.
     */
    public int hostsPerTokenManager()
    {
        return hostsPerTokenManager;
    }

    /**
     * Returns how many reads of a host can be issued and not yet answered.
     *
     * @return the setting.
     */
    public int readCap()
    {
        return readCap;
    }

    /**
     * Returns the largest length of the operations of one isochron.
     *
     * @return the length in bytes.
     */
    public int maxIsochronLength()
    {
        return maxIsochronLength;
    }

    /**
     * Returns how long the operations of one isochron can be: {@code maxIsochronLength}, or less if the links are
     * shorter.
     *
     * @return the limit, as it is when the cluster is launched.
     * @throws IllegalStateException as long as {@code linkLength} is not set.
     */
    public IsochronLimit isochronLimit()
    {
        if (0 == linkLength)
        {
            throw new IllegalStateException("linkLength is not set: set it, or launch the cluster first");
        }
        return IsochronLimit.of(maxIsochronLength, linkLength, linkSize());
    }

    /**
     * Returns how much memory each {@link Host#isochron()} has.
     *
     * @return the length in bytes, 0 if not set yet.
     */
    public int slabLength()
    {
        return slabLength;
    }

    /**
     * Returns how long a call may wait.
     *
     * @return the setting.
     */
    public Duration awaitTimeout()
    {
        return awaitTimeout;
    }

    /**
     * Returns how long {@link Cluster#close()} waits for isochrons that are on their way.
     *
     * @return the setting.
     */
    public Duration closeTimeout()
    {
        return closeTimeout;
    }

    /**
     * Returns how long {@link Cluster#expel} waits for a handler of the host to return.
     *
     * @return the time limit, null if not set yet.
     */
    public Duration handlerTimeout()
    {
        return handlerTimeout;
    }

    /**
     * Returns the factory of the threads of the cluster.
     *
     * @return the factory, null if not set yet.
     */
    public ThreadFactory threadFactory()
    {
        return threadFactory;
    }

    /**
     * Returns the scheduler that replaces the threads of the cluster.
     *
     * @return the scheduler, null if there is none.
     */
    public Scheduler scheduler()
    {
        return scheduler;
    }

    /**
     * Returns the handler of errors in the middle of work.
     *
     * @return the error handler, null if not set yet.
     */
    public Consumer<Throwable> errorHandler()
    {
        return errorHandler;
    }

    /**
     * Returns whether the cluster looks for mistakes that would otherwise go unnoticed.
     *
     * @return the setting.
     */
    public boolean paranoid()
    {
        return isParanoid;
    }

    /**
     * Returns whether a host has only one isochron on its way at a time.
     *
     * @return the setting.
     */
    public boolean oneInFlight()
    {
        return isOneInFlight;
    }

    /**
     * Returns the faults of the links.
     *
     * @return the setting.
     */
    public LinkFaults linkFaults()
    {
        return linkFaults;
    }

    /**
     * Returns what carries frames from host to host.
     *
     * @return the setting.
     */
    public FrameTransport frames()
    {
        return frames;
    }

    /**
     * Returns the number of events to keep for each host.
     *
     * @return the number, 0 if nothing is recorded.
     */
    public int trace()
    {
        return trace;
    }

    /**
     * Returns the file for the space-time diagram that is drawn when the cluster is closed.
     *
     * @return the file, null for none.
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
        return WaitSettings.limitNs(awaitTimeout);
    }

    UnitSettings unitSettings()
    {
        return new UnitSettings(
            topology, ThreadingMode.DEDICATED == threadingMode, sendRingSize, slabLength, isOneInFlight,
            null != scheduler);
    }

    WaitSettings waitSettings()
    {
        return new WaitSettings(waiting, ThreadingMode.INVOKER == threadingMode, scheduler, awaitTimeoutNs());
    }

    @Override
    public String toString()
    {
        return "ClusterContext{topology=" + topology + ", threadingMode=" + threadingMode + ", waiting=" + waiting +
            ", sendRingSize=" + sendRingSize + ", linkRingSize=" + linkRingSize + ", readCap=" + readCap +
            ", linkLength=" + linkLength + ", maxIsochronLength=" + maxIsochronLength + ", slabLength=" + slabLength +
            ", awaitTimeout=" + awaitTimeout + ", closeTimeout=" + closeTimeout +
            (null == handlerTimeout ? "" : ", handlerTimeout=" + handlerTimeout) + ", paranoid=" + isParanoid +
            (isOneInFlight ? ", oneInFlight=true" : "") + (linkFaults.isNone() ? "" : ", linkFaults=" + linkFaults) +
            (FrameTransport.DIRECT == frames ? "" : ", frames=" + frames) + '}';
    }
}
