/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import org.isotach.IsotachException;
import org.isotach.IsotachInterruptedException;
import org.isotach.IsotachTimeoutException;
import org.isotach.niu.Cluster;
import org.isotach.niu.Host;

/**
 * A queue in front of the reads that a host may have outstanding. Threads for which there is no room wait here, because
 * they would only wake each other if they tried. Actions that wait may take a quarter of the reads, asynchronous ones,
 * for which no thread waits, a half; the others are for calls that do not wait. All methods are threadsafe.
 */
final class Admission
{
    /**
     * In place of a number of reads: the wait has ended without them.
     */
    static final int NOT_NEEDED = -1;

    private static final long FIRST_LOOK_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int MAX_LOOKERS = 64;
    private static final int MANY = 8;
    private static final int PART_OF_THREADS = 4;
    private static final int PART_OF_OTHERS = 2;
    private static final long MAX_LOOK_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Cluster cluster;
    private final Supplier<Host> host;
    private final String whose;
    private final String remedy;
    private final int part;
    private final int maxReads;
    private final Semaphore reads;
    private final Semaphore lookers = new Semaphore(MAX_LOOKERS);

    private Admission(
        final Cluster cluster, final Supplier<Host> host, final String whose, final String remedy, final int part)
    {
        this.cluster = cluster;
        this.host = host;
        this.whose = whose;
        this.remedy = remedy;
        this.part = part;
        maxReads = Math.max(1, cluster.context().readCap() / part);
        reads = new Semaphore(maxReads, true);
    }

    /**
     * Returns the queue of actions whose threads wait for the values.
     *
     * @param host at which threads wait, whenever one does.
     */
    static Admission ofThreads(final Cluster cluster, final Supplier<Host> host)
    {
        return new Admission(cluster, host, "actions that wait", "", PART_OF_THREADS);
    }

    /**
     * Returns the queue of actions for whose values no thread waits.
     *
     * @param host at which threads wait, whenever one does.
     */
    static Admission ofAsynchronous(final Cluster cluster, final Supplier<Host> host)
    {
        return new Admission(
            cluster, host, "asynchronous actions that wait", ", let their executors run the bodies", PART_OF_OTHERS);
    }

    /**
     * Lets an action in, if there is room and nobody waits: one that needs many reads is not overtaken for ever.
     *
     * @param toRead number of words that it reads, and does not reserve.
     * @return the number of reads to give back with {@link #leave}; 0 if there is no room for them.
     */
    int tryEnter(final int toRead)
    {
        return reads.hasQueuedThreads() ? 0 : tryPass(toRead);
    }

    /**
     * Lets an action in, if there is room, before those that wait: they may wait for what its thread has reserved.
     *
     * @param toRead as {@link #tryEnter}.
     * @return as {@link #tryEnter}.
     */
    int tryPass(final int toRead)
    {
        final int count = readsOf(toRead);
        return reads.tryAcquire(count) ? count : 0;
    }

    /**
     * Waits for the turn of an action.
     *
     * @param toRead   number of words that it reads, and does not reserve.
     * @param what     the action, for messages.
     * @param look     looked at now and then; the wait ends if it returns true, or throws. Null for none.
     * @param mustLook false to leave the look out if many others look, or if it needs many reads.
     * @return the number of reads to give back with {@link #leave}; {@link #NOT_NEEDED} if the look has ended the wait.
     * @throws IsotachException if the turn does not come in time, or the thread is interrupted.
     */
    int enter(final int toRead, final Object what, final BooleanSupplier look, final boolean mustLook)
    {
        final int count = readsOf(toRead);
        if (null != cluster.context().scheduler())
        {
            // The scheduler must know of every wait.
            final boolean[] isIn = new boolean[1];
            host.get().waiter().await(
                () -> (isIn[0] = reads.tryAcquire(count)) || null != look && look.getAsBoolean(), what);
            return isIn[0] ? count : NOT_NEEDED;
        }
        // Each look gives up a place in the queue, and goes through it. So a few do that, and who needs many only if it
        // must.
        final boolean isLooker = null != look && !mustLook && isSmall(count) && lookers.tryAcquire();
        try
        {
            return await(count, what, isLooker || mustLook ? look : null);
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            throw new IsotachInterruptedException(
                "interrupted while " + what + " waited for its turn: nothing is reserved");
        }
        finally
        {
            if (isLooker)
            {
                lookers.release();
            }
        }
    }

    private boolean isSmall(final int count)
    {
        return count <= Math.max(1, maxReads / MANY);
    }

    private int await(final int count, final Object what, final BooleanSupplier look) throws InterruptedException
    {
        final long timeoutNs = Settings.nanos(cluster.context().awaitTimeout());
        final long limitNs = 0 == timeoutNs ? Long.MAX_VALUE : timeoutNs;
        final long startNs = System.nanoTime();
        // Who needs many looks ever more rarely, so that it keeps its place for long enough.
        final long maxLookNs = isSmall(count) ? MAX_LOOK_NS : limitNs;
        long lookNs = null == look ? limitNs : Math.min(limitNs, FIRST_LOOK_NS);
        while (!reads.tryAcquire(count, lookNs, TimeUnit.NANOSECONDS))
        {
            if (null != look && look.getAsBoolean())
            {
                return NOT_NEEDED;
            }
            final long restNs = limitNs - (System.nanoTime() - startNs);
            if (restNs <= 0)
            {
                throw new IsotachTimeoutException(what + " has waited " +
                    TimeUnit.NANOSECONDS.toMillis(limitNs) + " ms for its turn: " + needs(count) +
                    ", and others have " + (maxReads - reads.availablePermits()) + "; close reservations sooner" +
                    remedy + ", or " + moreReads() + host.get().waiter().stallReport());
            }
            lookNs = null == look ? restNs : Math.min(restNs, Math.min(2 * lookNs, maxLookNs));
        }
        return count;
    }

    /**
     * Returns the number of reads that count for an action.
     *
     * @param toRead number of words that it reads, and does not reserve.
     */
    int readsOf(final int toRead)
    {
        return Math.min(1 + toRead, maxReads);
    }

    /**
     * Returns whether a number of reads is left beside others.
     */
    boolean hasRoom(final int count, final int others)
    {
        return count <= maxReads - others;
    }

    /**
     * Says what a call needs, for messages.
     */
    String needs(final int count)
    {
        return "it needs " + count + " of the " + maxReads + " reads for " + whose;
    }

    /**
     * Says how to get more, for messages.
     */
    String moreReads()
    {
        return "raise ClusterContext.readCap, " + (PART_OF_THREADS == part ? "a quarter" : "half") +
            " of which is for these";
    }

    /**
     * @param count the result of {@link #tryEnter} or {@link #enter}; 0 if neither was called.
     */
    void leave(final int count)
    {
        if (count > 0)
        {
            reads.release(count);
        }
    }

    @Override
    public String toString()
    {
        return "Admission{" + reads.availablePermits() + " of " + maxReads + " reads for " + whose + '}';
    }
}
