/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.isotach.niu.Waiter;
import org.isotach.test.BusyOnDuty;
import org.isotach.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Programs that share the links of one host.
 */
class CardTest
{
    private static final int FIRST = 0;
    private static final int SECOND = 1;

    /**
     * Nobody else wakes the thread: the one on duty, which does that from time to time, is busy.
     */
    @Test
    @Timeout(value = 1, unit = TimeUnit.MINUTES)
    void h25ShouldWakeTheProgramThatWasSwitchedInWhenTheOtherOneHasLeft() throws InterruptedException
    {
        try (Cluster cluster = Cluster.launch(
            new ClusterContext().hosts(2).threadingMode(ThreadingMode.SHARED).awaitTimeout(Duration.ZERO)))
        {
            final Waiter waiter = cluster.host(0).waiter();
            final Card card = new Card(0, new Card[2], null, 1024, 1024);
            card.join(cluster.host(0).waiter(), 1);
            card.join(waiter, 2);
            assertTrue(card.tryEnter(FIRST));
            card.switchIn(SECOND);
            try (BusyOnDuty other = new BusyOnDuty(cluster.host(1).waiter()))
            {
                final TestThreads threads = new TestThreads();
                other.awaitWaiting(threads.start("second", () ->
                    waiter.awaitCall(() -> card.tryEnter(SECOND), "the links")));
                card.exit(FIRST);
                threads.join();
            }
            card.exit(SECOND);
        }
    }
}
