/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;

import org.isotach.Isochron;
import org.isotach.niu.issue.Issuer;
import org.isotach.niu.send.FrameBatch;

/**
 * Creates the isochrons of one host. It owns the sizes of their memory, their largest length, and the setting that
 * their messages suggest raising. Threadsafe.
 */
final class HostIsochrons
{
    // The memory of isochrons holds at least this many batches, if no isochron is longer than that: a receiver that
    // holds one message holds the memory of a batch.
    private static final int BATCHES_PER_SLAB = 8;

    // Isochrons that are copied when they are sent need less.
    private static final int COPIED_PARTS = 4;

    private final int hostId;
    private final int hostCount;
    private final ClusterContext context;
    private final ApplicationIssuer.Common common;

    /**
     * @param hostId       number of the host.
     * @param hostCount    number of hosts of the cluster.
     * @param cluster      of the host.
     * @param issuer       of the host.
     * @param failurePolls creates the polls of failed calls, with a number of failures per poll.
     * @param pulse        logical time of the host.
     * @param waiters      creates waiters of the host, which wake up when a probe says so, or after any change if there
     *                     is none.
     */
    HostIsochrons(
        final int hostId,
        final int hostCount,
        final HostCluster cluster,
        final Issuer issuer,
        final IntFunction<FailurePoll> failurePolls,
        final LongSupplier pulse,
        final Function<BooleanSupplier, Waiter> waiters)
    {
        this.hostId = hostId;
        this.hostCount = hostCount;
        context = cluster.context();
        common = new ApplicationIssuer.Common(
            issuer,
            cluster.handlers(),
            () -> failurePolls.apply(1),
            owner -> cluster.counters().newCells(hostId, owner),
            cluster.events(),
            cluster.recorder(hostId),
            pulse,
            waiters);
    }

    private static int maxBatchLength(final ClusterContext context)
    {
        return Math.min(context.slabLength() / BATCHES_PER_SLAB, context.linkSize().maxBatchLength());
    }

    /**
     * Returns the length of the operations of the longest frame of a cluster with these settings, in bytes.
     */
    static int maxFrameLength(final ClusterContext context)
    {
        return Math.max(context.isochronLimit().length(), maxBatchLength(context));
    }

    /**
     * See {@link Host#isochron()}.
     */
    Isochron create()
    {
        final boolean isCopied = ThreadingMode.INVOKER == context.threadingMode();
        final int maxOfBatch = maxBatchLength(context);
        final IsochronLimit limit = context.isochronLimit();
        final int maxLength = limit.length();
        final ApplicationIssuer ofIsochron = newIssuer(new FrameBatch(hostId, hostCount, maxOfBatch));
        return ofIsochron.confine(new Isochron(
            ofIsochron,
            hostId,
            hostCount,
            isCopied ? Math.max(3 * maxLength, context.slabLength() / COPIED_PARTS) : context.slabLength(),
            maxLength,
            isCopied ? Isochron.COPIED : context.sendRingSize(),
            limit.remedy()));
    }

    private ApplicationIssuer newIssuer(final FrameBatch batch)
    {
        return context.paranoid() ? new ConfinedIssuer(common, batch) : new ApplicationIssuer(common, batch);
    }
}
