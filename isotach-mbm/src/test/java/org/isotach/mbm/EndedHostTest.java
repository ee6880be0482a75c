/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * Signals and barriers of a host that is closed or expelled: callers are told so whatever they had done before, and no
 * other host waits for it.
 */
final class EndedHostTest
{
    private static final int CHANNEL = 1;

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldRefuseToRegisterABarrierAtAClosedHost(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            cluster.host(0).tryClose();
            final Mailbox mailbox = cluster.mailbox(0);
            assertRefused("host 0 is closed: nothing can be issued from it", () ->
                mailbox.registerBarrier(CHANNEL, BarrierMode.WEAK));
            cluster.mailbox(1).registerBarrier(CHANNEL, BarrierMode.WEAK);
            cluster.port(1).barrier(CHANNEL, BarrierMode.WEAK);
            cluster.receive(1, Delivery.Kind.BARRIER, CHANNEL);
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldLetTheOthersGoOnWhenAClosedHostClearsABarrier(final ThreadingMode mode)
    {
        try (TestCluster cluster = launch(mode))
        {
            register(cluster, BarrierMode.STRONG);
            cluster.port(1).barrier(CHANNEL, BarrierMode.STRONG);
            cluster.host(0).tryClose();
            cluster.mailbox(0).clearBarrier(CHANNEL);
            cluster.receive(1, Delivery.Kind.BARRIER, CHANNEL);
            cluster.mailbox(0).clearBarrier(CHANNEL);
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void shouldClearABarrierAfterTheEndOfTheCluster(final ThreadingMode mode)
    {
        final Mailbox mailbox;
        try (TestCluster cluster = launch(mode))
        {
            register(cluster, BarrierMode.WEAK);
            mailbox = cluster.mailbox(0);
        }
        mailbox.clearBarrier(CHANNEL);
        mailbox.clearBarrier(CHANNEL);
    }

    /**
     * The host has come again in the middle of an execution, and sends no credit for that.
     */
    @Test
    void shouldRefuseAParticipationThatIssuesNothing()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            register(cluster, BarrierMode.WEAK);
            cluster.mailbox(0).clearBarrier(CHANNEL);
            cluster.settle();
            cluster.mailbox(0).registerBarrier(CHANNEL, BarrierMode.WEAK);
            cluster.host(0).tryClose();
            assertRefused("host 0 is closed: nothing can be issued from it", () ->
                cluster.port(0).tryBarrier(CHANNEL, BarrierMode.WEAK));
            cluster.mailbox(0).clearBarrier(CHANNEL);
            for (int i = 0; i < 3; i++)
            {
                cluster.port(1).barrier(CHANNEL, BarrierMode.WEAK);
                cluster.receive(1, Delivery.Kind.BARRIER, CHANNEL);
            }
        }
    }

    @Test
    void shouldSayThatTheHostHasEndedWhateverItHadDoneBefore()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            register(cluster, BarrierMode.WEAK);
            cluster.port(0).barrier(CHANNEL, BarrierMode.WEAK);
            cluster.host(0).tryClose();
            final String message = "host 0 is closed: nothing can be issued from it";
            assertRefused(message, () -> cluster.port(0).tryBarrier(CHANNEL, BarrierMode.WEAK));
            assertRefused(message, () -> cluster.port(0).tryBarrier(2, BarrierMode.WEAK));
            assertRefused(message, () -> cluster.port(0).trySignal(2));
            cluster.cluster().expel(0);
            assertThrows(HostExpelledException.class, () -> cluster.port(0).tryBarrier(CHANNEL, BarrierMode.WEAK));
            assertThrows(HostExpelledException.class, () -> cluster.port(0).tryBarrier(2, BarrierMode.WEAK));
            assertThrows(HostExpelledException.class, () -> cluster.port(0).trySignal(2));
        }
    }

    @Test
    void shouldNotSendAHostThatHasEndedToTheReset()
    {
        try (TestCluster cluster = launch(ThreadingMode.INVOKER))
        {
            register(cluster, BarrierMode.WEAK);
            assertFalse(cluster.messaging().tryOpen(cluster.host(1)));
            cluster.cluster().expel(1);
            assertThrows(HostExpelledException.class, () -> cluster.port(1).trySignal(1));
            assertThrows(HostExpelledException.class, () -> cluster.port(1).tryBarrier(CHANNEL, BarrierMode.WEAK));
            final Mailbox mailbox = cluster.mailbox(1);
            assertThrows(HostExpelledException.class, () -> mailbox.registerBarrier(2, BarrierMode.WEAK));
            assertThrows(HostExpelledException.class, () -> mailbox.registerSignal(2));
            mailbox.clearBarrier(CHANNEL);
        }
    }

    private static TestCluster launch(final ThreadingMode mode)
    {
        return new TestCluster(
            new ClusterContext().hosts(2).threadingMode(mode), new MessagingContext().barrierChannels(3));
    }

    private static void register(final TestCluster cluster, final BarrierMode mode)
    {
        cluster.mailbox(0).registerBarrier(CHANNEL, mode);
        cluster.mailbox(1).registerBarrier(CHANNEL, mode);
    }

    private static void assertRefused(final String message, final Runnable call)
    {
        assertEquals(message, assertThrows(ClusterClosedException.class, call::run).getMessage());
    }
}
