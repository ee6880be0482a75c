/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;

import org.isotach.Isochron;
import org.isotach.niu.spi.Waiting;

import org.isotach.test.RecordingModel;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * With {@link Waiting#PARK} everything may run on virtual threads, those of the cluster and those of applications.
 */
class VirtualThreadTest
{
    private static final int HOSTS = 4;
    private static final int ISOCHRONS = 20;
    // Threads that yield until they end kept others from ending, in one cluster of ten.
    private static final int CLUSTERS = 40;

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    @EnabledForJreRange(min = JRE.JAVA_21)
    void shouldRunOnVirtualThreads(final ThreadingMode mode) throws Exception
    {
        final ThreadFactory virtualThreads = virtualThreads();
        for (int i = 0; i < CLUSTERS; i++)
        {
            runCluster(mode, virtualThreads);
        }
    }

    private static void runCluster(final ThreadingMode mode, final ThreadFactory virtualThreads) throws Exception
    {
        final RecordingModel model;
        try (Cluster cluster = Cluster.launch(
            new ClusterContext().hosts(HOSTS).threadingMode(mode).threadFactory(virtualThreads)))
        {
            model = RecordingModel.on(cluster);
            final List<FutureTask<Void>> applications = new ArrayList<>();
            for (int host = 0; host < HOSTS; host++)
            {
                final Host issuer = cluster.host(host);
                final FutureTask<Void> application = new FutureTask<>(() -> issue(model, issuer), null);
                applications.add(application);
                virtualThreads.newThread(application).start();
            }
            for (final FutureTask<Void> application : applications)
            {
                application.get();
            }
        }
        for (int host = 0; host < HOSTS; host++)
        {
            assertEquals(HOSTS * ISOCHRONS, model.recorder(host).executions.size());
        }
    }

    private static void issue(final RecordingModel model, final Host host)
    {
        final Isochron isochron = host.isochron();
        for (int i = 0; i < ISOCHRONS; i++)
        {
            model.issue(isochron, i, 0, 1, 2, 3);
            isochron.awaitExecuted();
        }
    }

    // The tests are compiled for a JDK that has no virtual threads.
    private static ThreadFactory virtualThreads() throws ReflectiveOperationException
    {
        final Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        return (ThreadFactory)Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
    }
}
