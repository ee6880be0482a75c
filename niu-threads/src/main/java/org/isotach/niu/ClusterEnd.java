/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.isotach.IsotachTimeoutException;
import org.isotach.niu.issue.ClusterState;
import org.isotach.niu.thread.ClusterThreads;
import org.isotach.niu.thread.Doorbell;
import org.isotach.niu.wait.ElapsedTime;
import org.isotach.niu.wait.WaitSettings;

/**
 * Ends a cluster once, however many threads ask for it: isochrons that were issued are executed, then the threads end,
 * then the models are told, and finally the threads that still wait. Threadsafe.
 */
final class ClusterEnd
{
    private static final long RETRY_CLOSE_INTERVAL_NS = 50_000;

    private final ClusterParts cluster;
    private final ClusterContext context;
    private final AllHosts hosts;
    private final ClusterState state;
    private final CountDownLatch end = new CountDownLatch(1);

    // Plain: a thread can find only itself here.
    private Thread closer;

    // Belongs to the thread that ends the cluster.
    private boolean isInterrupted;

    /**
     * @param cluster the cluster to close.
     */
    ClusterEnd(final ClusterParts cluster)
    {
        this.cluster = cluster;
        context = cluster.context();
        hosts = cluster.hosts;
        state = cluster.state;
    }

    /**
     * See {@link Cluster#close()}.
     */
    void come()
    {
        cluster.handlers.checkOutside("Cluster.close()");
        final Thread caller = Thread.currentThread();
        if (!state.tryBeginEnd())
        {
            // The thread that closes waits for a worker, and may be this one.
            if (caller != closer && !cluster.threads.isWorker(caller))
            {
                await();
            }
            return;
        }
        closer = caller;
        takeInterrupt();
        try
        {
            endWork();
        }
        finally
        {
            // Whatever has failed: the cluster is closed, and nobody may wait for it for ever.
            tellWaiting();
            closer = null;
            if (isInterrupted)
            {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void endWork()
    {
        try
        {
            hosts.closeBatches();
            if (drain() && !hosts.areShutDown())
            {
                hosts.checkAcknowledgements();
            }
        }
        finally
        {
            endThreads();
        }
    }

    private void tellWaiting()
    {
        state.end();
        // A thread that parks after this has seen that the cluster is closed. Partner: WaitLimit.check().
        cluster.duty.wakeAll();
        end.countDown();
    }

    private void await()
    {
        boolean wasInterrupted = false;
        while (!state.isClosed())
        {
            try
            {
                end.await();
            }
            catch (final InterruptedException ex)
            {
                wasInterrupted = true;
            }
        }
        if (wasInterrupted)
        {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * @return true if everything was executed in time.
     */
    private boolean drain()
    {
        final Doorbell doorbell = new Doorbell();
        final boolean isInvoker = ThreadingMode.INVOKER == context.threadingMode();
        final long timeoutNs = WaitSettings.saturatedNanos(context.closeTimeout());
        final ElapsedTime time = new ElapsedTime(context.scheduler(), timeoutNs);
        hosts.closer(doorbell);
        boolean mayExpel = true;
        // Others may still send as long as this member has not left.
        while (!hosts.areDrained() || null != cluster.trunks && !cluster.trunks.tryLeave())
        {
            if (time.ns() > timeoutNs)
            {
                cluster.handlers.report(new IsotachTimeoutException(
                    "cluster closed with isochrons that were not executed after " +
                    TimeUnit.NANOSECONDS.toMillis(timeoutNs) + " ms" + membersReport() +
                    cluster.stallReport()));
                return false;
            }
            mayExpel = mayExpel && tryGoOnExpelling();
            if (null != context.scheduler())
            {
                context.scheduler().idle("the end of the cluster");
            }
            else if (!isInvoker || 0 == hosts.work())
            {
                doorbell.idle();
                takeInterrupt();
            }
        }
        return true;
    }

    /**
     * @return false if an expulsion cannot go on.
     */
    private boolean tryGoOnExpelling()
    {
        try
        {
            cluster.expulsionTurn.goOn();
            return true;
        }
        catch (final Throwable ex)
        {
            // For example, no thread can replace one that is stuck.
            cluster.handlers.report(ex);
            return false;
        }
    }

    private String membersReport()
    {
        return null == cluster.trunks ? "" : ", members that have not closed: " + cluster.trunks.notClosed();
    }

    private void endThreads()
    {
        try
        {
            cluster.threads.end();
        }
        finally
        {
            closeTrunks();
            closeModels();
            cluster.events().close();
            TraceFile.writeIfAsked(cluster);
        }
    }

    /**
     * Streams that a thread of the application reads stay open: without their memory it would end the JVM.
     */
    private void closeTrunks()
    {
        final long startNs = System.nanoTime();
        while (null != cluster.trunks && !cluster.trunks.tryClose())
        {
            if (isLate(startNs))
            {
                cluster.handlers.report(new IsotachTimeoutException("trunks left open: a thread of the application " +
                    "has been inside Unit.doWork() or a wait for more than " + ClusterThreads.RETRY_CLOSE_TIMEOUT_MS +
                    " ms, in a trunk or the error handler; let both return at once. Nobody closes them any more: " +
                    "before it launches with the same trunks again, this JVM must end"));
                return;
            }
            pause();
        }
    }

    /**
     * Tells the models. If a handler of a host does not end, that is left to the thread inside it.
     */
    private void closeModels()
    {
        final long startNs = System.nanoTime();
        for (int host = 0; host < hosts.count(); host++)
        {
            while (!hosts.get(host).end().tryCloseModels() && !isLate(startNs))
            {
                pause();
            }
        }
    }

    private void pause()
    {
        LockSupport.parkNanos(RETRY_CLOSE_INTERVAL_NS);
        takeInterrupt();
    }

    /**
     * Closing works for an interrupted thread, too; but that does not park.
     */
    private void takeInterrupt()
    {
        isInterrupted |= Thread.interrupted();
    }

    private static boolean isLate(final long startNs)
    {
        return System.nanoTime() - startNs > TimeUnit.MILLISECONDS.toNanos(ClusterThreads.RETRY_CLOSE_TIMEOUT_MS);
    }
}
