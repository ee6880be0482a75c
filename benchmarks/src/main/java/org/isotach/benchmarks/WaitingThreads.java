/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.ThreadingMode;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine;

/**
 * Measures threads that wait for one value: their processor time, that of the threads of the cluster, and the time from
 * the issue of the ASSIGN until the first and the last of them run.
 */
@Command(
    name = "WaitingThreads",
    description = "Measures threads that wait for one value: their processor time, and the time from the issue of " +
        "the ASSIGN until the first and the last of them run. Exit status: 0 measured, 2 on bad arguments.")
public final class WaitingThreads implements Callable<Integer>
{
    private static final int VARIABLE = 0;
    private static final int WARM_UP_TRIES = 20;
    private static final long SETTLE_MS = 1000;
    private static final long PAUSE_MS = 20;

    @Option(names = { "-h", "--help" }, usageHelp = true, description = "Show this help.")
    private boolean isHelpRequested;

    @Option(
        names = "--mode",
        defaultValue = "SHARED",
        description = "Threading mode: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private ThreadingMode mode;

    @Spec
    private CommandSpec spec;

    private int threads;
    private int hosts;
    private int tries;
    private int seconds;

    private WaitingThreads()
    {
    }

    /**
     * Measures once and prints the result.
     *
     * @param args see {@code --help}.
     */
    public static void main(final String[] args)
    {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine()
    {
        return Programs.commandLine(new WaitingThreads());
    }

    @Option(
        names = "--threads",
        paramLabel = "N",
        defaultValue = "100",
        description = "Threads that wait, 1..10000. Default: ${DEFAULT-VALUE}.")
    private void threads(final int value)
    {
        threads = Programs.checkRange(spec, "--threads", value, 1, 10_000);
    }

    @Option(
        names = "--hosts",
        paramLabel = "N",
        defaultValue = "2",
        description = "Hosts at which the threads wait in turn, 2..1024. Default: ${DEFAULT-VALUE}.")
    private void hosts(final int value)
    {
        hosts = Programs.checkRange(spec, "--hosts", value, 2, 1024);
    }

    @Option(
        names = "--tries",
        paramLabel = "N",
        defaultValue = "100",
        description = "Number of wake-ups, 1..1000000. Default: ${DEFAULT-VALUE}.")
    private void tries(final int value)
    {
        tries = Programs.checkRange(spec, "--tries", value, 1, 1_000_000);
    }

    @Option(
        names = "--seconds",
        paramLabel = "S",
        defaultValue = "10",
        description = "Seconds to measure processor time, 1..3600. Default: ${DEFAULT-VALUE}.")
    private void seconds(final int value)
    {
        seconds = Programs.checkRange(spec, "--seconds", value, 1, 3600);
    }

    @Override
    public Integer call() throws InterruptedException
    {
        final PrintWriter out = spec.commandLine().getOut();
        final List<Thread> clusterThreads = new CopyOnWriteArrayList<>();
        final ClusterContext context = new ClusterContext().hosts(hosts).threadingMode(mode)
            .readCap(Integer.highestOneBit(2 * threads - 1)).threadFactory(ProcessorTime.threadFactory(clusterThreads));
        final double waitingPercent;
        final double clusterPercent;
        final double processPercent;
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
            final ProcessorTime waiting = new ProcessorTime(crowd.threads());
            final ProcessorTime ofCluster = new ProcessorTime(clusterThreads);
            Thread.sleep(TimeUnit.SECONDS.toMillis(seconds));
            waitingPercent = waiting.threadsPercent();
            clusterPercent = ofCluster.threadsPercent();
            processPercent = ofCluster.processPercent();
            crowd.release();
            crowd.end();
        }
        out.printf(
            Locale.ROOT,
            "%d threads wait at %d hosts, %s, for %d s: %.2f %% of one core, threads of the cluster %.2f %% (whole" +
                " process: %.2f %%)%n",
            threads, hosts, mode, seconds, waitingPercent, clusterPercent, processPercent);
        out.printf(
            Locale.ROOT,
            "after the ASSIGN was issued, %d tries: first thread runs after %s, last thread after %s%n",
            tries, percentiles(firstNs), percentiles(lastNs));
        return ExitCode.OK;
    }

    private static String percentiles(final long[] ns)
    {
        Arrays.sort(ns);
        return String.format(
            Locale.ROOT, "%.0f us (median; worst %.0f us)", ns[ns.length / 2] / 1000.0, ns[ns.length - 1] / 1000.0);
    }

    /**
     * Threads that read a variable that the main thread has scheduled.
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
            // At the host of the only copy, so that the SCHED precedes all READs.
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

        List<Thread> threads()
        {
            return List.of(threads);
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
         * @return time just before the ASSIGN was issued.
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
