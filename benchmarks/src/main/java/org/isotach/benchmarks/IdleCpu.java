/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import com.sun.management.OperatingSystemMXBean;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.SharedMemory;

/**
 * Measures the processor time that a cluster takes while nobody issues anything.
 * <p>
 * Exit status: 0 measured, 2 bad arguments.
 */
public final class IdleCpu
{
    private static final String USAGE =
        "usage: java -cp benchmarks.jar org.isotach.benchmarks.IdleCpu [--hosts 4] [--mode SHARED] [--seconds 10]";
    private static final int MEASURED = 0;
    private static final int BAD_ARGUMENTS = 2;
    private static final int WARMUP_ISOCHRONS = 10_000;
    private static final long SETTLE_MS = 1000;

    private int hosts = 4;
    private ThreadingMode mode = ThreadingMode.SHARED;
    private int seconds = 10;

    private IdleCpu()
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
        final IdleCpu idleCpu = new IdleCpu();
        try
        {
            idleCpu.parse(args);
        }
        catch (final IllegalArgumentException ex)
        {
            err.println(ex.getMessage());
            err.println(USAGE);
            return BAD_ARGUMENTS;
        }
        idleCpu.print(measure(idleCpu.hosts, idleCpu.mode, idleCpu.seconds), out);
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
                case "--hosts":
                    hosts = Options.parseInt("--hosts", value, 2, 1024);
                    break;
                case "--mode":
                    mode = Options.parseMode(value);
                    break;
                case "--seconds":
                    seconds = Options.parseInt("--seconds", value, 1, 3600);
                    break;
                default:
                    throw new IllegalArgumentException(args[i] + ": no such option");
            }
        }
    }

    private void print(final Measurement measurement, final PrintStream out)
    {
        out.printf(
            Locale.ROOT,
            "%d hosts, %s, threads: %d, idle for %d s: %.2f %% of one core (whole process: %.2f %%)%n",
            hosts,
            mode,
            measurement.threads(),
            seconds,
            measurement.clusterPercent(),
            measurement.processPercent());
    }

    /**
     * Measures a cluster of which nobody wants anything.
     *
     * @param hosts   of the cluster.
     * @param mode    of its threads.
     * @param seconds for which it is measured.
     * @return processor time of the threads of the cluster, in percent of one core.
     * @throws InterruptedException when interrupted.
     */
    public static double measurePercent(final int hosts, final ThreadingMode mode, final int seconds)
        throws InterruptedException
    {
        return measure(hosts, mode, seconds).clusterPercent();
    }

    private static Measurement measure(final int hosts, final ThreadingMode mode, final int seconds)
        throws InterruptedException
    {
        final List<Thread> threads = new CopyOnWriteArrayList<>();
        final ClusterContext context = new ClusterContext().hosts(hosts).threadingMode(mode).threadFactory((task) ->
        {
            final Thread thread = new Thread(task);
            thread.setDaemon(true);
            threads.add(thread);
            return thread;
        });
        try (Cluster cluster = Cluster.launch(context))
        {
            work(cluster);
            Thread.sleep(SETTLE_MS);

            final long startNs = System.nanoTime();
            final long threadsStartNs = threadCpuTimeNs(threads);
            final long processStartNs = processCpuTimeNs();
            Thread.sleep(TimeUnit.SECONDS.toMillis(seconds));
            final double elapsedNs = System.nanoTime() - startNs;
            return new Measurement(
                threads.size(),
                100 * (threadCpuTimeNs(threads) - threadsStartNs) / elapsedNs,
                100 * (processCpuTimeNs() - processStartNs) / elapsedNs);
        }
    }

    /**
     * Idle is what a cluster is after work, not only before it.
     */
    private static void work(final Cluster cluster)
    {
        final SharedMemory memory = SharedMemory.on(cluster, PageMap.builder().page(0, 1).build());
        final MemoryPort port = memory.port(cluster.host(0));
        final Isochron isochron = cluster.host(0).isochron();
        final IsoValue value = new IsoValue();
        for (int i = 0; i < WARMUP_ISOCHRONS; i++)
        {
            isochron.begin();
            port.write(isochron, 0, i);
            port.read(isochron, 0, value);
            isochron.issue();
            value.await();
        }
    }

    private static long threadCpuTimeNs(final List<Thread> threads)
    {
        final ThreadMXBean bean = ManagementFactory.getThreadMXBean();
        long sum = 0;
        for (final Thread thread : threads)
        {
            sum += bean.getThreadCpuTime(thread.getId());
        }
        return sum;
    }

    private static long processCpuTimeNs()
    {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    /**
     * Processor time in percent of one core.
     */
    private record Measurement(int threads, double clusterPercent, double processPercent)
    {
    }
}
