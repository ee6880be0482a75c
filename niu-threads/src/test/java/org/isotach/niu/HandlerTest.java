/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

import org.isotach.Isochron;
import org.isotach.test.RecordingModel;
import org.isotach.test.TestThreads;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A handler runs in the middle of logical time: it may look, and nothing else.
 */
class HandlerTest
{
    private final ConcurrentLinkedQueue<Throwable> errors = new ConcurrentLinkedQueue<>();

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldRefuseEverythingThatIssuesOrWaitsInsideAHandler(final ThreadingMode mode)
    {
        final List<String> refusals = new ArrayList<>();
        final AtomicBoolean isDone = new AtomicBoolean();
        try (Cluster cluster = launch(mode))
        {
            final RecordingModel model = RecordingModel.on(cluster);
            final Host host = cluster.host(1);
            final Isochron closed = host.isochron();
            final Isochron open = host.isochron().begin();
            model.append(open, 5, 0);
            model.recorder(1).onExecution(payload -> host.models().runHandler(() ->
            {
                refuse(refusals, host::isochron);
                refuse(refusals, closed::begin);
                refuse(refusals, () -> model.append(open, 6, 0));
                refuse(refusals, open::fresh);
                refuse(refusals, open::abandon);
                refuse(refusals, open::issue);
                refuse(refusals, open::tryIssue);
                refuse(refusals, open::awaitExecuted);
                refuse(refusals, host::poll);
                refuse(refusals, cluster.host(0)::poll);
                refuse(refusals, () -> host.waiter().await(() -> true, "nothing"));
                refuse(refusals, host::tryClose);
                refuse(refusals, host::close);
                refuse(refusals, cluster::close);
                isDone.set(true);
            }));
            model.issue(cluster.host(0).isochron(), 1, 1);
            cluster.host(0).waiter().await(isDone::get, "the handler");
            open.abandon();
        }
        final String tail = " from inside a handler: a handler runs in the middle of logical time and can neither" +
            " issue nor wait; hand the work to an application thread";
        assertEquals(
            List.of(
                "Host.isochron()" + tail,
                "Isochron.begin()" + tail,
                "an operation of an isochron" + tail,
                "Isochron.fresh()" + tail,
                "Isochron.abandon()" + tail,
                "Isochron.tryIssue()" + tail,
                "Isochron.tryIssue()" + tail,
                "Isochron.awaitExecuted()" + tail,
                "Host.poll()" + tail,
                "Host.poll()" + tail,
                "waiting" + tail,
                "Host.tryClose()" + tail,
                "Host.tryClose()" + tail,
                "Cluster.close()" + tail),
            refusals);
        assertEquals(List.of(), List.copyOf(errors));
    }

    @Test
    void shouldLetOtherThreadsIssueWhileAHandlerRuns() throws Exception
    {
        try (Cluster cluster = launch(ThreadingMode.INVOKER))
        {
            final RecordingModel model = RecordingModel.on(cluster);
            final Isochron other = cluster.host(1).isochron();
            cluster.host(0).models().runHandler(() ->
            {
                final TestThreads threads = new TestThreads();
                threads.start("other", () -> model.issue(other, 1, 0, 1));
                assertDoesNotThrow(threads::join);
            });
            other.awaitExecuted();
        }
        assertEquals(List.of(), List.copyOf(errors));
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldTellTheErrorHandlerWhatAHandlerThrows(final ThreadingMode mode)
    {
        final RuntimeException failure = new RuntimeException("handler");
        final Error error = new StackOverflowError("handler");
        final RecordingModel model;
        try (Cluster cluster = launch(mode))
        {
            model = RecordingModel.on(cluster);
            model.recorder(1).onExecution(payload -> cluster.host(1).models().runHandler(() ->
            {
                if (1 == payload)
                {
                    throw failure;
                }
                if (2 == payload)
                {
                    throw error;
                }
            }));
            final Isochron isochron = cluster.host(0).isochron();
            for (int i = 0; i < 4; i++)
            {
                model.issue(isochron, i, 0, 1);
            }
            isochron.awaitExecuted();
        }
        assertEquals(List.of(failure, error), List.copyOf(errors));
        assertEquals(List.of(0L, 1L, 2L, 3L), model.recorder(0).payloads());
        assertEquals(List.of(0L, 1L, 2L, 3L), model.recorder(1).payloads());
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldGoOnWhenAnOperationThrows(final ThreadingMode mode)
    {
        final RuntimeException failure = new RuntimeException("operation");
        final RecordingModel model;
        try (Cluster cluster = launch(mode))
        {
            model = RecordingModel.on(cluster);
            model.recorder(1).onExecution(payload ->
            {
                if (0 == payload % 3)
                {
                    throw failure;
                }
            });
            final Isochron isochron = cluster.host(0).isochron();
            for (int i = 0; i < 9; i++)
            {
                model.issue(isochron, i, 0, 1);
                // What throws ends its frame, and isochrons that are issued in a hurry may share one.
                isochron.awaitExecuted();
            }
        }
        assertEquals(List.of(failure, failure, failure), List.copyOf(errors));
        assertEquals(9, model.recorder(1).executions.size());
        assertEquals(9, model.recorder(0).executions.size());
    }

    @Test
    void shouldBeOutsideOfAHandlerAgainAfterIt()
    {
        try (Cluster cluster = launch(ThreadingMode.INVOKER))
        {
            final RecordingModel model = RecordingModel.on(cluster);
            cluster.host(0).models().runHandler(() -> cluster.host(0).models().runHandler(() ->
            {
                throw new IllegalStateException("nested");
            }));
            final Isochron isochron = cluster.host(0).isochron();
            model.issue(isochron, 1, 0, 1);
            isochron.awaitExecuted();
            assertTrue(isochron.isExecuted());
        }
        assertEquals(1, errors.size());
    }

    private Cluster launch(final ThreadingMode mode)
    {
        return Cluster.launch(new ClusterContext().threadingMode(mode).errorHandler(errors::add));
    }

    private static void refuse(final List<String> refusals, final Executable call)
    {
        refusals.add(assertThrows(IllegalStateException.class, call).getMessage());
    }
}
