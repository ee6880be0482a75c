/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

import com.sun.management.OperatingSystemMXBean;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;

/**
 * Measures threads that wait for one value: the processor time that they take, together with the cluster, and how long
 * after the ASSIGN was issued the first and the last of them run.
 * <p>
 * Exit status: 0 measured, 2 bad arguments.
 */
public final class WaitingThreads
{
    private static final String USAGE = "usage: java -cp benchmarks.jar org.isotach.benchmarks.WaitingThreads" +
        " [--threads 100] [--hosts 2] [--mode SHARED] [--tries 100] [--seconds 10]";
    private static final int MEASURED = 0;
    private static final int BAD_ARGUMENTS = 2;
    private static final int VARIABLE = 0;
    private static final int WARM_UP_TRIES = 20;
    private static final long SETTLE_MS = 1000;
    private static final long PAUSE_MS = 20;

    private int threads = 100;
    private int hosts = 2;
    private ThreadingMode mode = ThreadingMode.SHARED;
    private int tries = 100;
    private int seconds = 10;

    private WaitingThreads()
    {
    }

    /**
     * Measures once and prints the result.
     *
     * @param args see the class.
     * @throws InterruptedException when interrupted.
     */
    public static void main(final String[] args) throws InterruptedException
    {
        System.exit(run(args, System.out, System.err));
    }

    static int run(final String[] args, final PrintStream out, final PrintStream err) throws InterruptedException
    {
        final WaitingThreads waitingThreads = new WaitingThreads();
        try
        {
            waitingThreads.parse(args);
        }
        catch (final IllegalArgumentException ex)
        {
            err.println(ex.getMessage());
            err.println(USAGE);
            return BAD_ARGUMENTS;
        }
        waitingThreads.measure(out);
        return MEASURED;
    }

    private void parse(final String[] args)
    {
        for (int i = 0; i < args.length; i += 2)
        {
            if (i + 1 == args.length)
            {
                throw new IllegalArgumentException(args[i] + ": an option and its value were expected");
            }
            final String value = args[i + 1];
            switch (args[i])
            {
                case "--threads":
                    threads = Options.parseInt("--threads", value, 1, 10_000);
                    break;
                case "--hosts":
                    hosts = Options.parseInt("--hosts", value, 2, 1024);
                    break;
                case "--mode":
                    mode = Options.parseMode(value);
                    break;
                case "--tries":
                    tries = Options.parseInt("--tries", value, 1, 1_000_000);
                    break;
                case "--seconds":
                    seconds = Options.parseInt("--seconds", value, 1, 3600);
                    break;
                default:
                    throw new IllegalArgumentException(args[i] + ": no such option");
            }
        }
    }

    private void measure(final PrintStream out) throws InterruptedException
    {
        final ClusterContext context = new ClusterContext().hosts(hosts).threadingMode(mode)
            .readCap(Integer.highestOneBit(2 * threads - 1));
        final double percent;
        final long[] firstNs = new long[tries];
        final long[] lastNs = new long[tries];
        try (Cluster cluster = Cluster.launch(context))
        {
            final Crowd crowd = new Crowd(cluster, threads);
            for (int i = 0; i < WARM_UP_TRIES; i++)
            {
                crowd.gather(PAUSE_MS);
                crowd.release();
            }
            for (int i = 0; i < tries; i++)
            {
                crowd.gather(PAUSE_MS);
                final long startNs = crowd.release();
                firstNs[i] = crowd.first() - startNs;
                lastNs[i] = crowd.last() - startNs;
            }
            crowd.gather(SETTLE_MS);
            final long startNs = System.nanoTime();
            final long cpuStartNs = cpuTimeNs();
            Thread.sleep(TimeUnit.SECONDS.toMillis(seconds));
            percent = 100.0 * (cpuTimeNs() - cpuStartNs) / (System.nanoTime() - startNs);
            crowd.release();
            crowd.end();
        }
        out.printf(
            Locale.ROOT,
            "%d threads wait at %d hosts, %s, for %d s: %.2f %% of one core (whole process)%n",
            threads, hosts, mode, seconds, percent);
        out.printf(
            Locale.ROOT,
            "after the ASSIGN was issued, %d tries: first thread runs after %s, last thread after %s%n",
            tries, percentiles(firstNs), percentiles(lastNs));
    }

