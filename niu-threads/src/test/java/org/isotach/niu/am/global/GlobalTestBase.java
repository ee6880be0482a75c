/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am.global;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.am.ActiveMessages;
import org.isotach.niu.am.AmContext;
import org.isotach.niu.spi.LinkFaults;
import org.isotach.test.TestThreads;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.provider.Arguments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * A cluster with a global memory, and a thread per host, all with the same program.
 */
abstract class GlobalTestBase
{
    static final int LENGTH = 1 << 14;
    static final int HOSTS = 3;

    private static final LinkFaults FIVE_PERCENT = new LinkFaults(0.05, 0.05, 0.05, 0.05, 0.05, 7);

    final List<Throwable> errors = new CopyOnWriteArrayList<>();
    Cluster cluster;
    ActiveMessages am;
    GlobalMemory g;

    /**
     * The program of all hosts.
     */
    @FunctionalInterface
    interface Program
    {
        void run(GlobalPort port) throws Exception;
    }

    static Stream<Arguments> modes()
    {
        return Stream.of(ThreadingMode.values())
            .flatMap(mode -> Stream.of(arguments(mode, LinkFaults.NONE), arguments(mode, FIVE_PERCENT)));
    }

    void launch(final ClusterContext context, final AmContext amContext)
    {
        cluster = Cluster.launch(context.errorHandler(errors::add));
        am = ActiveMessages.on(cluster, amContext);
        g = GlobalMemory.on(am, LENGTH);
    }

    /**
     * All hosts on the thread of the test: waiting takes no longer than 20 ms.
     */
    void launchStepped(final int hosts, final AmContext amContext)
    {
        launch(new ClusterContext().hosts(hosts).threadingMode(ThreadingMode.INVOKER)
            .awaitTimeout(Duration.ofMillis(20)), amContext);
    }

    GlobalPort port(final int host)
    {
        return g.port(cluster.host(host));
    }

    void runAll(
        final ThreadingMode mode, final LinkFaults faults, final AmContext amContext, final Program program)
        throws Exception
    {
        launch(new ClusterContext().hosts(HOSTS).threadingMode(mode).linkFaults(faults), amContext);
        final TestThreads threads = new TestThreads();
        for (int host = 0; host < HOSTS; host++)
        {
            final GlobalPort port = port(host);
            threads.start("host-" + host, () ->
            {
                program.run(port);
                port.finish();
            });
        }
        threads.join();
        assertEquals(List.of(), errors);
    }

    void runAll(final ThreadingMode mode, final LinkFaults faults, final Program program) throws Exception
    {
        // Early time-outs: more is repeated than was lost, and nobody waits for long.
        runAll(mode, faults, new AmContext().firstTimeout(Duration.ofNanos(100_000)), program);
    }

    @AfterEach
    void closeCluster()
    {
        if (null != cluster)
        {
            cluster.close();
        }
    }
}
