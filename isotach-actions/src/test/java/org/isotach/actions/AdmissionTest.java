/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.isotach.IsotachTimeoutException;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The queue in front of the reads of a host.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class AdmissionTest
{
    private static Cluster launch(final Duration awaitTimeout)
    {
        return Cluster.launch(
            new ClusterContext().hosts(1).threadingMode(ThreadingMode.SHARED).readCap(4).awaitTimeout(awaitTimeout));
    }

    @Test
    void shouldSayWhatIsReservedAndWhatToDo()
    {
        try (Cluster cluster = launch(Duration.ofSeconds(1)))
        {
            final Isotach isotach = Isotach.on(cluster, new IsotachContext());
            final Reservation held = isotach.reserve(isotach.longVariable("x"));
            final Admission admission = new Admission(cluster, () -> cluster.host(0));
            assertEquals(1, admission.enter(0, "the first"));
            assertEquals(1, admission.enter(0, "the second"));
            final String message =
                assertThrows(IsotachTimeoutException.class, () -> admission.enter(0, "the third")).getMessage();
            assertTrue(message.startsWith("the third has waited PT1S for its turn: it needs 1 of the 2 reads" +
                " for actions that wait, and others have 2; close reservations sooner, or raise" +
                " ClusterContext.readCap"), message);
            assertTrue(message.contains("\n  variable 0 (x) is reserved by host 0 (host-0), thread '" +
                Thread.currentThread().getName() + "', for at least "), message);
            held.close();
        }
    }

    @Test
    void shouldLetThoseThroughForWhichThereIsRoom() throws Exception
    {
        try (Cluster cluster = launch(Duration.ofMinutes(1)))
        {
            final Admission admission = new Admission(cluster, () -> cluster.host(0));
            assertEquals(1, admission.enter(0, "the first"));
            final CompletableFuture<Integer> large = TestIsotach.waiting(() -> admission.enter(1, "the large one"));
            assertEquals(1, admission.enter(0, "one that the large one may wait for"));
            assertFalse(large.isDone());
            admission.leave(2);
            assertEquals(2, large.get());
        }
    }
}
