/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.time.Duration;

import org.isotach.HostExpelledException;
import org.isotach.test.BusyOnDuty;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * Threads that wait for nothing else at a host that is expelled.
 */
@Timeout(20)
final class ExpelledWaiterTest
{
    /**
     * Nobody else wakes the thread: the one on duty, which does that from time to time, is busy.
     */
    @Test
    void shouldBeWokenWhenTheExpulsionOfItsHostBegins() throws InterruptedException
    {
        try (Cluster cluster = Cluster.launch(new ClusterContext()
            .hosts(3).threadingMode(ThreadingMode.SHARED).awaitTimeout(Duration.ZERO)))
        {
            final HostEnd end = cluster.host(1).end();
            try (BusyOnDuty other = new BusyOnDuty(cluster.host(2).waiter()))
            {
                final TestThreads threads = new TestThreads();
                final Waiter waiter = cluster.host(1).waiter();
                other.awaitWaiting(threads.start("waiting", () ->
                    assertThrows(HostExpelledException.class, () -> waiter.awaitCall(() -> false, "nothing"))));
                end.beginExpulsion();
                threads.join();
            }
            while (!end.tryEndExpulsion())
            {
                TestThreads.checkNotInterrupted();
                Thread.yield();
            }
        }
    }
}
