/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

import org.isotach.Topology;
import org.isotach.niu.spi.Scheduler;
import org.isotach.niu.thread.SafeErrorHandler;

/**
 * The settings whose defaults depend on other settings and on the machine: as the user set them, or with their defaults
 * filled in.
 *
 * @param topology       null if not set.
 * @param threadingMode  null if not set.
 * @param linkRingSize   0 if not set.
 * @param linkLength     0 if not set.
 * @param slabLength     0 if not set.
 * @param handlerTimeout null if not set.
 * @param threadFactory  null if not set.
 * @param errorHandler   null if not set.
 */
record DependentSettings(
    Topology topology,
    ThreadingMode threadingMode,
    int linkRingSize,
    int linkLength,
    int slabLength,
    Duration handlerTimeout,
    ThreadFactory threadFactory,
    Consumer<Throwable> errorHandler)
{
    private static final int LINK_BYTES_PER_FRAME = 1024;
    private static final int LINK_ISOCHRONS = 4;
    private static final int LARGEST_DEFAULT_LINK = 1 << 30;
    private static final int SLAB_ISOCHRONS = 16;
    private static final int LARGEST_SLAB = 1 << 30;

    /**
     * Copies the present values.
     */
    private static DependentSettings of(final ClusterSettings settings)
    {
        return new DependentSettings(
            settings.topology,
            settings.threadingMode,
            settings.linkRingSize,
            settings.linkLength,
            settings.slabLength,
            settings.handlerTimeout,
            settings.threadFactory,
            settings.errorHandler);
    }

    /**
     * Fills in the defaults, and checks that the settings fit together. If it fails, the settings are unchanged.
     *
     * @return the values before.
     */
    static DependentSettings conclude(final ClusterSettings settings)
    {
        if (0 != settings.trace)
        {
            SettingRanges.writable("traceFile", settings.traceFile);
        }
        final DependentSettings before = of(settings);
        before.concluded(settings.maxIsochronLength, settings.scheduler).applyTo(settings);
        return before;
    }

    /**
     * Replaces the present values.
     */
    void applyTo(final ClusterSettings settings)
    {
        settings.topology = topology;
        settings.threadingMode = threadingMode;
        settings.linkRingSize = linkRingSize;
        settings.linkLength = linkLength;
        settings.slabLength = slabLength;
        settings.handlerTimeout = handlerTimeout;
        settings.threadFactory = threadFactory;
        settings.errorHandler = errorHandler;
    }

    /**
     * Fills in the defaults, and checks that the settings fit together.
     *
     * @param maxIsochronLength in bytes.
     * @param scheduler         null if there is none.
     * @return the settings of a cluster.
     * @throws IllegalArgumentException when they contradict each other.
     */
    private DependentSettings concluded(final int maxIsochronLength, final Scheduler scheduler)
    {
        final Topology network = null == topology ? Topology.singleSwitch(2) : topology;
        final int ringSize = 0 == linkRingSize ? linkRingSizeFor(network) : linkRingSize;
        return new DependentSettings(
            network,
            null == threadingMode ? threadingModeFor(network) : threadingMode,
            ringSize,
            0 == linkLength ? linkLengthFor(ringSize, maxIsochronLength) : linkLength,
            checkedSlabLength(maxIsochronLength),
            null == handlerTimeout ? handlerTimeoutWith(scheduler) : handlerTimeout,
            null == threadFactory ? DependentSettings::daemonThread : threadFactory,
            null == errorHandler ? SafeErrorHandler::log : errorHandler);
    }

    private static ThreadingMode threadingModeFor(final Topology network)
    {
        return ThreadingMode.forCores(
            Runtime.getRuntime().availableProcessors(), network.hostCount(), network.switchCount());
    }

    private static int linkRingSizeFor(final Topology network)
    {
        return network.hostCount() > ClusterSettings.MANY_HOSTS ? ClusterSettings.SMALL_LINK_RING_SIZE_DEFAULT :
            ClusterSettings.LINK_RING_SIZE_DEFAULT;
    }

    /**
     * Room for the given number of frames of 1 KiB each, and for one isochron of any length while others are on their
     * way.
     */
    private static int linkLengthFor(final int ringSize, final int maxIsochronLength)
    {
        final long length = Math.max((long)ringSize * LINK_BYTES_PER_FRAME, (long)LINK_ISOCHRONS * maxIsochronLength);
        return (int)Math.min(Long.highestOneBit(length - 1) << 1, LARGEST_DEFAULT_LINK);
    }

    private int checkedSlabLength(final int maxIsochronLength)
    {
        final int length = 0 == slabLength ?
            (int)Math.min((long)SLAB_ISOCHRONS * maxIsochronLength, LARGEST_SLAB) : slabLength;
        if (length / 3 < maxIsochronLength || length > LARGEST_SLAB)
        {
            throw new IllegalArgumentException("slabLength: " + length + " (expected: at least three times" +
                " maxIsochronLength " + maxIsochronLength + ", and at most 2^30 bytes; " +
                (length > LARGEST_SLAB ? "lower" : "raise") + " slabLength or leave it unset)");
        }
        return length;
    }

    /**
     * A scheduler has no clock.
     */
    private static Duration handlerTimeoutWith(final Scheduler scheduler)
    {
        return null == scheduler ? ClusterSettings.HANDLER_TIMEOUT_DEFAULT : Duration.ZERO;
    }

    private static Thread daemonThread(final Runnable work)
    {
        final Thread thread = new Thread(work);
        thread.setDaemon(true);
        return thread;
    }
}