    private static String percentiles(final long[] ns)
    {
        Arrays.sort(ns);
        return String.format(
            Locale.ROOT, "%.0f us (median; worst %.0f us)", ns[ns.length / 2] / 1000.0, ns[ns.length - 1] / 1000.0);
    }

    private static long cpuTimeNs()
    {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    /**
     * Threads that read a variable which the main thread has scheduled.
     */
    private static final class Crowd
    {
        private final int size;
        private final MemoryPort port;
        private final Isochron isochron;
        private final AtomicLongArray wokenNs;
        private final Thread[] threads;
        private volatile Turn turn = new Turn(0);
        private volatile boolean isOver;

        private static final class Turn
        {
            private final CountDownLatch mayRead = new CountDownLatch(1);
            private final CountDownLatch areReading;
            private final CountDownLatch areWoken;
            private volatile Turn next;

            Turn(final int size)
            {
                areReading = new CountDownLatch(size);
                areWoken = new CountDownLatch(size);
            }
        }

        Crowd(final Cluster cluster, final int size)
        {
            this.size = size;
            final SharedMemory memory =
                SharedMemory.on(cluster, PageMap.builder().page(0, 0).build());
            // Where the only copy is, so that the SCHED precedes all READs.
            port = memory.port(cluster.host(0));
            isochron = cluster.host(0).isochron();
            wokenNs = new AtomicLongArray(size);
            threads = new Thread[size];
            turn = new Turn(size);
            for (int i = 0; i < size; i++)
            {
                final int index = i;
                final Host host = cluster.host(i % cluster.hostCount());
                final MemoryPort ownPort = memory.port(host);
                final Isochron ownIsochron = host.isochron();
                threads[i] = new Thread(() -> read(index, ownPort, ownIsochron), "waiting-" + i);
                threads[i].setDaemon(true);
                threads[i].start();
            }
        }

        private void read(final int index, final MemoryPort ownPort, final Isochron ownIsochron)
        {
            final IsoValue value = new IsoValue();
            Turn own = turn;
            while (awaitTurn(own))
            {
                ownIsochron.begin();
                ownPort.read(ownIsochron, VARIABLE, value);
                ownIsochron.issue();
                own.areReading.countDown();
                value.await();
                wokenNs.set(index, System.nanoTime());
                final Turn next = own.next;
                own.areWoken.countDown();
                own = next;
            }
        }

        private boolean awaitTurn(final Turn own)
        {
            try
            {
                own.mayRead.await();
                return !isOver;
            }
            catch (final InterruptedException ex)
            {
                return false;
            }
        }

        /**
         * Schedules the variable, lets the threads read it, and waits until they do.
         */
        void gather(final long pauseMs) throws InterruptedException
        {
            isochron.begin();
            port.sched(isochron, VARIABLE);
            isochron.issue();
            isochron.awaitExecuted();
            turn.next = new Turn(size);
            turn.mayRead.countDown();
            turn.areReading.await();
            Thread.sleep(pauseMs);
        }

        /**
         * Assigns the variable, and waits until all threads have run.
         *
         * @return when the ASSIGN was about to be issued.
         */
        long release() throws InterruptedException
        {
            isochron.begin();
            port.assign(isochron, VARIABLE, 1);
            final long startNs = System.nanoTime();
            isochron.issue();
            turn.areWoken.await();
            turn = turn.next;
            return startNs;
        }

        long first()
        {
            long first = wokenNs.get(0);
            for (int i = 1; i < size; i++)
            {
                first = Math.min(first, wokenNs.get(i));
            }
            return first;
        }

        long last()
        {
            long last = wokenNs.get(0);
            for (int i = 1; i < size; i++)
            {
                last = Math.max(last, wokenNs.get(i));
            }
            return last;
        }

        void end() throws InterruptedException
        {
            isOver = true;
            turn.mayRead.countDown();
            for (final Thread thread : threads)
            {
                thread.join();
            }
        }
    }
}
