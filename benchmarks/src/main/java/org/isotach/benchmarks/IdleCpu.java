/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import org.isotach.Isochron;
import org.isotach.PageMap;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
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
 * Measures the processor time that an idle cluster takes.
 */
@Command(
    name = "IdleCpu",
    description = "Measures the processor time that an idle cluster takes. Exit status: 0 measured, 2 on bad " +
        "arguments.")
public final class IdleCpu implements Callable<Integer>
{
    private static final int WARMUP_ISOCHRONS = 10_000;
    private static final long SETTLE_MS = 1000;

    @Option(names = { "-h", "--help" }, usageHelp = true, description = "Show this help.")
    private boolean isHelpRequested;

    @Option(
        names = "--mode",
        defaultValue = "SHARED",
        description = "Threading mode: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private ThreadingMode mode;

    @Spec
    private CommandSpec spec;

    private int hosts;
    private int seconds;

    private IdleCpu()
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
        return Programs.commandLine(new IdleCpu());
    }

    @Option(
        names = "--hosts",
        paramLabel = "N",
        defaultValue = "4",
        description = "Hosts of the cluster, 2..1024. Default: ${DEFAULT-VALUE}.")
    private void hosts(final int value)
    {
        hosts = Programs.checkRange(spec, "--hosts", value, 2, 1024);
    }

    @Option(
        names = "--seconds",
        paramLabel = "S",
        defaultValue = "10",
        description = "Seconds to measure, 1..3600. Default: ${DEFAULT-VALUE}.")
    private void seconds(final int value)
    {
        seconds = Programs.checkRange(spec, "--seconds", value, 1, 3600);
    }

    @Override
    public Integer call() throws InterruptedException
    {
        print(measure(hosts, mode, seconds), spec.commandLine().getOut());
        return ExitCode.OK;
    }

    private void print(final Measurement measurement, final PrintWriter out)
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
     * Measures an idle cluster.
     *
     * @param hosts   of the cluster.
     * @param mode    of its threads.
     * @param seconds duration of the measurement.
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
        final ClusterContext context = new ClusterContext().hosts(hosts).threadingMode(mode)
            .threadFactory(ProcessorTime.threadFactory(threads));
        try (Cluster cluster = Cluster.launch(context))
        {
            work(cluster);
            Thread.sleep(SETTLE_MS);

            final ProcessorTime time = new ProcessorTime(threads);
            Thread.sleep(TimeUnit.SECONDS.toMillis(seconds));
            return new Measurement(threads.size(), time.threadsPercent(), time.processPercent());
        }
    }

    /**
     * A cluster becomes idle after work, not only before it.
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

    /**
     * Processor time in percent of one core.
     */
    private record Measurement(int threads, double clusterPercent, double processPercent)
    {
    }
}
