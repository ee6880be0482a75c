/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.List;
import java.util.concurrent.CountDownLatch;

import org.isotach.Isochron;
import org.isotach.Topology;
import org.isotach.test.RecordingModel;
import org.isotach.test.TestThreads;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Logical time does not depend on applications: between isochrons they may stop, or die.
 */
class FaultTest
{
    private static final int ISOCHRONS = 200;

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldGoOnWhenAnApplicationThreadDies(final ThreadingMode mode) throws Exception
    {
        final RecordingModel model;
        try (Cluster cluster = launch(mode))
        {
            model = RecordingModel.on(cluster);
            final TestThreads victims = new TestThreads();
            victims.start("victim", () ->
            {
                final Isochron isochron = cluster.host(2).isochron();
                model.issue(isochron, 1000, 0, 1, 2);
                isochron.begin();
                model.append(isochron, 1001, 0, 1, 2);
            });
            victims.join();
            issueFromTheOthers(cluster, model);
        }
        assertEquals(2 * ISOCHRONS + 1, model.recorder(2).executions.size());
        assertEquals(model.recorder(0).executions, model.recorder(2).executions);
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldGoOnWhileAnApplicationThreadDoesSomethingElse(final ThreadingMode mode) throws Exception
    {
        final RecordingModel model;
        try (Cluster cluster = launch(mode))
        {
            model = RecordingModel.on(cluster);
            final CountDownLatch isBusy = new CountDownLatch(1);
            final CountDownLatch isOver = new CountDownLatch(1);
            final TestThreads busy = new TestThreads();
            busy.start("busy", () ->
            {
                final Isochron isochron = cluster.host(2).isochron().begin().fresh();
                model.append(isochron, 1000, 0, 1, 2);
                isBusy.countDown();
                isOver.await();
                isochron.issue();
            });
            isBusy.await();
            issueFromTheOthers(cluster, model);
            isOver.countDown();
            busy.join();
        }
        final List<Long> payloads = model.recorder(2).payloads();
        assertEquals(2 * ISOCHRONS + 1, payloads.size());
        assertEquals(1000, payloads.get(2 * ISOCHRONS));
        assertEquals(model.recorder(0).executions, model.recorder(2).executions);
    }

    private static void issueFromTheOthers(final Cluster cluster, final RecordingModel model)
    {
        final Isochron first = cluster.host(0).isochron();
        final Isochron second = cluster.host(1).isochron();
        for (int i = 0; i < ISOCHRONS; i++)
        {
            model.issue(first, 2 * i, 0, 1, 2);
            model.issue(second, 2 * i + 1, 0, 1, 2);
        }
        first.awaitExecuted();
        second.awaitExecuted();
    }

    /**
     * The credits of the idle host are few, so the others get on only if it is served.
     */
    private static Cluster launch(final ThreadingMode mode)
    {
        return Cluster.launch(new ClusterContext()
            .topology(Topology.chain(3, 3)).threadingMode(mode).sendRingSize(8).linkRingSize(4));
    }
}
